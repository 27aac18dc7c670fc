import { publicKeyFingerprint } from '../../pki/fingerprint.js';
import type { CertificateAndKey } from '../../pki/issue.js';
import { Apid } from '../apid/apid.js';
import { audible } from '../apid/audible.js';
import { machineTls, maintenanceTls } from '../apid/certificates.js';
import { direct } from '../apid/director.js';
import type { ServerTls } from '../rpc/server.js';
import type { ConfigView } from './config-view.js';
import type { Runtime } from './runtime.js';

const authorityPollTime = 300;
const tlsPollTime = 50;

/** A machine's API towards the network: its certificate, its listener, who is served how. */
export class MachineApi {
  readonly #runtime: Runtime;
  readonly #apid: Apid;
  #tls: ServerTls | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    const { machine } = runtime;
    const { identity, neighbours } = machine;
    this.#apid = new Apid({
      host: identity.address,
      port: identity.port,
      now: machine.now,
      log: (line) => runtime.logs.of('apid').write(line),
      handler: (call, requests) => {
        // A machine without configuration has nobody to pass calls on to and looks at no target.
        if (!runtime.complete) return runtime.methods(call, requests);
        const forwarding = direct({
          forwards: runtime.isControlPlane,
          isLocal: (target) => target === identity.address || target === runtime.hostname,
          local: runtime.methods,
          reach: (target) => neighbours.reach(runtime, target),
          isStreamed: machine.isStreamed,
        });
        return audible(forwarding, machine.faults)(call, requests);
      },
    });
  }

  get listening(): boolean {
    return this.#apid.listening;
  }

  /** SHA-256 of the public key that the API shows, as `--cert-fingerprint` takes it; empty while there is none. */
  get fingerprint(): string {
    return this.#tls === undefined ? '' : publicKeyFingerprint(this.#tls.cert);
  }

  /** Makes a certificate for the present configuration, waiting where nobody is there yet who signs it. */
  async renew(): Promise<void> {
    const { machine, configuration, hostname, complete, signal } = this.#runtime;
    const view = configuration.active?.view;
    const names = {
      hostname,
      addresses: [machine.identity.address, '127.0.0.1', '::1'],
      certSans: view?.certSans ?? [],
    };
    if (!complete || view === undefined) {
      this.#tls = await maintenanceTls(names, machine.now());
      return;
    }
    const authority = await this.#authority(view, signal);
    this.#tls = await machineTls(
      authority,
      [view.authority('machine.ca').crt, ...view.acceptedCas],
      names,
      machine.now(),
    );
    this.#apid.setTls(this.#tls);
  }

  /** Forgets the certificate: the next opening waits for a new one. */
  forget(): void {
    this.#tls = undefined;
  }

  async whenReady(signal: AbortSignal): Promise<void> {
    while (this.#tls === undefined) await this.#runtime.machine.pace.wait(tlsPollTime, signal);
  }

  async open(): Promise<void> {
    if (this.#tls !== undefined && !this.#runtime.signal.aborted) await this.#apid.open(this.#tls);
  }

  async close(): Promise<void> {
    await this.#apid.close();
  }

  /** A control plane node signs for itself, a worker asks a control plane node whose authority it knows. */
  async #authority(view: ConfigView, signal: AbortSignal): Promise<CertificateAndKey> {
    const own = view.authority('machine.ca');
    if (own.key !== '') return own;
    const { neighbours, pace } = this.#runtime.machine;
    for (;;) {
      const found = neighbours.authority([own.crt, ...view.acceptedCas], view.machineToken);
      if (found !== undefined) return found;
      await pace.wait(authorityPollTime, signal);
    }
  }
}
