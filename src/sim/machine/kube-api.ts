import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createCertificate } from '../../pki/issue.js';
import { validFor } from '../../pki/validity.js';
import { KubeServer } from '../kube/server.js';
import { imageVersion } from '../resources/rules/images.js';
import type { ServerTls } from '../rpc/server.js';
import type { ConfigView } from './config-view.js';
import type { Runtime } from './runtime.js';
import { specText } from './spec.js';

const defaultPort = 6443;
const year = 365 * 24 * 3_600_000;
const leeway = 10_000;

/** What the API server's certificate depends on. */
interface Pki {
  readonly authority: ReturnType<ConfigView['authority']>;
  readonly accepted: readonly string[];
  readonly names: readonly string[];
}

/** The Kubernetes API server of a control plane node, on its own address. */
export class KubeApi {
  readonly #runtime: Runtime;
  #server: KubeServer | undefined;
  #pki: Pki | undefined;
  /** Opening, renewing and closing, one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Listens with the certificates of the present configuration. */
  open(): Promise<void> {
    return this.#then(async () => {
      const { machine, configuration, signal } = this.#runtime;
      const view = configuration.active?.view;
      if (this.#server !== undefined || view === undefined || signal.aborted) return;
      const pki = this.#wanted(view);
      const server = await KubeServer.listen({
        host: machine.identity.address,
        port: localPort(view),
        tls: await serverTls(pki, machine.now()),
        cluster: machine.neighbours.kubernetes(view.clusterId),
        version: () => this.#version(),
        onFault: machine.fault,
      });
      this.#pki = pki;
      this.#server = server;
    });
  }

  /** Takes over changed certificates. */
  renew(): Promise<void> {
    return this.#then(async () => {
      const view = this.#runtime.configuration.active?.view;
      if (this.#server === undefined || view === undefined) return;
      const pki = this.#wanted(view);
      if (isDeepStrictEqual(pki, this.#pki)) return;
      this.#server.setTls(await serverTls(pki, this.#runtime.machine.now()));
      this.#pki = pki;
    });
  }

  close(): Promise<void> {
    return this.#then(async () => {
      const server = this.#server;
      this.#server = undefined;
      await server?.stop();
    });
  }

  #then(work: () => Promise<void>): Promise<void> {
    const next = this.#work.then(work);
    this.#work = next.catch(() => undefined);
    return next;
  }

  #wanted(view: ConfigView): Pki {
    const { machine, hostname } = this.#runtime;
    const endpoint = URL.canParse(view.clusterEndpoint) ? [new URL(view.clusterEndpoint).hostname] : [];
    const names = [
      'kubernetes',
      'kubernetes.default',
      'kubernetes.default.svc',
      'localhost',
      hostname,
      machine.identity.address,
      '127.0.0.1',
      ...endpoint.map((host) => host.replace(/^\[|\]$/g, '')),
      ...view.apiServerCertSans,
    ];
    return {
      authority: view.authority('cluster.ca'),
      accepted: view.acceptedKubernetesCas,
      names: [...new Set(names)].filter((name) => name !== ''),
    };
  }

  #version(): string {
    const { resources } = this.#runtime;
    const config = resources.get('controlplane', 'APIServerConfigs.kubernetes.talos.dev', 'kube-apiserver');
    return imageVersion(specText(config?.spec, 'image'));
  }
}

function localPort(view: ConfigView): number {
  const port = view.value('cluster.controlPlane.localAPIServerPort');
  return typeof port === 'number' || typeof port === 'bigint' ? Number(port) : defaultPort;
}

async function serverTls({ authority, accepted, names }: Pki, now: Date): Promise<ServerTls> {
  const leaf = await createCertificate(authority, {
    ...validFor(new Date(now.getTime() - leeway), year),
    usages: ['server'],
    commonName: 'kube-apiserver',
    organizations: ['kube-master'],
    dnsNames: names.filter((name) => isIP(name) === 0),
    ipAddresses: names.filter((name) => isIP(name) !== 0),
  });
  return { cert: leaf.crt, key: leaf.key, clientCa: [authority.crt, ...accepted] };
}
