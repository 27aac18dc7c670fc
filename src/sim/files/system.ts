import type { Runtime } from '../machine/runtime.js';
import { device, file, folder, type Placed } from './node.js';

/** Below /system and /run: the machine's state, and what lives until the next boot. */
export function systemFiles(runtime: Runtime): readonly Placed[] {
  const { configuration, machine, bootedAt } = runtime;
  const config = configuration.persistent?.text;
  const secret = { mode: 0o600, modified: bootedAt };
  return [
    ['/system', folder({ label: 'system_t', modified: bootedAt })],
    ['/system/state', folder({ label: 'system_state_t', mode: 0o700 })],
    ...(config === undefined
      ? []
      : ([
          ['/system/state/config.yaml', file(config, secret)],
          ['/system/state/node-identity.yaml', file(`nodeId: ${machine.identity.nodeId}\n`, secret)],
        ] satisfies readonly Placed[])),
    ['/system/etc', folder()],
    ['/system/libexec', folder()],
    ['/system/var', folder()],
    ['/system/resolved/resolv.conf', file('nameserver 169.254.116.108\n')],
    ['/system/run/containerd/containerd.sock', device('socket', { mode: 0o660 })],
    ['/run', folder({ label: 'run_t', modified: bootedAt })],
    ...(runtime.services.find('cri')?.up === true
      ? [['/run/containerd/containerd.sock', device('socket', { mode: 0o660 })] as const]
      : []),
    ['/run/lock', folder()],
    ['/tmp', folder({ label: 'tmp_t', mode: 0o777, modified: bootedAt })],
    ['/opt', folder({ label: 'opt_t' })],
    ['/opt/cni/bin', folder({ label: 'cni_plugin_t' })],
    ['/opt/containerd/bin', folder({ label: 'containerd_plugin_t' })],
    ['/opt/containerd/lib', folder()],
    ['/var', folder({ label: 'ephemeral_t' })],
  ];
}
