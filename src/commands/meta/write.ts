import { defineCommand, exactArguments } from '../../cli/command.js';
import { completeMetaKeys } from '../shared/complete-resources.js';
import { metaInsecureFlag, parseMetaKey } from '../shared/meta.js';

export const command = defineCommand({
  words: 'meta write',
  use: 'write key value',
  summary: 'Write a value under a key of the META partition',
  description:
    'Writes a value under a key of the META partition, which survives reboots and upgrades. "talosctl get metakeys" shows ' +
    'what is there.',
  examples: '  talosctl meta write 0x0c "rack=r1"',
  connection: 'flags',
  args: exactArguments(2),
  flags: { insecure: metaInsecureFlag },
  completeArgs: async (ctx, request) => (request.args.length > 0 ? [] : completeMetaKeys(ctx, request)),
  resolve: ([key = '', value = ''], { values: { insecure } }) => ({ key: parseMetaKey(key), value, insecure }),
  async run(ctx, { key, value, insecure }) {
    const [{ MachineServiceService }, { changeNodes }] = await Promise.all([
      import('../../gen/machine/machine.js'),
      import('../shared/change-nodes.js'),
    ]);
    const client = await ctx.client({ insecure });
    await changeNodes(client, MachineServiceService.metaWrite, { key, value: Buffer.from(value) });
  },
});
