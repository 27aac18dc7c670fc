import { CallError, UsageError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { ContainerdNamespace } from '../../../gen/common/common.js';
import type { ImageNamespace } from './namespace-flag.js';

/** Whether a node is older than the image service (Talos 1.13), and has only the calls of the machine service. */
export function lacksImageService(error: unknown): boolean {
  return error instanceof CallError && error.code === GrpcStatus.Unimplemented;
}

/** The namespace as the older calls name it. */
export function legacyNamespace(namespace: ImageNamespace): ContainerdNamespace {
  switch (namespace) {
    case 'cri':
      return ContainerdNamespace.NS_CRI;
    case 'system':
      return ContainerdNamespace.NS_SYSTEM;
    case 'inmem':
      throw new UsageError('this node runs a Talos before 1.13, which shows the namespaces cri and system only');
  }
}
