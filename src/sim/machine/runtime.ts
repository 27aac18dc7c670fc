import { isDeepStrictEqual } from 'node:util';
import { MachineStatusEvent_MachineStage as Stage } from '../../gen/machine/machine.js';
import { audible } from '../apid/audible.js';
import { dispatch } from '../apid/dispatch.js';
import type { RawHandler } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';
import { ResourceStore } from '../state/store.js';
import type { SimNodeFacts, SimResource } from '../types.js';
import { unlessAborted } from './abort.js';
import { MachineApi } from './api.js';
import { Configuration, type LoadedConfig, loadConfig } from './configuration.js';
import { ContainerLogs } from './container-logs.js';
import { Deferred } from './deferred.js';
import { Events } from './events.js';
import { factsOf } from './facts.js';
import { Images } from './images.js';
import { type BootedSystem, type InstalledSystem, nextBoot, systemOf } from './installed.js';
import { KernelLog } from './kernel-log.js';
import { KubeApi } from './kube-api.js';
import { ownedKubeletFlag, unknownKubeletFlag } from './kubelet-flags.js';
import { goTimeMicro, Logs } from './logs.js';
import type { Machine, PowerOff } from './machine.js';
import { type Phase, runSequence, SequenceFailure } from './sequence.js';
import * as sequences from './sequences.js';
import type { Condition, ServiceSurroundings } from './service.js';
import { configuredServices, earlyServices, type ServiceContext } from './service-definitions.js';
import { Services } from './services.js';
import { stagedImage } from './staged-upgrade.js';
import { logSettings } from './system-logs.js';

type MachineStage = SimNodeFacts['stage'];

const stageNumbers: Readonly<Record<MachineStage, Stage>> = {
  booting: Stage.BOOTING,
  installing: Stage.INSTALLING,
  maintenance: Stage.MAINTENANCE,
  running: Stage.RUNNING,
  rebooting: Stage.REBOOTING,
  'shutting down': Stage.SHUTTING_DOWN,
  resetting: Stage.RESETTING,
  upgrading: Stage.UPGRADING,
};

const answerTime = 100;
const conditionTime = 250;
const pollTime = 300;
const kubernetesStartTime = 2500;

/**
 * One boot of a machine, from power-on until it goes down: everything that a reboot loses. What lasts is the machine's
 * disk.
 */
export class Runtime {
  readonly machine: Machine;
  readonly events: Events;
  readonly logs = new Logs();
  readonly containerLogs: ContainerLogs;
  readonly kernel: KernelLog;
  readonly services: Services;
  readonly configuration: Configuration;
  readonly bootId: string;
  readonly bootedAt: Date;
  /** Its own methods behind the check of roles; what other nodes pass calls on to. */
  readonly methods: RawHandler;
  readonly images = new Images(this);
  readonly booted: BootedSystem;
  /** Whether something is being installed beside what runs. */
  installing = false;
  /** The snapshot that was sent for etcd to start with. */
  recoverySnapshot: Buffer | undefined;
  readonly #api: MachineApi;
  readonly #kubeApi = new KubeApi(this);
  readonly #resources: ResourceStore;
  readonly #derive: (facts: SimNodeFacts) => readonly SimResource[];
  readonly #down = new AbortController();
  readonly #complete = new Deferred<void>();
  #stage: MachineStage = 'booting';
  #goingDown = false;
  #kubernetesUp = false;
  #lastPid = 80;
  #stale = true;
  #derived: readonly SimResource[] = [];
  #lastStatus = '';

