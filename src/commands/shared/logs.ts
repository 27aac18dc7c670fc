import type { Context } from '../../cli/context.js';
import type { Data } from '../../gen/common/common.js';
import { type DmesgRequest, type LogsRequest, MachineServiceService } from '../../gen/machine/machine.js';
import { containerNamespace } from './container-namespace.js';
import { followLog } from './follow-log.js';
import { printLines } from './print-lines.js';
import { onceStarted } from './starting-log.js';

/** All lines there are. */
const wholeLog = -1;

export interface LogsOptions {
  /** Services or containers. */
  readonly ids: readonly string[];
  readonly kubernetes: boolean;
  readonly follow: boolean;
  readonly tail: number;
  /** Milliseconds that a lost node may take to be back. */
  readonly patience: number;
}

/** Prints the logs of services or containers of all nodes. Where there are several, each line names the one it is of. */
export async function printLogs(ctx: Context, options: LogsOptions): Promise<void> {
  const { ids, kubernetes, follow, tail, patience } = options;
  const client = await ctx.client();
  const sources = new Map(
    client.nodes.flatMap((node) =>
      ids.map((id) => [ids.length === 1 ? node : `${node}: ${id}`, { node, id }] as const),
    ),
  );
  const open = (name: string, signal: AbortSignal): AsyncIterable<Data> => {
    const { node = '', id = '' } = sources.get(name) ?? {};
    const request = (part: Pick<LogsRequest, 'follow' | 'tailLines'>) =>
      client.serverStream(
        MachineServiceService.logs,
        { ...containerNamespace(kubernetes), id, ...part },
        { node, signal },
      );
    const read = () => request({ follow, tailLines: tail });
    const asAsked = () => (kubernetes ? read() : onceStarted(ctx, client, { id, node, signal }, read));
    if (!follow) return asAsked();
    return followLog({
      ...surroundings(ctx, name, signal),
      node,
      patience,
      open: asAsked,
      openWhole: (going) => request({ follow: going, tailLines: wholeLog }),
    });
  };
  await printLines(ctx, client, { sources: [...sources.keys()], open, endless: follow });
}

/** Prints the kernel logs of all nodes. */
export async function printKernelLogs(
  ctx: Context,
  { follow, tail, patience }: DmesgRequest & Pick<LogsOptions, 'patience'>,
): Promise<void> {
  const client = await ctx.client();
  const open = (node: string, signal: AbortSignal): AsyncIterable<Data> => {
    const request = (part: DmesgRequest) => client.serverStream(MachineServiceService.dmesg, part, { node, signal });
    if (!follow) return request({ follow, tail });
    return followLog({
      ...surroundings(ctx, node, signal),
      node,
      patience,
      open: () => request({ follow, tail }),
      openWhole: (going) => request({ follow: going, tail: false }),
      sameness: withoutTime,
    });
  };
  await printLines(ctx, client, { open, endless: follow });
}

/** A node works out the times anew for each reader, and a little differently. */
function withoutTime(line: string): string {
  return line.replace(/\[[^\]]*\]/, '');
}

function surroundings(ctx: Context, name: string, left: AbortSignal) {
  const signal = AbortSignal.any([ctx.signal, left]);
  return {
    now: () => ctx.clock.now(),
    sleep: (milliseconds: number) => ctx.clock.sleep(milliseconds, signal),
    say: (sentence: string) => ctx.stderr.write(`${name}: ${sentence}\n`),
  };
}
