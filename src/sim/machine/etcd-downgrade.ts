import { Code, StatusError } from '../rpc/status.js';
import type { EtcdState } from './etcd-state.js';

/** Version of the protocol that the members have agreed on. */
export const clusterVersion = '3.6';
/** The only version that this one can go back to. */
const previousVersion = '3.5';

/** Refuses versions that are none, in the words of a node. */
export function checkDowngradeVersion(version: string): void {
  const parts = version.split('.');
  const refuse = (message: string): never => {
    throw new StatusError(Code.invalidArgument, message);
  };
  if (version === '') refuse('version is required for etcd downgrade');
  if (parts.length !== 2) refuse('version should be in MAJOR.MINOR format');
  const [major = NaN, minor = NaN] = parts.map((part) => (/^[+-]?\d+$/.test(part) ? Number(part) : NaN));
  if (Number.isNaN(major)) refuse('major version should be a number');
  if (Number.isNaN(minor)) refuse('minor version should be a number');
  if (major < 3 || (major === 3 && minor < 5)) {
    refuse('etcd downgrade is only supported to 3.5 and later versions');
  }
}

/** What etcd itself refuses. */
export function checkDowngrade({ downgradeTo }: EtcdState, version: string): void {
  if (downgradeTo !== undefined) {
    throw new Error('failed to query etcd status: etcdserver: cluster has a downgrade job in progress');
  }
  if (version !== previousVersion) {
    throw new Error('failed to query etcd status: etcdserver: invalid downgrade target version');
  }
}
