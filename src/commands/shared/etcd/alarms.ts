import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { EtcdMemberAlarm_AlarmType as Alarm, MachineServiceService } from '../../../gen/machine/machine.js';
import { enumName } from '../../../render/enum-name.js';
import { askNodes } from '../ask-nodes.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { formatMemberId } from './member-id.js';
import { etcdTimeout } from './timeouts.js';

/** Lists the alarms that every node knows, or those that it has disarmed. */
export async function showAlarms(ctx: Context, action: 'list' | 'disarm', output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await ask(client, action);
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'MEMBER', 'ALARM'],
    headingAlone: false,
    rows: (node, { memberAlarms }) =>
      memberAlarms.map(({ memberId, alarm }) => [node, formatMemberId(memberId), enumName(Alarm, alarm)]),
    data: ({ memberAlarms }) => ({
      memberAlarms: memberAlarms.map(({ memberId, alarm }) => ({
        memberId: String(memberId),
        alarm: enumName(Alarm, alarm),
      })),
    }),
  });
}

function ask(client: Client, action: 'list' | 'disarm') {
  const options = { timeout: etcdTimeout };
  return action === 'list'
    ? askNodes(client, MachineServiceService.etcdAlarmList, {}, options)
    : askNodes(client, MachineServiceService.etcdAlarmDisarm, {}, options);
}
