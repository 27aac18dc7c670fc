import { type FlagValues, flag } from '../../../cli/flags.js';
import { TalosctlError } from '../../../errors/errors.js';
import { formatDuration } from '../../../render/times.js';
import { type ProgressMode, progressFlag } from '../track/flags.js';

export const applyModes = ['auto', 'no-reboot', 'reboot', 'staged', 'try'] as const;
export type ApplyMode = (typeof applyModes)[number];

/** Flags of the commands that give a node another configuration. */
export const applyFlags = {
  mode: flag.enumeration('how the configuration comes into force', applyModes, { short: 'm', default: 'auto' }),
  'dry-run': flag.bool(
    'show what would change, what of it needs a reboot and what is wrong with it, and change nothing',
  ),
  redact: flag.bool('show secrets in diffs as same or changed, never what they are'),
  'allow-machine-type-change': flag.bool('make a worker of a control plane node, or the reverse'),
  timeout: flag.duration('in mode try, the time after which the node goes back to what it had', { default: 60_000 }),
  wait: flag.bool(
    'wait until the node is as well as before, or better, before the next one is changed; in mode try, keep the configuration then',
  ),
  verify: flag.bool('wait as --wait does, and show what got worse: services, their last events and logs'),
  'wait-timeout': flag.duration(
    'how long a node may take to be well; a reboot may take half an hour more, unless this flag is given',
    { default: 5 * 60_000 },
  ),
  progress: progressFlag,
};

/** What mode try needs to be told in time that the configuration shall stay. */
export const confirmTime = 5000;
/** A service that dies again and again is not seen to in less. */
const shortestTry = 15_000;
const restartTime = 30 * 60_000;

/** How a node shall take a configuration. */
export interface ApplySettings {
  readonly mode: ApplyMode;
  readonly dryRun: boolean;
  /** Whether diffs are shown without secrets. */
  readonly redact: boolean;
  /** Whether a control plane node may become a worker, and the reverse. */
  readonly allowMachineTypeChange: boolean;
  /** Milliseconds that mode try lasts. */
  readonly timeout: number;
  /** Whether to wait until the node is well. */
  readonly wait: boolean;
  /** Whether to show what got worse. */
  readonly verify: boolean;
  /** Milliseconds that a node may take to be well. */
  readonly waitTimeout: number;
  /** Milliseconds that a reboot may take besides. */
  readonly restartTime: number;
  readonly progress: ProgressMode;
}

/** @throws TalosctlError where mode try does not last long enough to see how the node gets on */
export function readApplyFlags({ values, changed }: FlagValues<typeof applyFlags>): ApplySettings {
  const wait = values.wait || values.verify;
  if (wait && values.mode === 'try' && values.timeout < shortestTry) {
    throw new TalosctlError(
      `--timeout ${formatDuration(values.timeout)} is too short to see how the node gets on in mode try`,
      { hint: `with --wait or --verify it takes ${formatDuration(shortestTry)} at least` },
    );
  }
  return {
    mode: values.mode,
    dryRun: values['dry-run'],
    redact: values.redact,
    allowMachineTypeChange: values['allow-machine-type-change'],
    timeout: values.timeout,
    wait,
    verify: values.verify,
    waitTimeout: values['wait-timeout'],
    restartTime: changed('wait-timeout') ? 0 : restartTime,
    progress: values.progress,
  };
}
