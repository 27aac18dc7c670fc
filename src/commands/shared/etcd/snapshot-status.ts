import type { SnapshotStatus } from '../../../etcd/snapshot-status.js';

export function formatSnapshotStatus({ hash, revision, totalKeys, totalSize }: SnapshotStatus): string {
  const sum = hash.toString(16).padStart(8, '0');
  return `hash ${sum}, revision ${revision}, total keys ${totalKeys}, total size ${totalSize}`;
}
