import { hasHash, hashSize, SnapshotHash } from '../../etcd/snapshot-hash.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { clientStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const patience = 1000;
const done = { messages: [{ metadata: undefined }] };

/** The start of etcd, with nothing or with a snapshot. */
export const bootstrap = [
  unary(MachineServiceService.bootstrap, async (runtime: Runtime, { recoverEtcd, recoverSkipHashCheck }, call) => {
    runtime.log('machined', 'bootstrap request received');
    const cri = runtime.services.find('cri');
    if (cri === undefined) throw notYet();
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(patience)]);
    await cri
      .upCondition()
      .wait(signal)
      .catch(() => {
        throw notYet();
      });
    runtime.requireControlPlane('bootstrap');
    if (runtime.machine.disk.read().etcd !== undefined) {
      throw new StatusError(Code.alreadyExists, 'etcd data directory is not empty');
    }
    const clusterId = runtime.configuration.active?.view.clusterId ?? '';
    const etcd = runtime.services.find('etcd');
    const state = runtime.machine.neighbours.etcdState(clusterId);
    try {
      state.recovered = recoverEtcd ? restored(runtime.recoverySnapshot, recoverSkipHashCheck) : undefined;
    } catch (error) {
      // The call has done its part when etcd is on its way.
      await etcd?.fail(`Failed to run pre stage: ${error instanceof Error ? error.message : String(error)}`);
      return done;
    }
    runtime.machine.joinEtcd(clusterId);
    etcd?.start();
    runtime.changed();
    return done;
  }),
  clientStream(MachineServiceService.etcdRecover, async (runtime: Runtime, requests) => {
    if (runtime.services.find('cri') === undefined) {
      throw new StatusError(Code.failedPrecondition, 'etcd service is not ready for recovery yet');
    }
    runtime.requireControlPlane('etcd recover');
    const pieces: Buffer[] = [];
    for await (const { bytes } of requests) pieces.push(bytes);
    runtime.recoverySnapshot = Buffer.concat(pieces);
    return done;
  }),
];

/** The database in a snapshot. */
function restored(snapshot: Buffer | undefined, skipHashCheck: boolean): Buffer {
  if (snapshot === undefined) throw new Error('stat /var/lib/etcd.snapshot: no such file or directory');
  if (!skipHashCheck) {
    const hash = new SnapshotHash();
    hash.update(snapshot);
    const verdict = hash.verdict();
    if (verdict === 'missing') {
      throw new Error('snapshot missing hash but --skip-hash-check=false');
    }
    if (verdict === 'wrong') throw new Error('expected sha256 of the snapshot does not match its contents');
  }
  return hasHash(snapshot.length) ? snapshot.subarray(0, -hashSize) : snapshot;
}

function notYet(): StatusError {
  return new StatusError(Code.failedPrecondition, 'bootstrap is not available yet');
}
