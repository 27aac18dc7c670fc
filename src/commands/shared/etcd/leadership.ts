import type { Context } from '../../../cli/context.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { askNodes } from '../ask-nodes.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { etcdTimeout } from './timeouts.js';

/** Has the nodes hand the leadership on, and says who leads now. */
export async function forfeitLeadership(ctx: Context): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.etcdForfeitLeadership, {}, { timeout: etcdTimeout });
  for (const { node, value } of results) {
    if (value === undefined) continue;
    const outcome = value.member === '' ? 'does not lead etcd, nothing to do' : `${value.member} leads etcd now`;
    await ctx.stderr.write(`${node}: ${outcome}\n`);
  }
  throwFailures(client, failuresOf(results));
}
