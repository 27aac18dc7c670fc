/** The main document. */

import { clusterConfig } from './cluster.js';
import { machineConfig } from './machine.js';
import { field, flag, kept, optional, string, struct } from './types.js';

export const config = struct('Config', [
  kept('version', string, 'Language of this document; always `v1alpha1`.', {
    values: ['v1alpha1'],
    example: 'v1alpha1',
  }),
  field('debug', flag, 'Sends the logs of system containers to the console.'),
  field('persist', flag, 'Keeps the configuration on disk over reboots; must be true where it is set.'),
  kept('machine', optional(machineConfig), 'Settings of this one machine.'),
  kept('cluster', optional(clusterConfig), 'Settings that every machine of the cluster shares.'),
]);
