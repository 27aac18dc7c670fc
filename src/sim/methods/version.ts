import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

/** Who the machine is: what runs on it, and its name. */
export const identity = [
  unary(MachineServiceService.version, ({ system, complete }: Runtime) => ({
    messages: [
      {
        metadata: undefined,
        version: {
          tag: system.version,
          sha: 'undefined',
          built: '',
          goVersion: 'go1.26.8',
          os: 'linux',
          arch: 'amd64',
        },
        platform: { name: 'metal', mode: 'metal' },
        features: complete ? { rbac: true } : undefined,
      },
    ],
  })),
  unary(MachineServiceService.hostname, (runtime: Runtime) => ({
    messages: [{ metadata: undefined, hostname: runtime.hostname }],
  })),
];
