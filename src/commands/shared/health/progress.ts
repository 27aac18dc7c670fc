import type { Context } from '../../../cli/context.js';
import { printableField } from '../../../errors/control-characters.js';
import { SilentFailure, TalosctlError } from '../../../errors/errors.js';
import { flattenMultierror } from '../../../errors/multierror.js';
import type { CheckResult } from '../../../kube/health/run.js';
import type { JsonValue } from '../../../render/json.js';
import { type OutputFormat, writeData } from '../output-format.js';

/** A check as it is shown, whoever did it. A node's own checks have no id. */
export type ShownCheck = Omit<CheckResult, 'id'> & { readonly id?: string };

const states: Readonly<Record<CheckResult['state'], string>> = {
  waiting: '...',
  ok: 'OK',
  skipped: 'SKIP',
  failed: '',
};

/** `waiting for etcd to be healthy: OK` */
export function progressLine({ title, state, reason }: ShownCheck): string {
  return `waiting for ${title}: ${states[state] || reason}`;
}

/** Reads such a line of a node; undefined for another. */
export function parseProgress(line: string): ShownCheck | undefined {
  const [, title = '', rest = ''] = /^waiting for (.+?): ([\s\S]*)$/.exec(line) ?? [];
  if (title === '') return undefined;
  if (rest === '...') return { title, state: 'waiting', reason: '' };
  if (rest === 'OK') return { title, state: 'ok', reason: '' };
  if (rest === 'SKIP') return { title, state: 'skipped', reason: '' };
  return { title, state: 'failed', reason: flattenMultierror(rest) };
}

/** Shows how the checks stand: lines for people, and in the end the result. */
export class HealthReport {
  readonly #ctx: Context;
  readonly #output: OutputFormat;
  /** The latest of each check, by title, in their order. */
  readonly #checks = new Map<string, ShownCheck>();

  constructor(ctx: Context, output: OutputFormat) {
    this.#ctx = ctx;
    this.#output = output;
  }

  async say(line: string): Promise<void> {
    await this.#ctx.stderr.write(`${printableField(line)}\n`);
  }

  async show(check: ShownCheck): Promise<void> {
    const last = this.#checks.get(check.title);
    this.#checks.set(check.title, check);
    if (last === undefined || progressLine(last) !== progressLine(check)) await this.say(progressLine(check));
  }

  /** Prints the result as data where that is wished, and fails where a check does not hold or time was up. */
  async finish(outcome: { readonly timeout?: number } = {}): Promise<void> {
    const checks = [...this.#checks.values()];
    const bad = checks.filter(({ state }) => state === 'failed' || state === 'waiting');
    if (this.#output !== 'table') await writeData(this.#ctx, this.#output, resultData(checks, bad.length === 0));
    const [first, ...others] = bad;
    if (first === undefined && outcome.timeout === undefined) return;
    if (this.#output !== 'table' && outcome.timeout === undefined)
      throw new SilentFailure('the cluster is not healthy');
    const within = outcome.timeout === undefined ? '' : ` within ${outcome.timeout / 1000} s`;
    const nothing = checks.length === 0 ? ': nothing was answered' : '';
    const what = first === undefined ? nothing : `: ${first.title}: ${printableField(first.reason) || 'no answer'}`;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    throw new TalosctlError(`the cluster is not healthy${within}${what}${more}`);
  }
}

function resultData(checks: readonly ShownCheck[], healthy: boolean): JsonValue {
  return {
    healthy,
    checks: checks.map(({ id, title, state, reason }) => ({
      ...(id === undefined ? {} : { id }),
      title,
      state: state === 'waiting' ? 'failed' : state,
      ...(reason === '' ? {} : { reason }),
    })),
  };
}
