import { describeUnmet } from '../sight.js';
import type { NodeHealth, ServiceHealth } from './health.js';

/** Something that is not well and was well before. */
export interface Worse {
  /** Absent where it is the machine itself. */
  readonly service?: ServiceHealth | undefined;
  /** `kubelet has failed 2 times`. */
  readonly reason: string;
  /** Whether its process fails again and again, so that waiting does not help. */
  readonly looping: boolean;
}

/** What each failing process is let before it counts as a loop: more while a machine starts. */
const failuresOfLoop = { running: 2, starting: 4 };

/**
 * What got worse. What was not well before is no part of it.
 * @param restarted whether the node is in another boot: its memory of failures begins anew, and they are all new
 */
export function compareHealth(before: NodeHealth, now: NodeHealth, restarted: boolean): readonly Worse[] {
  const worse: Worse[] = [];
  for (const [id, then] of before.services) {
    if (then.up && !now.services.has(id)) worse.push({ reason: `service ${id} is gone`, looping: false });
  }
  for (const service of now.services.values()) {
    const then = before.services.get(service.id);
    if (then !== undefined && !then.up) continue;
    const since = restarted ? 0n : (then?.changedAt ?? 0n);
    const { failed, looping } = failuresSince(service, since, restarted ? 'starting' : 'running');
    if (looping) worse.push({ service, reason: `service ${service.id} has failed ${failed} times`, looping });
    else if (!service.up) worse.push({ service, reason: `service ${service.id} is ${stateOf(service)}`, looping });
  }
  const known = new Set(before.status.unmet.map(({ name }) => name));
  const unmet = now.status.unmet.filter(({ name }) => !known.has(name));
  if (unmet.length > 0) worse.push({ reason: describeUnmet(unmet), looping: false });
  if (now.status.stage !== 'running' && before.status.stage === 'running') {
    worse.push({ reason: `the node is ${now.status.stage}`, looping: false });
  }
  return worse;
}

/** How often a service failed after a time of the node's clock, in nanoseconds, and whether it does so again and again. */
export function failuresSince(
  { failures }: ServiceHealth,
  since: bigint,
  when: keyof typeof failuresOfLoop = 'running',
): { readonly failed: number; readonly looping: boolean } {
  const failed = failures.filter((at) => at > since).length;
  return { failed, looping: failed >= failuresOfLoop[when] };
}

/** What is not well, and was not before. */
export function stillUnwell(before: NodeHealth, now: NodeHealth): readonly string[] {
  const services = [...now.services.values()].filter(({ id, up }) => !up && before.services.get(id)?.up === false);
  return services.map((service) => `service ${service.id} is ${stateOf(service)}`);
}

function stateOf({ state }: ServiceHealth): string {
  return state === 'Running' ? 'not healthy' : state;
}
