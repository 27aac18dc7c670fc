import { type FlagValues, flag } from '../../../cli/flags.js';

export const progressModes = ['auto', 'plain', 'json'] as const;
export type ProgressMode = (typeof progressModes)[number];

/** How the nodes are shown while they are waited for. */
export const progressFlag = flag.enumeration(
  'how to show it: auto (a line for each node on a terminal, else plain), plain lines, or json, an object a line on standard output',
  progressModes,
  { default: 'auto', foldCase: true },
);

/** Flags of the commands that ask nodes for something that takes its time. */
export const trackFlags = {
  wait: flag.bool('wait until it is done, and show how it goes on', { default: true }),
  debug: flag.bool('show the kernel log of nodes on which it fails; implies --wait'),
  timeout: flag.duration('how long to wait at most', { default: 30 * 60_000 }),
  progress: progressFlag,
};

/** How to wait. */
export interface TrackSettings {
  readonly wait: boolean;
  readonly debug: boolean;
  /** Milliseconds. */
  readonly timeout: number;
  readonly progress: ProgressMode;
}

export function readTrackFlags({ values }: Pick<FlagValues<typeof trackFlags>, 'values'>): TrackSettings {
  const { wait, debug, timeout, progress } = values;
  return { wait: wait || debug, debug, timeout, progress };
}
