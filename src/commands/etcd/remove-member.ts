import { defineCommand, exactArguments } from '../../cli/command.js';
import { UsageError } from '../../errors/errors.js';
import { yesFlag } from '../shared/confirm-target.js';

export const command = defineCommand({
  words: 'etcd remove-member',
  use: 'remove-member <member ID>',
  summary: 'Remove a member from etcd by its id',
  description:
    'Removes a member from etcd that cannot be asked to leave, because its node is lost or its etcd is broken. Where the ' +
    'node can be reached, "talosctl etcd leave" is the better way.\n\n' +
    'Says which member of which cluster it is, and asks on a terminal. The id is that of "talosctl etcd members".',
  examples: '  talosctl etcd remove-member -n 10.5.0.2 c3d3020cf75b8728',
  connection: 'flags',
  args: exactArguments(1),
  flags: { yes: yesFlag },
  completeArgs: async (ctx, { args }) => {
    if (args.length > 0) return [];
    const { completeMembers } = await import('../shared/etcd/members.js');
    return completeMembers(ctx);
  },
  resolve([text = ''], { values: { yes } }) {
    if (!/^[0-9a-f]{1,16}$/i.test(text)) {
      throw new UsageError(`${JSON.stringify(text)} is no id of an etcd member: up to 16 hexadecimal digits`, {
        hint: '`talosctl etcd members` lists the members with their ids',
      });
    }
    return { memberId: BigInt(`0x${text}`), yes };
  },
  async run(ctx, { memberId, yes }) {
    const { removeMember } = await import('../shared/etcd/members.js');
    await removeMember(ctx, memberId, yes);
  },
});
