import { type FlagValues, flag } from '../../../cli/flags.js';

export const applyModes = ['auto', 'no-reboot', 'reboot', 'staged', 'try'] as const;
export type ApplyMode = (typeof applyModes)[number];

/** Flags of the commands that give a node another configuration. */
export const applyFlags = {
  mode: flag.enumeration('how the configuration comes into force', applyModes, { short: 'm', default: 'auto' }),
  'dry-run': flag.bool(
    'show what would change, what of it needs a reboot and what is wrong with it, and change nothing',
  ),
  redact: flag.bool('show secrets in diffs as same or changed, never what they are'),
  timeout: flag.duration('in mode try, the time after which the node goes back to what it had', { default: 60_000 }),
  wait: flag.bool('wait until the node is as well as before, or better; in mode try, keep the configuration then'),
  verify: flag.bool('the same, and show what got worse: services, their last events and logs'),
  'wait-timeout': flag.duration('how long the node may take to be well', { default: 5 * 60_000 }),
};

/** How a node shall take a configuration. */
export interface ApplySettings {
  readonly mode: ApplyMode;
  readonly dryRun: boolean;
  /** Whether diffs are shown without secrets. */
  readonly redact: boolean;
  /** Milliseconds that mode try lasts. */
  readonly timeout: number;
  /** Whether to wait until the node is well. */
  readonly wait: boolean;
  /** Whether to show what got worse. */
  readonly verify: boolean;
  /** Milliseconds until the node has to be well. */
  readonly waitTimeout: number;
}

export function readApplyFlags({ values }: Pick<FlagValues<typeof applyFlags>, 'values'>): ApplySettings {
  return {
    mode: values.mode,
    dryRun: values['dry-run'],
    redact: values.redact,
    timeout: values.timeout,
    wait: values.wait || values.verify,
    verify: values.verify,
    waitTimeout: values['wait-timeout'],
  };
}
