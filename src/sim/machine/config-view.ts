import type { Document, MachineConfig, Value, ValueMap } from '../../machineconfig/document.js';

/** A configuration's values that the machine acts upon, by their meaning. */
export class ConfigView {
  readonly #config: MachineConfig;
  readonly #main: ValueMap;

  constructor(config: MachineConfig) {
    this.#config = config;
    this.#main = config.documents.find(({ kind }) => kind === 'v1alpha1')?.value ?? {};
  }

  get machineType(): 'controlplane' | 'worker' {
    const type = this.text('machine.type');
    return type === 'controlplane' || type === 'init' ? 'controlplane' : 'worker';
  }

  /** The hostname that is configured, undefined where the machine is left to find one. */
  get hostname(): string | undefined {
    const named = string(this.document('HostnameConfig')?.value['hostname']) ?? this.text('machine.network.hostname');
    return named === '' ? undefined : named;
  }

  get clusterName(): string {
    return this.text('cluster.clusterName') ?? '';
  }

  get clusterId(): string {
    return this.text('cluster.id') ?? '';
  }

  get clusterEndpoint(): string {
    return this.text('cluster.controlPlane.endpoint') ?? '';
  }

  get machineToken(): string {
    return this.text('machine.token') ?? '';
  }

  /** Whether members find each other (on unless disabled). */
  get discovery(): boolean {
    return this.value('cluster.discovery.enabled') === true;
  }

  get certSans(): readonly string[] {
    return strings(this.value('machine.certSANs'));
  }

  get kubeletImage(): string {
    return this.text('machine.kubelet.image') ?? '';
  }

  /** Without a leading v, `1.36.3`; empty where the image names none. */
  get kubernetesVersion(): string {
    return /:v?([^:@/]+)(?:@.*)?$/.exec(this.kubeletImage)?.[1] ?? '';
  }

  /** kubelet's arguments beyond the machine's own. */
  get kubeletExtraArgs(): ValueMap {
    const args = this.value('machine.kubelet.extraArgs');
    return isMap(args) ? args : {};
  }

  /** All that makes kubelet start anew when it changes. */
  get kubeletSettings(): Value {
    return [
      this.value('machine.kubelet') ?? null,
      this.value('cluster.ca.crt') ?? null,
      this.value('cluster.acceptedCAs') ?? null,
    ];
  }

  /** Certificate (and key, where the machine has it) of an authority, decoded to PEM. */
  authority(path: string): { readonly crt: string; readonly key: string } {
    return { crt: base64(this.text(`${path}.crt`)), key: base64(this.text(`${path}.key`)) };
  }

  /** Certificates of other authorities whose clients are accepted too, PEM. */
  get acceptedCas(): readonly string[] {
    return certificates(this.value('machine.acceptedCAs'));
  }

  /** Further names of the Kubernetes API server. */
  get apiServerCertSans(): readonly string[] {
    return strings(this.value('cluster.apiServer.certSANs'));
  }

  /** Certificates of authorities that Kubernetes accepts besides its own, PEM. */
  get acceptedKubernetesCas(): readonly string[] {
    return certificates(this.value('cluster.acceptedCAs'));
  }

  document(kind: string): Document | undefined {
    return this.#config.documents.find((document) => document.kind === kind);
  }

  /** A value of the main document by its dotted path. */
  value(path: string): Value | undefined {
    let value: Value | undefined = this.#main;
    for (const key of path.split('.')) value = isMap(value) ? value[key] : undefined;
    return value;
  }

  text(path: string): string | undefined {
    return string(this.value(path));
  }
}

function string(value: Value | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function strings(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function certificates(list: Value | undefined): readonly string[] {
  return Array.isArray(list) ? list.map((item) => base64(isMap(item) ? string(item['crt']) : undefined)) : [];
}

function base64(text: string | undefined): string {
  return text === undefined ? '' : Buffer.from(text, 'base64').toString('utf8');
}

function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
