import type { Timestamp } from '../../../gen/google/protobuf/timestamp.js';
import type { ServiceHealth, ServiceInfo } from '../../../gen/machine/machine.js';
import { formatDuration } from '../../../render/times.js';

/** A service in the list: node, id, state, health, time since the last event, last event. */
export function listRow(node: string, { id, state, health, events }: ServiceInfo, now: Date): readonly string[] {
  const last = events?.events.at(-1);
  const change = last === undefined ? '' : since(last.ts, now);
  return [node, id, state, healthWord(health), `${change} ago`, last === undefined ? '<none>' : last.msg];
}

/** A service alone: a name and a value a line, events from the latest to the first. */
export function detailRows(node: string, service: ServiceInfo, now: Date): readonly (readonly string[])[] {
  const lastMessage = service.health?.lastMessage ?? '';
  const events = (service.events?.events ?? []).toReversed();
  return [
    ['NODE', node],
    ['ID', service.id],
    ['STATE', service.state],
    ['HEALTH', healthWord(service.health)],
    ...(lastMessage === '' ? [] : [['LAST HEALTH MESSAGE', lastMessage]]),
    ...events.map(({ state, msg, ts }, index) => [
      index === 0 ? 'EVENTS' : '',
      `[${state}]: ${msg} (${since(ts, now)} ago)`,
    ]),
  ];
}

function healthWord(health: ServiceHealth | undefined): string {
  if (health === undefined) return 'Fail';
  if (health.unknown) return '?';
  return health.healthy ? 'OK' : 'Fail';
}

/** Whole seconds since then, halves away from zero. A node's clock may be ahead: the time is negative then. */
function since(then: Timestamp | undefined, now: Date): string {
  const milliseconds = now.getTime() - Number(then?.seconds ?? 0n) * 1000 - (then?.nanos ?? 0) / 1e6;
  const seconds = Math.sign(milliseconds) * Math.round(Math.abs(milliseconds) / 1000);
  return formatDuration(seconds * 1000);
}
