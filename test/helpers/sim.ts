import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimCluster } from '../../src/sim/cluster.js';
import type { KeptClusters } from '../../src/sim/kept.js';
import { MemoryDisk } from '../../src/sim/machine/disk.js';
import type { Machine } from '../../src/sim/machine/machine.js';
import { claimNetwork, freePort } from '../../src/sim/process/network.js';
import { type CliOptions, type CliResult, runCli } from './cli.js';

export interface SimOptions {
  readonly controlPlanes?: number;
  readonly workers?: number;
  /** Default 0.03: a boot takes a fraction of a second. */
  readonly timeScale?: number;
  /** Where what etcd holds is kept. */
  readonly kept?: KeptClusters;
  /** The version of Kubernetes that is generated; the newest unless given. */
  readonly kubernetesVersion?: string;
}

/** A simulated cluster inside the test's process, with a home to run commands in. */
export interface Sim {
  readonly cluster: SimCluster;
  /** Addresses as they are written after -n, control plane nodes first. */
  readonly nodes: readonly string[];
  readonly home: string;
  /** Runs a command line in that home. */
  run(words: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** The same; fails unless the command succeeds. Gives stdout. */
  ok(words: readonly string[], options?: CliOptions): Promise<string>;
  machine(index: number): Machine;
  /** Generates configurations into `out/` of the home and makes its talosconfig the one in use. */
  generate(): Promise<void>;
  /** Generates, applies, bootstraps, and waits until every node is ready. */
  configure(): Promise<void>;
}

/** Waits until something holds; says what it waited for where it does not in time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeout = 60_000): Promise<void> {
  const deadline = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`in vain waited for: ${what}`);
    await sleep(20);
  }
}

/** Starts unconfigured machines; they answer in maintenance mode when it resolves. Stopped after the test. */
export async function startSim(t: Pick<TestContext, 'after'>, options: SimOptions = {}): Promise<Sim> {
  const { controlPlanes = 1, workers = 1, timeScale = 0.03, kept, kubernetesVersion } = options;
  const network = await claimNetwork();
  const home = await mkdtemp(join(tmpdir(), 'talosctl-sim-'));
  const machines = [];
  for (let index = 0; index < controlPlanes + workers; index++) {
    const { address, port } = network.node(index);
    const role = index < controlPlanes ? `controlplane-${index + 1}` : `worker-${index - controlPlanes + 1}`;
    machines.push({
      identity: {
        name: `demo-${role}`,
        address,
        port: port === 0 ? await freePort(address) : port,
        subnet: network.network,
        uuid: `00000000-0000-4000-8000-00000000000${index}`,
        nodeId: `node${index}`,
        version: 'v1.13.9',
      },
      disk: new MemoryDisk(),
    });
  }
  const faults: unknown[] = [];
  const onFault = (_machine: string, error: unknown): void => void faults.push(error);
  const cluster = new SimCluster({ machines, timeScale, onFault, ...(kept === undefined ? {} : { kept }) });
  t.after(async () => {
    await cluster.stop();
    await new Promise<void>((resolve) => network.server.close(() => resolve()));
    await rm(home, { recursive: true, force: true });
    if (faults.length > 0) throw faults[0];
  });
  cluster.powerOn();
  await until('all machines to answer', () => cluster.machines.every(({ runtime }) => runtime?.reachable === true));

  const nodes = machines.map(({ identity }) =>
    identity.port === 50000 ? identity.address : `${identity.address}:${identity.port}`,
  );
  const env = { HOME: home, TALOSCONFIG: join(home, 'out', 'talosconfig') };
  const sim: Sim = {
    cluster,
    nodes,
    home,
    run: (words, cli = {}) => runCli(words, { env, cwd: home, ...cli }),
    async ok(words, cli) {
      const result = await sim.run(words, cli);
      if (result.code !== 0) throw new Error(`talosctl ${words.join(' ')}: ${result.stderr}`);
      return result.stdout;
    },
    machine(index) {
      const machine = cluster.machines[index];
      if (machine === undefined) throw new Error(`there is no machine ${index}`);
      return machine;
    },
    async generate() {
      const [endpoint = ''] = nodes;
      await sim.ok([
        'gen',
        'config',
        'demo',
        `https://${endpoint}:6443`,
        '--output-dir',
        'out',
        '--with-docs=false',
        '--with-examples=false',
        ...(kubernetesVersion === undefined ? [] : ['--kubernetes-version', kubernetesVersion]),
      ]);
      await sim.ok(['config', 'endpoint', ...nodes.slice(0, controlPlanes)]);
      await sim.ok(['config', 'node', endpoint]);
    },
    async configure() {
      await sim.generate();
      for (const [index, node] of nodes.entries()) {
        const file = join('out', index < controlPlanes ? 'controlplane.yaml' : 'worker.yaml');
        await sim.ok(['apply-config', '--insecure', '-n', node, '-f', file]);
      }
      await until('bootstrap', async () => (await sim.run(['bootstrap'])).code === 0);
      await until('every node to be ready', () => cluster.machines.every(({ runtime }) => runtime?.ready === true));
    },
  };
  return sim;
}

/** A generated configuration of the home. */
export async function generated(sim: Sim, type: 'controlplane' | 'worker'): Promise<string> {
  return readFile(join(sim.home, 'out', `${type}.yaml`), 'utf8');
}
