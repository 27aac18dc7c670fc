import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';

/** Runs a packed CommonJS module of the executable, and returns what it exports. */
export function runPacked(file: string): unknown {
  const source = brotliDecompressSync(readFileSync(file)).toString();
  const run = compileFunction(source, ['require', 'module', 'exports'], { filename: file.replace(/\.br$/, '') });
  const module = { exports: {} };
  run(createRequire(import.meta.url), module, module.exports);
  return module.exports;
}
