import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import type { NodeResult } from '../../client/fanout.js';
import { printableField } from '../../errors/control-characters.js';
import { CancelledError } from '../../errors/errors.js';
import { MachineServiceService, type Process, type ProcessInfo } from '../../gen/machine/machine.js';
import { formatBytes } from '../../render/sizes.js';
import { showLive } from '../../terminal/live-view.js';
import { askNodes } from './ask-nodes.js';
import { type NodeTable, nodesTable, printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

export type ProcessOrder = 'rss' | 'cpu';

const refreshInterval = 1000;

/** Lists the processes of all nodes. */
export async function listProcesses(ctx: Context, order: ProcessOrder, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  await printNodes(ctx, client, await ask(client), output, processTable(order));
}

/** Shows the processes of all nodes anew every second, until interrupted: in place on a terminal, else as tables. */
export async function watchProcesses(ctx: Context, order: ProcessOrder): Promise<void> {
  const client = await ctx.client();
  try {
    const frames = tables(ctx, client, order);
    if (ctx.stdout.isTerminal) await showLive(ctx.stdout, frames);
    else for await (const frame of frames) await ctx.stdout.write(`${frame}\n`);
  } catch (error) {
    if (!(error instanceof CancelledError && ctx.signal.aborted)) throw error;
  }
}

async function* tables(ctx: Context, client: Client, order: ProcessOrder): AsyncGenerator<string, void, undefined> {
  for (;;) {
    const results = await ask(client);
    const failed = results.flatMap(({ node, error }) =>
      error === undefined ? [] : [`${printableField(node)}: ${printableField(error.message)}\n`],
    );
    yield failed.join('') + nodesTable(results, processTable(order));
    await ctx.clock.sleep(refreshInterval, ctx.signal);
  }
}

function ask(client: Client): Promise<readonly NodeResult<Process>[]> {
  return askNodes(client, MachineServiceService.processes, {});
}

function processTable(order: ProcessOrder): NodeTable<Process> {
  return {
    heading: ['NODE', 'PID', 'STATE', 'THREADS', 'CPU-TIME', 'VIRTMEM', 'RESMEM', 'LABEL', 'COMMAND'],
    gap: 2,
    rows: (node, { processes }) => sorted(processes, order).map((process) => [node, ...row(process)]),
    data: ({ processes }) => ({ processes: sorted(processes, order).map((process) => ({ ...process })) }),
  };
}

function sorted(processes: readonly ProcessInfo[], order: ProcessOrder): readonly ProcessInfo[] {
  return order === 'cpu'
    ? processes.toSorted((left, right) => right.cpuTime - left.cpuTime)
    : processes.toSorted((left, right) => Number(right.residentMemory - left.residentMemory));
}

function row(process: ProcessInfo): readonly string[] {
  const { pid, state, threads, cpuTime, virtualMemory, residentMemory, label } = process;
  return [
    String(pid),
    state.trim(),
    String(threads),
    cpuTime.toFixed(2),
    formatBytes(virtualMemory),
    formatBytes(residentMemory),
    label.trim(),
    commandLine(process),
  ];
}

/** Arguments with the full path of the executable, in one line of plain ASCII; the kernel's own threads have a name only. */
export function commandLine({ executable, command, args }: ProcessInfo): string {
  const [program = ''] = args.split(/\s+/).filter((word) => word !== '');
  const baseName = executable.slice(executable.lastIndexOf('/') + 1);
  const text =
    executable === ''
      ? command
      : program !== '' && program === baseName
        ? args.replace(program, () => executable)
        : args;
  return text.replace(/[^ -~]/gu, ' ').trim();
}
