import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configSchema } from '../machineconfig/schema.js';

/** Writes the JSON schema of machine configurations from their model; with `--check` fails where the file is not that. */
const target = fileURLToPath(new URL('../../docs/schema/machineconfig.v1.13.schema.json', import.meta.url));
const schema = `${JSON.stringify(configSchema(), undefined, 2)}\n`;

if (process.argv.includes('--check')) {
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== schema) {
    process.stderr.write(`${target} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  }
} else {
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, schema);
}
