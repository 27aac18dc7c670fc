#!/usr/bin/env node
// Starts the bundle. Written for old runtimes too, so that they can be told what is missing.
import module from 'node:module';

const oldestNode = 20;

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  process.stderr.write(`talosctl needs Node.js ${oldestNode} or newer; this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  if (module.enableCompileCache) module.enableCompileCache();
  await import('../dist/main.js').catch((error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('talosctl is not built yet; run: npm run build\n');
    process.exitCode = 1;
  });
}
