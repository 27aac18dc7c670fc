import type { OutputFormat } from '../output-format.js';
import type { TrackSettings } from '../track/flags.js';
import type { UpgradeSettings } from './node-upgrade.js';
import type { UpgradeWish } from './plan.js';

export interface UpgradeOptions {
  readonly wish: UpgradeWish;
  readonly settings: UpgradeSettings;
  readonly tracking: TrackSettings;
  /** Nodes under way at once. */
  readonly parallel: number;
  readonly dryRun: boolean;
  readonly output: OutputFormat;
  readonly yes: boolean;
}
