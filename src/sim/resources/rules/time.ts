import { type Rule, resource } from '../node.js';

/** Whether the clock is in step. */
export const timeRules: Rule = ({ config }) => [
  resource('TimeStatuses.v1alpha1.talos.dev', 'node', 'time.SyncController', {
    synced: true,
    syncDisabled: config?.flag('machine.time.disabled') ?? false,
  }),
  resource('AdjtimeStatuses.v1alpha1.talos.dev', 'node', 'time.AdjtimeStatusController', {
    offset: '125.731µs',
    frequencyAdjustmentRatio: 1.0000031738,
    maxError: '16.5ms',
    estError: '0s',
    status: 'STA_PLL | STA_NANO',
    constant: 7,
    syncStatus: true,
    state: 'TIME_OK',
  }),
];
