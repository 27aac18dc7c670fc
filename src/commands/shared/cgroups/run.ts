import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { CancelledError, TalosctlError } from '../../../errors/errors.js';
import { readTarGz } from '../../../files/tar-gz.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import type { JsonValue } from '../../../render/json.js';
import { formatTable } from '../../../render/table.js';
import { NodeBytes } from '../node-bytes.js';
import { type OutputFormat, writeData } from '../output-format.js';
import { readText } from '../read-text.js';
import { singleNode } from '../single-node.js';
import { type Cgroup, readCgroups } from './cgroup.js';
import type { CgroupColumn } from './columns.js';
import { type FileContent, NestedValueMap, ValueMap } from './files.js';
import { deviceNames, podGroupNames, processNames } from './names.js';
import type { PresetName } from './preset-names.js';
import { treeRows } from './tree.js';
import { CgroupValue } from './value.js';

const mountPath = '/sys/fs/cgroup';

export interface CgroupsOptions {
  /** Absent: the columns of `schemaFile`, or all there is where the output is data. */
  readonly preset: PresetName | undefined;
  readonly schemaFile: string | undefined;
  readonly resolveNames: boolean;
  readonly output: OutputFormat;
}

/** Shows the control groups of the one node. */
export async function showCgroups(ctx: Context, options: CgroupsOptions): Promise<void> {
  const columns = await columnsOf(ctx, options);
  const client = await ctx.client();
  const node = singleNode(client, 'cgroups');
  const nothing: ReadonlyMap<string, string> = new Map();
  const named = (what: string, names: Promise<ReadonlyMap<string, string>>) => namesOrWarning(ctx, what, names);
  const [root, processes, devices, groups] = await Promise.all([
    cgroupsOf(client, node),
    named('processes', processNames(client, node)),
    named('block devices', deviceNames(client, node)),
    options.resolveNames ? named('pods', podGroupNames(client, node)) : nothing,
  ]);
  for (const group of root.all()) {
    group.processes = group.list('cgroup.procs').map((pid) => processes.get(pid.toString()) ?? pid.toString());
    if (group.has('io.stat')) group.setFile('io.stat', renamed(group.nested('io.stat'), devices));
  }
  const nameOf = uniqueNames(groups);
  if (options.output === 'table') await ctx.stdout.write(formatTable(treeRows(root, columns, nameOf)));
  else
    await writeData(ctx, options.output, { node, cgroups: [...root.all()].map((group) => groupData(group, nameOf)) });
}

async function columnsOf(ctx: Context, { preset, schemaFile }: CgroupsOptions): Promise<readonly CgroupColumn[]> {
  if (schemaFile !== undefined) {
    const [text, { schemaColumns }] = await Promise.all([
      readText(ctx, schemaFile, 'the schema'),
      import('./schema.js'),
    ]);
    return schemaColumns(text, schemaFile === '-' ? 'standard input' : schemaFile);
  }
  if (preset === undefined) return [];
  const { presetColumns } = await import('./presets.js');
  return presetColumns(preset);
}

async function cgroupsOf(client: Client, node: string | undefined): Promise<Cgroup> {
  const archive = NodeBytes.of(client, MachineServiceService.copy, { rootPath: mountPath }, { node });
  const root = await readCgroups(readTarGz(archive)).catch((error: unknown) => {
    // An archive that is cut short where the node failed.
    throw archive.failure ?? error;
  });
  if (archive.failure !== undefined) throw archive.failure;
  return root;
}

/** Names make the table easier to read, and it goes without them. */
async function namesOrWarning(
  ctx: Context,
  what: string,
  names: Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await names;
  } catch (error) {
    if (!(error instanceof TalosctlError) || error instanceof CancelledError) throw error;
    await ctx.stderr.write(`warning: the names of the ${what} are not known: ${error.message}\n`);
    return new Map();
  }
}

function renamed(stat: NestedValueMap, names: ReadonlyMap<string, string>): NestedValueMap {
  return new NestedValueMap([...stat].map(([device, values]) => [names.get(device) ?? device, values]));
}

/** What groups are called: what is known of them, with the beginning of the folder's name where two are called alike. */
function uniqueNames(names: ReadonlyMap<string, string>): (group: Cgroup) => string {
  return (group) => {
    const name = names.get(group.name);
    if (name === undefined) return group.name;
    const siblings = group.parent?.children() ?? [];
    const isAlone = siblings.every((other) => other === group || (names.get(other.name) ?? other.name) !== name);
    return isAlone ? name : `${name} (${group.name.slice(0, 12)})`;
  };
}

/** A group with its files by the kernel's names. */
function groupData(group: Cgroup, nameOf: (group: Cgroup) => string): JsonValue {
  return {
    path: group.path,
    name: group.parent === undefined ? '.' : nameOf(group),
    processes: group.processes,
    ...Object.fromEntries(group.files().map(([name, content]) => [name, contentData(content)])),
  };
}

function contentData(content: FileContent): JsonValue {
  if (typeof content === 'string') return content;
  if (content instanceof CgroupValue) return content.data;
  if (content instanceof ValueMap) return new Map([...content].map(([name, value]) => [name, value.data]));
  if (content instanceof NestedValueMap) return new Map([...content].map(([name, map]) => [name, contentData(map)]));
  return content.map((value) => value.data);
}
