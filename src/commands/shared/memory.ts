import type { Context } from '../../cli/context.js';
import { printableField } from '../../errors/control-characters.js';
import { MachineServiceService, MemInfo } from '../../gen/machine/machine.js';
import { askNodes } from './ask-nodes.js';
import { failuresOf, throwFailures } from './node-failures.js';
import { printNodes } from './node-table.js';
import type { OutputFormat } from './output-format.js';

/** Shows the memory of all nodes. */
export async function showMemory(ctx: Context, verbose: boolean, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const results = await askNodes(client, MachineServiceService.memory, {});
  if (verbose && output === 'table') {
    for (const { node, value } of results) {
      if (value !== undefined) await ctx.stdout.write(allCounters(node, value.meminfo ?? noMemory()));
    }
    throwFailures(client, failuresOf(results));
    return;
  }
  await printNodes(ctx, client, results, output, {
    heading: ['NODE', 'TOTAL', 'USED', 'FREE', 'SHARED', 'BUFFERS', 'CACHE', 'AVAILABLE'],
    rows: (node, { meminfo }) => [[node, ...mebibytes(meminfo ?? noMemory())]],
    data: ({ meminfo }) => ({ meminfo: { ...(meminfo ?? noMemory()) } }),
  });
}

const noMemory = (): MemInfo => MemInfo.create();

/** Total, used, free, shared, buffers, cache, available. */
function mebibytes({ memtotal, memfree, shmem, buffers, cached, memavailable }: MemInfo): readonly string[] {
  const used = memtotal - memfree - cached - buffers;
  return [memtotal, used, memfree, shmem, buffers, cached, memavailable].map((kibibytes) => String(kibibytes / 1024n));
}

/** The counters in the kernel's order, and how they are called; those without a unit count pages. */
const counters: readonly (readonly [name: string, key: keyof MemInfo, unit?: string])[] = [
  ['MemTotal', 'memtotal', 'kB'],
  ['MemFree', 'memfree', 'kB'],
  ['MemAvailable', 'memavailable', 'kB'],
  ['Buffers', 'buffers', 'kB'],
  ['Cached', 'cached', 'kB'],
  ['SwapCached', 'swapcached', 'kB'],
  ['Active', 'active', 'kB'],
  ['Inactive', 'inactive', 'kB'],
  ['ActiveAnon', 'activeanon', 'kB'],
  ['InactiveAnon', 'inactiveanon', 'kB'],
  ['ActiveFile', 'activefile', 'kB'],
  ['InactiveFile', 'inactivefile', 'kB'],
  ['Unevictable', 'unevictable', 'kB'],
  ['Mlocked', 'mlocked', 'kB'],
  ['SwapTotal', 'swaptotal', 'kB'],
  ['SwapFree', 'swapfree', 'kB'],
  ['Dirty', 'dirty', 'kB'],
  ['Writeback', 'writeback', 'kB'],
  ['AnonPages', 'anonpages', 'kB'],
  ['Mapped', 'mapped', 'kB'],
  ['Shmem', 'shmem', 'kB'],
  ['Slab', 'slab', 'kB'],
  ['SReclaimable', 'sreclaimable', 'kB'],
  ['SUnreclaim', 'sunreclaim', 'kB'],
  ['KernelStack', 'kernelstack', 'kB'],
  ['PageTables', 'pagetables', 'kB'],
  ['NFSUnstable', 'nfsunstable', 'kB'],
  ['Bounce', 'bounce', 'kB'],
  ['WritebackTmp', 'writebacktmp', 'kB'],
  ['CommitLimit', 'commitlimit', 'kB'],
  ['CommittedAS', 'committedas', 'kB'],
  ['VmallocTotal', 'vmalloctotal', 'kB'],
  ['VmallocUsed', 'vmallocused', 'kB'],
  ['VmallocChunk', 'vmallocchunk', 'kB'],
  ['HardwareCorrupted', 'hardwarecorrupted', 'kB'],
  ['AnonHugePages', 'anonhugepages', 'kB'],
  ['ShmemHugePages', 'shmemhugepages', 'kB'],
  ['ShmemPmdMapped', 'shmempmdmapped', 'kB'],
  ['CmaTotal', 'cmatotal', 'kB'],
  ['CmaFree', 'cmafree', 'kB'],
  ['HugePagesTotal', 'hugepagestotal'],
  ['HugePagesFree', 'hugepagesfree'],
  ['HugePagesRsvd', 'hugepagesrsvd'],
  ['HugePagesSurp', 'hugepagessurp'],
  ['Hugepagesize', 'hugepagesize', 'kB'],
  ['DirectMap4k', 'directmap4k', 'kB'],
  ['DirectMap2M', 'directmap2m', 'kB'],
  ['DirectMap1G', 'directmap1g', 'kB'],
];

function allCounters(node: string, memory: MemInfo): string {
  const lines = counters.map(([name, key, unit]) => `${name}: ${memory[key]}${unit === undefined ? '' : ` ${unit}`}\n`);
  return `NODE: ${printableField(node)}\n${lines.join('')}`;
}
