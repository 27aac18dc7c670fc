import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cases } from './cases.js';
import { followLatency } from './follow.js';
import { type Cost, measure, type Program } from './measure.js';
import { environment, type Scale, setStage } from './stage.js';

/**
 * Measures command lines with the single file and the Node bundle, against another client (`--peer <path>`) and an empty
 * script on the same Node. Prints a table in Markdown: medians, and in parentheses the ratios to the peer.
 */
const { values, positionals } = parseArgs({
  options: {
    peer: { type: 'string' },
    'peer-name': { type: 'string', default: 'peer' },
    runs: { type: 'string', default: '21' },
    'long-runs': { type: 'string', default: '3' },
    'copy-mib': { type: 'string', default: '1024' },
    'log-lines': { type: 'string', default: '5000000' },
  },
  // Only cases whose name holds one of these.
  allowPositionals: true,
});

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const singleFile = path('dist/bin/talosctl');
const bundle: Program = { name: 'Node bundle', words: [process.execPath, path('bin/talosctl.js')] };
const programs: readonly Program[] = [
  ...(values.peer === undefined
    ? []
    : [{ name: values['peer-name'], words: [resolve(values.peer)] } satisfies Program]),
  ...(existsSync(singleFile) ? [{ name: 'single file', words: [singleFile] } satisfies Program] : []),
  bundle,
];
const scale: Scale = { copyMebibytes: Number(values['copy-mib']), logLines: Number(values['log-lines']) };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const row = (cells: readonly string[]): void => say(`| ${cells.join(' | ')} |`);

function cell({ wall, cpu, memory }: Cost, peer: Cost | undefined): string {
  const ratio = (mine: number, theirs: number | undefined): string =>
    theirs === undefined ? '' : ` (${(mine / theirs).toFixed(2)})`;
  return [
    `${wall.toFixed(wall < 1000 ? 1 : 0)} ms${ratio(wall, peer?.wall)}`,
    `${cpu.toFixed(0)} ms${ratio(cpu, peer?.cpu)}`,
    `${memory.toFixed(0)} MiB${ratio(memory, peer?.memory)}`,
  ].join(', ');
}

async function emptyScript(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'talosctl-bench-'));
  try {
    await writeFile(join(folder, 'empty.js'), '');
    const empty: Program = { name: 'empty script', words: [process.execPath, join(folder, 'empty.js')] };
    const [cost] = measure([empty], Number(values.runs), { words: [], env: environment(folder), cwd: folder });
    if (cost !== undefined) say(`An empty script on this Node: ${cell(cost, undefined)}.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cpu = cpus();
say(
  `${new Date().toISOString().slice(0, 10)}, ${process.platform} ${process.arch}, ${cpu.length} × ${cpu[0]?.model ?? ''}, ` +
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}.\n`,
);
await emptyScript();
say('\nMedians of wall time, processor time and peak memory; in parentheses the ratio to the first column.\n');
const isWanted = (name: string): boolean => positionals.length === 0 || positionals.some((word) => name.includes(word));
const wanted = cases(scale).filter(({ name }) => isWanted(name));
const follow = 'logs -f, from the node to the output';
const homes = [...wanted.map(({ home }) => home), ...(isWanted(follow) ? (['streams'] as const) : [])];
const stage = await setStage(bundle, scale, new Set(homes));
try {
  row(['case', ...programs.map(({ name }) => name)]);
  row(programs.map(() => '---').concat('---'));
  for (const { name, words, home, long, leaves } of wanted) {
    const invocation = { words, env: environment(stage.home(home)), cwd: stage.home(home), leaves };
    const costs = measure(programs, Number(long ? values['long-runs'] : values.runs), invocation);
    row([name, ...costs.map((cost, at) => cell(cost, values.peer === undefined || at === 0 ? undefined : costs[0]))]);
  }
  if (isWanted(follow)) {
    const cwd = stage.home('streams');
    const invocation = { words: ['logs', '-f', 'kubelet'], env: environment(cwd), cwd };
    const latencies = await followLatency(programs, Number(values['long-runs']), invocation);
    row([follow, ...latencies.map((latency) => `${latency.toFixed(2)} ms`)]);
  }
} finally {
  await stage.close();
}
