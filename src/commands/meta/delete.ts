import { defineCommand, exactArguments } from '../../cli/command.js';
import { completeMetaKeys } from '../shared/complete-resources.js';
import { metaInsecureFlag, parseMetaKey } from '../shared/meta.js';

export const command = defineCommand({
  words: 'meta delete',
  use: 'delete key',
  summary: 'Delete a key of the META partition',
  description: 'Deletes a key of the META partition. "talosctl get metakeys" shows those there are.',
  connection: 'flags',
  args: exactArguments(1),
  flags: { insecure: metaInsecureFlag },
  completeArgs: async (ctx, request) => (request.args.length > 0 ? [] : completeMetaKeys(ctx, request)),
  resolve: ([key = ''], { values: { insecure } }) => ({ key: parseMetaKey(key), insecure }),
  async run(ctx, { key, insecure }) {
    const [{ MachineServiceService }, { changeNodes }] = await Promise.all([
      import('../../gen/machine/machine.js'),
      import('../shared/change-nodes.js'),
    ]);
    await changeNodes(await ctx.client({ insecure }), MachineServiceService.metaDelete, { key });
  },
});
