import type { Context } from '../../../cli/context.js';
import {
  type FileInfo,
  type ListRequest,
  ListRequest_Type,
  MachineServiceService,
} from '../../../gen/machine/machine.js';
import type { JsonValue } from '../../../render/json.js';
import { formatBytes } from '../../../render/sizes.js';
import { formatRelativeTime } from '../../../render/times.js';
import type { OutputFormat } from '../output-format.js';
import { formatMode } from './mode.js';
import { printStreamed } from './print-streamed.js';

export interface ListOptions {
  readonly path: string;
  readonly long: boolean;
  readonly humanize: boolean;
  /** Levels to go down; -1: all. */
  readonly depth: number;
  /** What to list; all where empty. */
  readonly types: readonly ('file' | 'folder' | 'link')[];
  readonly output: OutputFormat;
}

const requestTypes = {
  file: ListRequest_Type.REGULAR,
  folder: ListRequest_Type.DIRECTORY,
  link: ListRequest_Type.SYMLINK,
} as const;

/** Lists a folder of all nodes. */
export async function listFiles(ctx: Context, options: ListOptions): Promise<void> {
  const { path, long, depth, types, output } = options;
  const request: ListRequest = {
    root: path,
    recurse: depth > 1 || depth === -1,
    recursionDepth: depth,
    types: types.map((type) => requestTypes[type]),
    reportXattrs: long,
  };
  const client = await ctx.client();
  await printStreamed(ctx, client, output, {
    open: (node) => [client.serverStream(MachineServiceService.list, request, { node })],
    fault: ({ name, error }) => (error === '' ? '' : `cannot read ${name}: ${error}`),
    heading: long ? ['NODE', 'MODE', 'UID', 'GID', 'SIZE(B)', 'LASTMOD', 'LABEL', 'NAME'] : ['NODE', 'NAME'],
    headingAlone: true,
    row: long ? (file) => longRow(file, options.humanize, ctx.clock.now()) : ({ relativeName }) => [relativeName],
    data: (files) => ({ files: files.map(fileData) }),
  });
}

function longRow(file: FileInfo, humanize: boolean, now: Date): readonly string[] {
  const modified = new Date(Number(file.modified) * 1000);
  return [
    formatMode(file.mode),
    String(file.uid),
    String(file.gid),
    humanize ? formatBytes(file.size) : String(file.size),
    humanize ? formatRelativeTime(modified, now) : formatListTime(modified, now),
    selinuxLabel(file),
    file.link === '' ? file.relativeName : `${file.relativeName} -> ${file.link}`,
  ];
}

const halfYear = 180 * 24 * 3_600_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Local time as listings show it: the time of day, or the year for what is older than half a year. */
function formatListTime(time: Date, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${months[time.getMonth()]} ${String(time.getDate()).padStart(2)}`;
  const minute = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return now.getTime() - time.getTime() < halfYear
    ? `${day} ${minute}:${two(time.getSeconds())}`
    : `${day} ${time.getFullYear()} ${minute}`;
}

function selinuxLabel({ xattrs }: FileInfo): string {
  const label = xattrs.find(({ name }) => name === 'security.selinux')?.data.toString() ?? '';
  return label.replace(/^[\0\n]+|[\0\n]+$/g, '');
}

function fileData({ metadata: _, xattrs, ...file }: FileInfo): JsonValue {
  return { ...file, xattrs: xattrs.map(({ name, data }) => ({ name, data: data.toString('base64') })) };
}
