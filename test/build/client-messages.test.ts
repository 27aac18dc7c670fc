import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../src/build/bundle-options.js';
import { clientMessages } from '../../src/build/client-messages.js';

/** Bundles a module that lies in a folder of src, and is the only one that calls. */
async function bundle(folder: string, contents: string): Promise<string> {
  const sourcefile = join(root, 'src', folder, 'example.ts');
  const { outputFiles } = await build({
    stdin: { contents, sourcefile, resolveDir: join(root, 'src', folder), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@bufbuild/protobuf'],
    plugins: [clientMessages(root, new Set([join(root, 'src/client/connect.ts')]))],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const caller = `
  import { MachineServiceService } from '../gen/machine/machine.js';
  export const method = MachineServiceService;
`;

test('a client gets none of the calls that nobody makes', async () => {
  const text = await bundle('commands', caller);
  assert.doesNotMatch(text, /MachineService\/Reboot|requestDeserialize|responseSerialize/);
});

test('the simulated cluster gets both sides of all calls', async () => {
  const text = await bundle('sim', caller);
  assert.match(text, /MachineService\/Reboot/);
  assert.match(text, /requestDeserialize/);
  assert.match(text, /responseSerialize/);
});
