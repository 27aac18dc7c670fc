import { Code, StatusError } from '../rpc/status.js';
import type { Runtime } from './runtime.js';

/** A member of an etcd cluster. */
export interface EtcdPeer {
  readonly id: bigint;
  readonly hostname: string;
  readonly address: string;
}

/** The members as this machine's etcd knows them. Fails where its etcd does not run. */
export function etcdMembers(runtime: Runtime): readonly EtcdPeer[] {
  if (runtime.services.find('etcd')?.up !== true) {
    throw new StatusError(
      Code.unavailable,
      'connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused"',
    );
  }
  return runtime.machine.neighbours.etcdPeers(runtime.configuration.active?.view.clusterId ?? '');
}
