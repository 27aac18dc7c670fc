import type { ContainerInfo } from '../../gen/machine/machine.js';
import { klogHead, Logs, type ServiceLog } from './logs.js';

/** What a container's program says when it starts: severity and text without the head that klog puts before them. */
type Lines = readonly (readonly [severity: 'I' | 'W' | 'E', text: string])[];

const starts: Readonly<Record<string, Lines>> = {
  'kube-apiserver': [
    ['I', 'options.go:263] external host was not specified, using the address of the node'],
    ['I', 'server.go:150] Version'],
    ['I', 'secure_serving.go:211] Serving securely on [::]:6443'],
    ['I', 'apf_controller.go:382] Running API Priority and Fairness config worker'],
    ['I', 'cache.go:39] Caches are synced for autoregister controller'],
  ],
  'kube-controller-manager': [
    ['I', 'serving.go:386] Generated self-signed cert in-memory'],
    ['I', 'secure_serving.go:211] Serving securely on 127.0.0.1:10257'],
    ['I', 'leaderelection.go:257] attempting to acquire leader lease kube-system/kube-controller-manager...'],
    ['I', 'leaderelection.go:271] successfully acquired lease kube-system/kube-controller-manager'],
  ],
  'kube-scheduler': [
    ['I', 'serving.go:386] Generated self-signed cert in-memory'],
    ['I', 'secure_serving.go:211] Serving securely on 127.0.0.1:10259'],
    ['I', 'leaderelection.go:257] attempting to acquire leader lease kube-system/kube-scheduler...'],
    ['I', 'leaderelection.go:271] successfully acquired lease kube-system/kube-scheduler'],
  ],
  'kube-proxy': [
    ['I', 'server_linux.go:53] "Using iptables proxy"'],
    ['I', 'shared_informer.go:356] "Caches are synced" controller="service config"'],
  ],
  'kube-flannel': [
    ['I', 'main.go:211] CLI flags config: {ipMasq:true subnetFile:/run/flannel/subnet.env}'],
    ['I', 'main.go:407] Wrote subnet file to /run/flannel/subnet.env'],
    ['I', 'main.go:411] Running backend.'],
  ],
};

/** Milliseconds between the boot and the start of containers, and between two lines. */
const startTime = 8000;
const lineTime = 120;

/**
 * The logs of the containers of Kubernetes, as the kubelet keeps them: a line has its time, its stream and a mark of
 * completeness before it.
 */
export class ContainerLogs {
  readonly #logs = new Logs();
  readonly #bootedAt: Date;
  readonly #now: () => Date;

  constructor(bootedAt: Date, now: () => Date) {
    this.#bootedAt = bootedAt;
    this.#now = now;
  }

  /** The log of a container that is there. */
  of({ id, name }: Pick<ContainerInfo, 'id' | 'name'>): ServiceLog {
    const known = this.#logs.find(id);
    if (known !== undefined) return known;
    const log = this.#logs.of(id);
    const lines: Lines = starts[name] ?? [['I', `main.go:1] ${name} is ready`]];
    const started = Math.min(this.#bootedAt.getTime() + startTime, this.#now().getTime() - lines.length * lineTime);
    for (const [index, [severity, text]] of lines.entries()) {
      const at = new Date(started + index * lineTime);
      log.write(`${at.toISOString().replace('Z', '000000Z')} stderr F ${klogHead(severity, at, 1)} ${text}`);
    }
    return log;
  }
}
