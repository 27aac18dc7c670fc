import { CancelledError, TalosctlError } from '../../errors/errors.js';
import type { HealthCheck, HealthTarget, MachinesTarget } from './check.js';

export interface HealthClock {
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** How a check stands. `waiting`: it is looked at, and has not failed yet. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly state: 'waiting' | 'ok' | 'skipped' | 'failed';
  /** With `failed`, what is wrong. */
  readonly reason: string;
}

export interface HealthRun<T extends MachinesTarget = HealthTarget> {
  /** What an attempt looks at, within its bounds. */
  target(bounds: Pick<MachinesTarget, 'signal' | 'timeout'>): T;
  readonly clock: HealthClock;
  readonly signal: AbortSignal;
  /** Milliseconds for all checks together. */
  readonly timeout: number;
  /** Looks once at each check and goes on to the next, whatever it says. */
  readonly once: boolean;
  /** Told whenever the state or the reason of a check is another. */
  report(result: CheckResult): Promise<void>;
}

const defaultInterval = 5000;
const retryTime = 1000;

/**
 * Goes through the checks one after the other, waiting until each holds. Ends at the first that does not in time; the
 * checks behind it are not looked at.
 */
export async function runChecks<T extends MachinesTarget>(
  checks: readonly HealthCheck<T>[],
  run: HealthRun<T>,
): Promise<readonly CheckResult[]> {
  const deadline = run.clock.now().getTime() + run.timeout;
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await settle(check, run, deadline);
    results.push(result);
    if (result.state === 'failed' && !run.once) break;
  }
  return results;
}

async function settle<T extends MachinesTarget>(
  check: HealthCheck<T>,
  run: HealthRun<T>,
  deadline: number,
): Promise<CheckResult> {
  const { clock, signal, once } = run;
  const { id, title, interval = defaultInterval } = check;
  const result = (state: CheckResult['state'], reason = ''): CheckResult => ({ id, title, state, reason });
  await run.report(result('waiting'));
  let said: string | undefined;
  for (;;) {
    const left = deadline - clock.now().getTime();
    const reason = await attempt(check, run, Math.max(1, Math.min(interval, left)));
    if (reason === 'ok' || reason === 'skipped') {
      const settled = result(reason);
      await run.report(settled);
      return settled;
    }
    // An attempt that was cut short says less than the one before it.
    const why = reason.late === true && said !== undefined ? said : reason.failed;
    const failed = result('failed', why);
    if (said !== why) await run.report(failed);
    said = why;
    const rest = deadline - clock.now().getTime();
    if (once || rest <= 0) return failed;
    await clock.sleep(Math.min(retryTime, rest), signal);
  }
}

async function attempt<T extends MachinesTarget>(
  check: HealthCheck<T>,
  run: HealthRun<T>,
  timeout: number,
): Promise<'ok' | 'skipped' | { readonly failed: string; readonly late?: boolean }> {
  const { signal } = run;
  const time = AbortSignal.timeout(timeout);
  try {
    return await check.run(run.target({ signal: AbortSignal.any([signal, time]), timeout }));
  } catch (error) {
    if (signal.aborted) throw new CancelledError('interrupted');
    if (time.aborted) return { failed: `no answer within ${Math.ceil(timeout / 1000)} s`, late: true };
    if (error instanceof TalosctlError) return { failed: error.message };
    throw error;
  }
}
