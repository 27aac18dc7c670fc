import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { forceFlag, writeNewFiles } from '../shared/new-files.js';

export const command = defineCommand({
  words: 'gen key',
  use: 'key',
  summary: 'Make an Ed25519 private key',
  description: 'Makes an Ed25519 private key and writes it to <name>.key.',
  connection: 'none',
  args: noArguments,
  flags: { name: flag.string('name of the file, without its ending', { required: true }), force: forceFlag },
  resolve: (_args, { values }) => values,
  async run(ctx, { name, force }) {
    const { encodePrivateKey, generatePrivateKey } = await import('../../pki/keys.js');
    const key = await generatePrivateKey('ed25519');
    await writeNewFiles(ctx, [{ path: `${name}.key`, content: encodePrivateKey(key) }], { force });
  },
});
