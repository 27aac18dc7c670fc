import { createHash } from 'node:crypto';
import { ContainerDriver, type ContainerdInstance, ContainerdNamespace } from '../../gen/common/common.js';
import { imageExists } from '../registry.js';
import { Code, StatusError } from '../rpc/status.js';
import { containersOf, kubernetesNamespace } from './containers.js';
import type { Runtime } from './runtime.js';

export interface Image {
  readonly name: string;
  readonly digest: string;
  readonly size: bigint;
  readonly createdAt: Date;
  readonly labels: Readonly<Record<string, string>>;
}

/** Where images are kept. */
export type ImageNamespace = 'cri' | 'system' | 'inmem';

/** The namespace that a request means; refuses what a node refuses. */
export function imageNamespace(instance: ContainerdInstance | undefined): ImageNamespace {
  const { driver = ContainerDriver.CONTAINERD, namespace = ContainerdNamespace.NS_UNKNOWN } = instance ?? {};
  if (namespace !== ContainerdNamespace.NS_CRI && namespace !== ContainerdNamespace.NS_SYSTEM) {
    throw new StatusError(Code.invalidArgument, `invalid containerd namespace ${ContainerdNamespace[namespace]}`);
  }
  if (driver === ContainerDriver.CRI) return namespace === ContainerdNamespace.NS_CRI ? 'cri' : 'system';
  if (namespace === ContainerdNamespace.NS_CRI) {
    throw new StatusError(Code.invalidArgument, 'cannot use CRI namespace with containerd driver');
  }
  return 'inmem';
}

const managed = { 'io.cri-containerd.image': 'managed' };
const pinned = { ...managed, 'io.cri-containerd.pinned': 'pinned' };

/** What the registries of the world have, as far as the simulation goes: repositories with any tag. */
const known = [
  /^docker\.io\/library\/(?:alpine|busybox|debian|nginx|ubuntu)$/,
  /^ghcr\.io\/siderolabs\/(?:flannel|installer|installer-base|kubelet|talos)$/,
  /^factory\.talos\.dev\/(?:[a-z]+-)?installer(?:-secureboot)?\/[0-9a-f]{64}$/,
  /^registry\.example\.com\/.+$/,
  /^registry\.k8s\.io\/(?:etcd|kube-(?:apiserver|controller-manager|proxy|scheduler)|pause|coredns\/coredns)$/,
];

/** A reference in its parts, with what is left out added: `busybox` is docker.io/library/busybox:latest. */
interface Reference {
  readonly repository: string;
  /** `:tag` or `@digest`. */
  readonly version: string;
}

export function parseReference(text: string): Reference {
  const [, path = text, version = ''] = /^(.*?)((?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?)$/.exec(text) ?? [];
  const [first = '', ...rest] = path.split('/');
  const hasHost = rest.length > 0 && /[.:]|^localhost$/.test(first);
  const repository = hasHost ? path : `docker.io/${rest.length === 0 ? 'library/' : ''}${path}`;
  return { repository, version: version === '' ? ':latest' : version };
}

/** Whether an image, by its repository, is an installer of Talos. */
export function isInstaller({ repository }: Reference): boolean {
  return /\/(?:[a-z]+-)?installer(?:-base|-secureboot)?(?:\/[0-9a-f]{64})?$/.test(repository);
}

export function digestOf({ repository, version }: Reference): string {
  const given = /sha256:[0-9a-f]{64}$/.exec(version)?.[0];
  return given ?? `sha256:${createHash('sha256').update(`${repository}${version}`).digest('hex')}`;
}

/** The images of a boot of a machine: those that its containers need, and what was pulled, imported and removed. */
export class Images {
  readonly #runtime: Runtime;
  readonly #added = new Map<string, Image>();
  readonly #removed = new Set<string>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Sorted by name, as containerd keeps them. */
  list(namespace: ImageNamespace): readonly Image[] {
    const images = new Map<string, Image>();
    for (const image of this.#own(namespace)) images.set(image.name, image);
    for (const [key, image] of this.#added) if (key.startsWith(`${namespace} `)) images.set(image.name, image);
    return [...images.values()]
      .filter(({ name }) => !this.#removed.has(`${namespace} ${name}`))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  find(namespace: ImageNamespace, name: string): Image | undefined {
    return this.list(namespace).find((image) => image.name === name);
  }

  /** Whether a registry has the image. */
  canPull(reference: Reference): boolean {
    const { repository, version } = reference;
    return known.some((pattern) => pattern.test(repository)) && imageExists(`${repository}${version}`);
  }

  /** Keeps an image under its name, its name with the digest, and in CRI's own way its digest alone. */
  add(namespace: ImageNamespace, reference: Reference): Image {
    const labels = namespace === 'cri' ? managed : {};
    const made = namesOf(reference).map((name) => makeImage(name, reference, labels, this.#runtime.machine.now()));
    for (const image of made) {
      this.#added.set(`${namespace} ${image.name}`, image);
      this.#removed.delete(`${namespace} ${image.name}`);
    }
    const [, canonical] = made;
    if (canonical === undefined) throw new Error('an image has a name with its digest');
    return canonical;
  }

  remove(namespace: ImageNamespace, name: string): void {
    this.#added.delete(`${namespace} ${name}`);
    this.#removed.add(`${namespace} ${name}`);
  }

  #own(namespace: ImageNamespace): readonly Image[] {
    return this.#needed(namespace).flatMap((text) => {
      const reference = parseReference(text);
      const labels = namespace !== 'cri' ? {} : text.includes('/pause:') ? pinned : managed;
      return namesOf(reference).map((name) => makeImage(name, reference, labels, this.#runtime.bootedAt));
    });
  }

  /** References of what runs. */
  #needed(namespace: ImageNamespace): readonly string[] {
    if (namespace === 'cri') return containersOf(this.#runtime, kubernetesNamespace).map(({ image }) => image);
    if (namespace === 'inmem') return [];
    const kubelet = this.#runtime.configuration.active?.view.kubeletImage ?? '';
    const etcd = this.#runtime.resources
      .list('etcd', 'EtcdSpecs.etcd.talos.dev')
      .map(({ spec }) => String((spec as Readonly<Record<string, unknown>>)['image'] ?? ''));
    return [kubelet, ...etcd].filter((image) => image !== '');
  }
}

const mebibyte = 1024 * 1024;

function namesOf(reference: Reference): readonly [string, string, string] {
  const digest = digestOf(reference);
  return [
    `${reference.repository}${reference.version}`,
    `${reference.repository}@${digest}`,
    `sha256:${createHash('sha256').update(`configuration ${digest}`).digest('hex')}`,
  ];
}

function makeImage(name: string, reference: Reference, labels: Image['labels'], createdAt: Date): Image {
  const digest = digestOf(reference);
  const spread = Number.parseInt(digest.slice(7, 11), 16) / 0xffff;
  const size = reference.repository.endsWith('/pause') ? 0.66 * mebibyte : (8 + spread * 30) * mebibyte;
  return { name, digest, size: BigInt(Math.round(size)), createdAt, labels };
}
