import type { Context } from '../../cli/context.js';
import { ContainerInfo, MachineServiceService } from '../../gen/machine/machine.js';
import { compareBytes, type JsonValue } from '../../render/json.js';
import { TableWriter } from '../../render/table.js';
import { askNodes } from './ask-nodes.js';
import { containerNamespace } from './container-namespace.js';
import { failuresOf, throwFailures } from './node-failures.js';
import { nodesData, type OutputFormat, writeData } from './output-format.js';

/** Lists the containers of all nodes. */
export async function listContainers(ctx: Context, kubernetes: boolean, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.containers, containerNamespace(kubernetes));
  if (output === 'table') {
    const table = new TableWriter(ctx.stdout);
    table.row(['NODE', 'NAMESPACE', 'ID', 'IMAGE', 'PID', 'STATUS']);
    for (const { node, value } of results) {
      for (const container of sorted(value?.containers ?? [])) table.row(row(node, container));
    }
    await table.flush();
  } else {
    const plain = (container: ContainerInfo) => ContainerInfo.toJSON(container) as JsonValue;
    await writeData(
      ctx,
      output,
      nodesData(results, ({ containers }) => ({ containers: sorted(containers).map(plain) })),
    );
  }
  throwFailures(client, failuresOf(results));
}

/** A container of a pod stands below its sandbox, whose id is the pod's. */
function row(node: string, { namespace, id, podId, image, pid, status }: ContainerInfo): readonly string[] {
  return [node, namespace, id === podId ? id : `└─ ${id}`, image, String(pid), status];
}

const sorted = (containers: readonly ContainerInfo[]): readonly ContainerInfo[] =>
  containers.toSorted((left, right) => compareBytes(left.id, right.id));
