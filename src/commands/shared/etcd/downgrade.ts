import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { messageJson } from '../../../render/message-json.js';
import { askNodes } from '../ask-nodes.js';
import { printNodes } from '../node-table.js';
import type { OutputFormat } from '../output-format.js';
import { singleNode } from '../single-node.js';
import { etcdTimeout } from './timeouts.js';

type Step = 'validate' | 'enable' | 'cancel';

/** Takes a step of a downgrade of etcd, through one node. */
export async function downgrade(ctx: Context, step: Step, version: string, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  singleNode(client, `etcd downgrade ${step}`);
  const results = await ask(client, step, version);
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'MESSAGE'],
    rows: (node, { clusterDowngrade }) => [
      [node, `downgrade ${step} success, cluster version ${clusterDowngrade?.clusterVersion ?? ''}`],
    ],
    data: ({ clusterDowngrade }) => ({
      clusterDowngrade: clusterDowngrade && messageJson(clusterDowngrade),
    }),
  });
}

function ask(client: Client, step: Step, version: string) {
  const options = { timeout: etcdTimeout };
  switch (step) {
    case 'validate':
      return askNodes(client, MachineServiceService.etcdDowngradeValidate, { version }, options);
    case 'enable':
      return askNodes(client, MachineServiceService.etcdDowngradeEnable, { version }, options);
    case 'cancel':
      return askNodes(client, MachineServiceService.etcdDowngradeCancel, {}, options);
  }
}
