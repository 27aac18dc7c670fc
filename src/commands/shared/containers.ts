import type { Context } from '../../cli/context.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { compareBytes } from '../../render/json.js';
import { messageJson } from '../../render/message-json.js';
import { askNodes } from './ask-nodes.js';
import { containerNamespace } from './container-namespace.js';
import { printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

/** Lists the containers of all nodes. */
export async function listContainers(ctx: Context, kubernetes: boolean, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.containers, containerNamespace(kubernetes));
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'NAMESPACE', 'ID', 'IMAGE', 'PID', 'STATUS'],
    rows: (node, { containers }) =>
      byId(containers).map(({ namespace, image, pid, status, ...ids }) => [
        node,
        namespace,
        indentedId(ids),
        image,
        String(pid),
        status,
      ]),
    data: ({ containers }) => ({ containers: byId(containers).map(messageJson) }),
  });
}

interface Ids {
  readonly id: string;
  readonly podId: string;
}

/** A container of a pod stands below its sandbox, whose id is the pod's. */
export function indentedId({ id, podId }: Ids): string {
  return id === podId ? id : `└─ ${id}`;
}

/** Sorted by id, so that containers follow their sandbox. */
export function byId<T extends Ids>(containers: readonly T[]): readonly T[] {
  return containers.toSorted((left, right) => compareBytes(left.id, right.id));
}
