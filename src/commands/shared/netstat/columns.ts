import {
  type ConnectRecord,
  ConnectRecord_State,
  ConnectRecord_TimerActive,
  type Netstat,
} from '../../../gen/machine/machine.js';
import { enumName } from '../../../render/enum-name.js';
import type { JsonValue } from '../../../render/json.js';
import type { NodeTable } from '../node-table.js';

/** Columns besides the usual ones. */
export interface ExtraColumns {
  readonly extend: boolean;
  readonly programs: boolean;
  readonly pods: boolean;
  readonly timers: boolean;
}

/** Names of pods by node and network namespace. */
type PodNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Connections as a table or data.
 * @param named whether the node stands in the first column
 */
export function connectionTable(extra: ExtraColumns, pods: PodNames, named: boolean): NodeTable<Netstat> {
  return {
    heading: [
      ...(named ? ['NODE'] : []),
      'Proto',
      'Recv-Q',
      'Send-Q',
      'Local Address',
      'Foreign Address',
      'State',
      ...(extra.extend ? ['Uid', 'Inode'] : []),
      ...(extra.programs ? ['PID/Program name'] : []),
      ...(extra.pods ? ['Pod'] : []),
      ...(extra.timers ? ['Timer'] : []),
    ],
    headingAlone: false,
    rows: (node, { connectrecord }) =>
      connectrecord.map((record) => [
        ...(named ? [node] : []),
        ...usual(record),
        ...(extra.extend ? [String(record.uid), String(record.inode)] : []),
        ...(extra.programs ? [program(record)] : []),
        ...(extra.pods ? [podName(pods, node, record)] : []),
        ...(extra.timers ? [timer(record)] : []),
      ]),
    data: ({ connectrecord }) => ({ connectrecord: connectrecord.map(recordData) }),
  };
}

function usual({ l4proto, rxqueue, txqueue, localip, localport, remoteip, remoteport, state }: ConnectRecord) {
  return [
    l4proto,
    String(rxqueue),
    String(txqueue),
    `${localip}:${localport}`,
    `${remoteip}:${remoteport === 0 ? '*' : remoteport}`,
    // What a protocol without connections has for a state says nothing.
    state === ConnectRecord_State.CLOSE ? '' : enumName(ConnectRecord_State, state),
  ];
}

function program({ process }: ConnectRecord): string {
  return process === undefined || process.pid === 0 ? '-' : `${process.pid}/${process.name}`;
}

function podName(pods: PodNames, node: string, { netns }: ConnectRecord): string {
  const names = pods.get(node);
  return netns === '' || names === undefined ? '-' : (names.get(netns) ?? '');
}

/** The timer's kind, hundredths of seconds until it fires, retransmits and timeouts. */
function timer({ tr, timerwhen, retrnsmt, timeout }: ConnectRecord): string {
  const kind = enumName(ConnectRecord_TimerActive, tr).toLowerCase();
  return `${kind} (${(Number(timerwhen) / 100).toFixed(2)}/${retrnsmt}/${timeout})`;
}

function recordData(record: ConnectRecord): JsonValue {
  const { state, tr, process, ...rest } = record;
  return {
    ...rest,
    state: enumName(ConnectRecord_State, state),
    tr: enumName(ConnectRecord_TimerActive, tr),
    process: { pid: process?.pid ?? 0, name: process?.name ?? '' },
  };
}
