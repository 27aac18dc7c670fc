import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import type { NodeResult } from '../../../client/fanout.js';
import { TalosctlError } from '../../../errors/errors.js';
import { MachineServiceService, type ServiceInfo } from '../../../gen/machine/machine.js';
import { messageJson } from '../../../render/message-json.js';
import { TableWriter } from '../../../render/table.js';
import { askNodes } from '../ask-nodes.js';
import { failuresOf, throwFailures } from '../node-failures.js';
import { printNodes } from '../node-table.js';
import { nodesData, type OutputFormat, writeData } from '../output-format.js';
import { detailRows, listRow } from './rows.js';

/** Lists all services of all nodes. */
export async function listServices(ctx: Context, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.serviceList, {});
  const now = ctx.clock.now();
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'SERVICE', 'STATE', 'HEALTH', 'LAST CHANGE', 'LAST EVENT'],
    rows: (node, { services }) => services.map((service) => listRow(node, service, now)),
    data: ({ services }) => ({ services: services.map(messageJson) }),
  });
}

/** Shows one service of every node that has it. */
export async function showService(ctx: Context, id: string, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const lists = await askNodes(client, MachineServiceService.serviceList, {});
  const results = lists.map((list): NodeResult<ServiceInfo | undefined> => {
    if (list.error !== undefined) return list;
    return { node: list.node, value: list.value.services.find((service) => service.id === id) };
  });
  const without = results.filter(({ value, error }) => value === undefined && error === undefined);
  if (results.every(({ value }) => value === undefined)) throwUnknown(client, id, results);
  if (output === 'table') {
    const table = new TableWriter(ctx.stdout);
    const now = ctx.clock.now();
    for (const { node, value } of results) {
      for (const row of value === undefined ? [] : detailRows(node, value, now)) table.row(row);
    }
    await table.flush();
  } else {
    await writeData(
      ctx,
      output,
      nodesData(results, (service) => ({ service: service && messageJson(service) })),
    );
  }
  if (without.length > 0) {
    await ctx.stderr.write(`no service ${JSON.stringify(id)} on ${without.map(({ node }) => node).join(', ')}\n`);
  }
  throwFailures(client, failuresOf(results));
}

/** Starts, stops or restarts a service on every node. */
export async function controlService(
  ctx: Context,
  id: string,
  action: 'start' | 'stop' | 'restart',
  output: OutputFormat,
): Promise<void> {
  const client = await ctx.client();
  const results = await control(client, id, action);
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'RESPONSE'],
    rows: (node, { resp }) => [[node, resp]],
    data: ({ resp }) => ({ response: resp }),
  });
}

function control(client: Client, id: string, action: 'start' | 'stop' | 'restart') {
  switch (action) {
    case 'start':
      return askNodes(client, MachineServiceService.serviceStart, { id });
    case 'stop':
      return askNodes(client, MachineServiceService.serviceStop, { id });
    case 'restart':
      return askNodes(client, MachineServiceService.serviceRestart, { id });
  }
}

function throwUnknown(client: Client, id: string, results: readonly NodeResult<unknown>[]): never {
  throwFailures(client, failuresOf(results));
  throw new TalosctlError(`service ${JSON.stringify(id)} is not registered on any of the nodes`, {
    hint: '`talosctl services` lists those there are',
  });
}