  constructor(machine: Machine, bootId: string) {
    const { now } = machine;
    this.machine = machine;
    this.bootId = bootId;
    this.bootedAt = now();
    this.booted = nextBoot(machine.disk.read().slots, { version: machine.identity.version });
    this.events = new Events(now);
    this.kernel = new KernelLog(now);
    this.containerLogs = new ContainerLogs(this.bootedAt, now);
    this.#resources = new ResourceStore({ now });
    this.#derive = machine.derivation();
    const stored = machine.disk.read().configText;
    this.configuration = new Configuration(
      {
        inMaintenance: () => !this.complete,
        installed: () => machine.disk.read().installed,
        persist: ({ text }) => machine.updateDisk({ configText: text }),
        activated: (previous) => this.#activated(previous),
        changed: () => this.changed(),
        reboot: () => void this.reboot('', 'default'),
        log: (message) => this.log('machined', message),
        signal: this.signal,
      },
      stored === undefined ? undefined : loadConfig(stored),
    );
    this.services = new Services((id) => this.#serviceSurroundings(id));
    this.methods = audible(dispatch(machine.methods(this)), machine.faults);
    this.#api = new MachineApi(this);
  }

  /** The Talos that runs. */
  get system(): InstalledSystem {
    return this.booted.system;
  }

  /** Ends when the machine goes down. */
  get signal(): AbortSignal {
    return this.#down.signal;
  }

  get stage(): MachineStage {
    return this.#stage;
  }

  /** Whether the machine has a configuration that it can run with. */
  get complete(): boolean {
    return isComplete(this.configuration.active);
  }

  get hostname(): string {
    return this.configuration.active?.view.hostname ?? this.machine.identity.name;
  }

  get machineType(): SimNodeFacts['machineType'] {
    return (this.complete && this.configuration.active?.view.machineType) || 'unknown';
  }

  get isControlPlane(): boolean {
    return this.machineType === 'controlplane';
  }

  /** Whether this machine's Kubernetes API server answers. */
  get kubernetesUp(): boolean {
    return this.#kubernetesUp;
  }

  /** Whether the machine runs and lacks nothing. */
  get ready(): boolean {
    return this.#stage === 'running' && factsOf(this).unmetConditions.length === 0;
  }

  /** Whether its API can be dialled. */
  get reachable(): boolean {
    return this.#api.listening;
  }

  /** The resources as they are now. */
  get resources(): ResourceStore {
    this.#update();
    return this.#resources;
  }

  /** Writes a line of a service's log, with the time before it. */
  log(service: string, message: string): void {
    this.logs.of(service).write(`${goTimeMicro(this.machine.now())} ${message}`);
  }

  /** Fails for methods that only control plane nodes have, in the words of a node. */
  requireControlPlane(what: string): void {
    if (!this.isControlPlane) {
      throw new StatusError(Code.unimplemented, `${what} is only available on control plane nodes`);
    }
  }

  /** Comes up: early services, configuration (waiting for one in maintenance mode), installation, everything else. */
  async run(): Promise<void> {
    try {
      for (const line of sequences.kernelMessages(this.machine.identity)) this.kernel.kernel(line);
      this.services.define(earlyServices(this.#serviceContext()));
      logSettings(this);
      await this.#sequence('initialize', sequences.initialize(this));
      if (!this.machine.disk.read().installed) {
        this.#setStage('installing');
        await this.#sequence('install', sequences.install(this));
        const image = this.configuration.active?.view.text('machine.install.image') ?? '';
        this.machine.updateDisk({ installed: true, slots: { next: 'A', A: systemOf(image, this.system.version) } });
        this.#goDown('rebooting', 'reboot');
        return;
      }
      const staged = stagedImage(this.machine.disk.read());
      if (staged !== undefined) {
        this.#setStage('installing');
        await this.#sequence('install', sequences.stagedUpgrade(this, staged));
        this.#goDown('rebooting', 'reboot');
        return;
      }
      await this.#sequence('install', []);
      this.services.define(configuredServices(this.#serviceContext(), this.isControlPlane ? 'controlplane' : 'worker'));
      logSettings(this);
      if (this.isControlPlane) this.#followKubernetes().catch(() => undefined);
      await this.#sequence('boot', sequences.boot(this));
      this.#setStage('running');
    } catch (error) {
      if (!this.signal.aborted && !this.#goingDown) throw error;
    }
  }

  /** Starts the way down to a reboot. */
  async reboot(actorId: string, mode: 'default' | 'powercycle' | 'force'): Promise<void> {
    await this.#leave('rebooting', 'reboot', 'reboot', sequences.reboot(this, mode), actorId);
  }

  /** Installs another version, now or early in the next boot, and reboots into it. */
  async upgrade(actorId: string, options: sequences.UpgradeOptions): Promise<void> {
    const phases = options.stage ? sequences.reboot(this, options.mode) : sequences.upgrade(this, options);
    await this.#leave('upgrading', options.stage ? 'stageUpgrade' : 'upgrade', 'reboot', phases, actorId);
  }

  async shutdown(actorId: string, force: boolean): Promise<void> {
    await this.#leave('shutting down', 'shutdown', 'shutdown', sequences.shutdown(this, force), actorId);
  }

  async reset(actorId: string, options: sequences.ResetOptions): Promise<void> {
    const then = options.reboot ? 'reboot' : 'shutdown';
    await this.#leave('resetting', 'reset', then, sequences.reset(this, options), actorId);
  }

  /** The machine is without power from now on. */
  async cut(): Promise<void> {
    this.machine.neighbours.refreshes.remove(this.#refresh);
    this.#down.abort(new StatusError(Code.unavailable, 'error reading from server: EOF'));
    await Promise.all([this.#api.close(), this.#kubeApi.close()]);
  }

  /** Resolves when the machine has a complete configuration; until then it is in maintenance mode. */
  async acquireConfiguration(): Promise<void> {
    if (!this.complete) {
      await this.#api.renew();
      this.#setStage('maintenance');
      this.kernel.talos('this machine has no configuration yet, its API is open for one (maintenance mode):');
      this.kernel.talos(
        `  talosctl apply-config --insecure --nodes ${this.machine.identity.address} ` +
          `--cert-fingerprint '${this.#api.fingerprint}' --file <config.yaml>`,
      );
      await unlessAborted(this.#complete.promise, this.signal);
      this.kernel.talos('configuration received, leaving maintenance mode');
      // The answer to the apply goes out before the connection ends.
      await this.machine.pace.wait(answerTime, this.signal);
      await this.services.stop(['apid']);
      this.#api.forget();
      this.services.find('apid')?.start();
    }
    this.#renewApi();
  }

  /** Says that facts have changed: resources follow in a moment, at the latest when someone looks. */
  changed(): void {
    this.#stale = true;
    if (!this.signal.aborted) this.machine.neighbours.refreshes.add(this.#refresh);
  }

  readonly #refresh = (): void => {
    try {
      this.#update();
    } catch (error) {
      this.machine.fault(error);
    }
  };

  #update(): void {
    if (!this.#stale) return;
    this.#stale = false;
    const facts = factsOf(this);
    const resources = this.#derive(facts);
    if (resources !== this.#derived) this.#resources.replace(resources);
    this.#derived = resources;
    this.#publishStatus(facts);
    const clusterId = this.configuration.active?.view.clusterId ?? '';
    if (clusterId !== '') this.machine.neighbours.kubernetes(clusterId).touch();
  }

  #publishStatus(facts: SimNodeFacts): void {
    const status = JSON.stringify([facts.stage, facts.unmetConditions]);
    if (status === this.#lastStatus) return;
    this.#lastStatus = status;
    this.events.status(stageNumbers[facts.stage], facts.unmetConditions);
  }

  #setStage(stage: MachineStage): void {
    this.#stage = stage;
    this.changed();
    this.machine.neighbours.changed(this.machine);
    this.#publishStatus(factsOf(this));
  }

  async #sequence(name: string, phases: readonly Phase[], actorId = ''): Promise<void> {
    const { events, kernel, signal, machine } = this;
    const { pace, faults } = machine;
    await runSequence({ events, kernel, pace, faults, signal }, name, phases, actorId);
  }

  /** Runs a sequence that ends with the machine down. Of two the first wins. */
  async #leave(
    stage: MachineStage,
    name: string,
    then: PowerOff,
    phases: readonly Phase[],
    actorId: string,
  ): Promise<void> {
    if (this.#goingDown) return;
    this.#goingDown = true;
    this.#setStage(stage);
    try {
      await this.#sequence(name, phases, actorId);
      this.#goDown(stage, then);
    } catch (error) {
      // The machine stays half-way; another attempt is let in.
      if (error instanceof SequenceFailure) this.#goingDown = false;
      else if (!this.signal.aborted) throw error;
    }
  }

  #goDown(stage: MachineStage, then: PowerOff): void {
    this.#goingDown = true;
    this.#setStage(stage);
    this.kernel.kernel(then === 'reboot' ? 'reboot: Restarting system' : 'reboot: Power down', 'notice');
    this.machine.powerOff(then);
  }

  #activated(previous: LoadedConfig | undefined): void {
    if (isComplete(previous)) {
      this.#renewApi();
      const { active } = this.configuration;
      this.#kubeApi.renew().catch(this.machine.fault);
      if (!isDeepStrictEqual(previous?.view.kubeletSettings, active?.view.kubeletSettings)) this.#restartKubelet();
    } else if (this.complete) {
      this.#complete.resolve();
    }
    this.changed();
    this.machine.neighbours.changed(this.machine);
  }

  #renewApi(): void {
    this.#api.renew().catch((error: unknown) => {
      if (!this.signal.aborted) this.log('machined', `no API certificate: ${String(error)}`);
    });
  }

  #restartKubelet(): void {
    const owned = ownedKubeletFlag(this.#kubeletArgs());
    if (owned !== undefined) {
      this.log('machined', `kubelet keeps its settings: the extra argument "${owned}" is set by the machine`);
      return;
    }
    const kubelet = this.services.find('kubelet');
    if (kubelet === undefined || !kubelet.started) return;
    void kubelet.stop().then(() => {
      if (!this.signal.aborted && !this.#goingDown) kubelet.start();
    });
  }

  #kubeletArgs(): readonly string[] {
    return Object.keys(this.configuration.active?.view.kubeletExtraArgs ?? {});
  }

  /** The control plane's static pods run while etcd does; it takes a kubelet to start them. */
  async #followKubernetes(): Promise<void> {
    const { pace, neighbours } = this.machine;
    for (;;) {
      const isUp = (id: string): boolean => this.services.find(id)?.up === true;
      const up = isUp('etcd') && (isUp('kubelet') || this.#kubernetesUp);
      if (up !== this.#kubernetesUp) {
        if (up) await pace.wait(kubernetesStartTime, this.signal);
        this.#kubernetesUp = up;
        await (up ? this.#kubeApi.open() : this.#kubeApi.close()).catch((error: unknown) => {
          this.log('machined', `the Kubernetes API server cannot listen: ${String(error)}`);
        });
        this.changed();
        neighbours.changed(this.machine);
      }
      await pace.wait(pollTime, this.signal);
    }
  }

  #serviceSurroundings(id: string): ServiceSurroundings {
    // A service has a log from the start, though it may have nothing to say.
    this.logs.of(id);
    return {
      events: this.events,
      pace: this.machine.pace,
      now: this.machine.now,
      signal: this.signal,
      nextPid: () => {
        this.#lastPid += 7;
        return this.#lastPid;
      },
      log: (line) => this.logs.of(id).write(line),
      pass: (signal) => this.machine.faults.pass(id, signal),
      changed: () => this.changed(),
    };
  }

  #serviceContext(): ServiceContext {
    const { pace, now, identity } = this.machine;
    return {
      now,
      address: identity.address,
      hostname: () => this.hostname,
      log: (id, line) => this.logs.of(id).write(line),
      soon: (description) => ({ description, wait: (signal) => pace.wait(conditionTime, signal) }),
      up: (id) => this.#serviceUp(id),
      apiConfig: () => ({
        description: 'api certificates, config to be ready',
        wait: (signal) => this.#api.whenReady(signal),
      }),
      openApi: () => {
        this.#api.open().catch((error: unknown) => this.log('apid', `cannot listen: ${String(error)}`));
      },
      closeApi: () => {
        this.#api.close().catch((error: unknown) => this.log('apid', `cannot stop listening: ${String(error)}`));
      },
      etcdReady: (signal) => this.#joinEtcd(signal),
      etcdRemoved: () => this.machine.disk.read().etcd?.removed === true,
      kubeletFlagProblem: () =>
        unknownKubeletFlag(this.#kubeletArgs(), this.configuration.active?.view.kubernetesVersion ?? ''),
      kubernetesVersion: () => this.configuration.active?.view.kubernetesVersion ?? '',
    };
  }

  #serviceUp(id: string): Condition {
    return {
      description: `service "${id}" to be "up"`,
      wait: async (signal) => {
        // The services of a list are made together: by the time one waits, the other is there.
        await this.services.find(id)?.upCondition().wait(signal);
      },
    };
  }

  /** Waits until this machine is a member of its cluster's etcd: by bootstrap, or by joining one that runs. */
  async #joinEtcd(signal: AbortSignal): Promise<void> {
    const { machine } = this;
    const clusterId = this.configuration.active?.view.clusterId ?? '';
    for (let round = 0; machine.disk.read().etcd?.clusterId !== clusterId; round++) {
      if (machine.neighbours.etcdRuns(clusterId)) {
        machine.joinEtcd(clusterId);
        return;
      }
      if (round % 30 === 0) {
        this.kernel.talos(
          'etcd waits to join its cluster; when this is the first node of it, ' +
            `run \`talosctl bootstrap\` against ${machine.identity.address}`,
        );
      }
      await machine.pace.wait(pollTime, signal);
    }
  }
}

function isComplete(loaded: LoadedConfig | undefined): boolean {
  return loaded?.config.documents.some(({ kind }) => kind === 'v1alpha1') ?? false;
}
