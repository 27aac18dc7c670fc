import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TalosctlError } from '../errors/errors.js';
import type { ControlReport } from '../sim/process/control.js';
import { processBegan } from '../sim/process/identity.js';
import { largestCluster } from '../sim/process/network.js';
import { type ClusterState, type NodeState, readState, writeState } from '../sim/process/state.js';
import { askProcess } from './control.js';
import { sendSignal } from './process.js';

export interface NewSimCluster {
  readonly name: string;
  readonly controlPlanes: number;
  readonly workers: number;
  /** `v1.13.9` */
  readonly talosVersion: string;
  readonly timeScale: number;
}

/** What starts the process: the words of the running program, and its environment. */
export interface Launcher {
  readonly self: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: { sleep(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly signal: AbortSignal;
}

export const logFile = 'process.log';

const startTimeout = 30_000;
const stopTimeout = 5000;
const pollTime = 50;

/** Makes the folder of a new cluster. Fails where there is one of this name already. */
export async function createState(folder: string, cluster: NewSimCluster): Promise<void> {
  const count = cluster.controlPlanes + cluster.workers;
  if (count > largestCluster) {
    throw new TalosctlError(`a simulated cluster has at most ${largestCluster} nodes, not ${count}`);
  }
  await mkdir(join(folder, '..'), { recursive: true });
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new TalosctlError(`there is a cluster "${cluster.name}" already, in ${folder}`, {
      hint: `look at it with \`talosctl cluster show --name ${cluster.name}\`, or remove it with \`talosctl cluster destroy --name ${cluster.name}\``,
    });
  }
  const nodes = [
    ...numbered(cluster, 'controlplane', cluster.controlPlanes),
    ...numbered(cluster, 'worker', cluster.workers),
  ];
  writeState(folder, {
    provisioner: 'sim',
    name: cluster.name,
    timeScale: cluster.timeScale,
    network: '',
    gateway: '',
    nodes,
  });
}

function numbered(cluster: NewSimCluster, type: NodeState['type'], count: number): readonly NodeState[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${cluster.name}-${type}-${index + 1}`,
    type,
    address: '',
    port: 0,
    subnet: '',
    uuid: randomUUID(),
    nodeId: base62(randomBytes(32)),
    version: cluster.talosVersion,
  }));
}

/** The state of a cluster that exists. */
export function existingState(folder: string, name: string): ClusterState {
  const state = readState(folder);
  if (state === undefined) {
    throw new TalosctlError(`there is no cluster "${name}": ${folder} does not hold one`, {
      hint: 'name it with --name, and the folder of its state with --state where it was given at its creation',
    });
  }
  return state;
}

/** Starts the process that runs the cluster's machines, detached, and waits until it answers. */
export async function startProcess(folder: string, name: string, around: Launcher): Promise<ClusterState> {
  const [program = '', ...words] = around.self;
  const log = await open(join(folder, logFile), 'a', 0o600);
  const child = spawn(program, [...words, 'cluster', 'serve', '--name', name, '--state', join(folder, '..')], {
    cwd: around.cwd,
    env: { ...around.env },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (status, signal) => {
    ended = signal === null ? `exit status ${status}` : signal;
  });
  await log.close();
  try {
    for (let waited = 0; waited < startTimeout; waited += pollTime) {
      if (ended !== undefined) break;
      const state = existingState(folder, name);
      if (state.process !== undefined && state.process.pid === child.pid && (await askProcess(state.process))) {
        return state;
      }
      await around.clock.sleep(pollTime, around.signal);
    }
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    child.unref();
  }
  child.kill('SIGKILL');
  throw new TalosctlError(`the simulated cluster did not start: ${ended ?? 'it does not answer'}`);
}

/** The end of what the cluster's process wrote: a quiet one wrote nothing. */
export async function processLog(folder: string): Promise<string> {
  const text = await readFile(join(folder, logFile), 'utf8').catch(() => '');
  return text.split('\n').slice(-20).join('\n');
}

/** Whether a cluster is on disk that no process runs. */
export async function isStopped(folder: string): Promise<boolean> {
  const state = readState(folder);
  if (state === undefined) return false;
  const { process } = state;
  return process === undefined || (await processBegan(process.pid)) !== process.began;
}

/** What the running process reports; undefined where the cluster is stopped. */
export async function runningReport(state: ClusterState): Promise<ControlReport | undefined> {
  return state.process === undefined ? undefined : askProcess(state.process);
}

/**
 * Gives nodes power, or takes it.
 * @param wanted names or addresses
 * @returns the names
 */
export async function switchPower(
  { name: cluster, nodes, process }: ClusterState,
  wanted: readonly string[],
  order: 'on' | 'off',
): Promise<readonly string[]> {
  const names = wanted.map((word) => {
    const node = nodes.find(({ name, address, port }) => [name, address, `${address}:${port}`].includes(word));
    if (node !== undefined) return node.name;
    throw new TalosctlError(`cluster ${cluster} has no node ${word}`, {
      hint: `its nodes are ${nodes.map(({ name, address }) => `${name} (${address})`).join(', ')}`,
    });
  });
  for (const name of names) {
    const report = process && (await askProcess(process, `POST /nodes/${encodeURIComponent(name)}/${order}`));
    if (report !== undefined) continue;
    throw new TalosctlError(`cluster ${cluster} is stopped`, {
      hint: `start it with \`talosctl cluster create sim --name ${cluster}\``,
    });
  }
  return names;
}

/**
 * Ends the cluster's process and removes its folder. Only a process that proves to be the cluster's is ended: it knows
 * the token, or it is the very process that was started.
 */
export async function destroy(
  folder: string,
  state: ClusterState,
  clock: { sleep(milliseconds: number): Promise<void> },
): Promise<void> {
  const { process } = state;
  if (process !== undefined) {
    const isOurs = async (): Promise<boolean> => (await processBegan(process.pid)) === process.began;
    if ((await askProcess(process, 'POST /stop')) === undefined && (await isOurs())) sendSignal(process.pid, 'SIGTERM');
    for (let waited = 0; waited < stopTimeout && (await isOurs()); waited += pollTime) await clock.sleep(pollTime);
    if (await isOurs()) sendSignal(process.pid, 'SIGKILL');
    while (await isOurs()) await clock.sleep(pollTime);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Bytes in the 62 letters and digits, as node identities are written. */
function base62(bytes: Buffer): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (value > 0n) {
    text = `${digits[Number(value % 62n)] ?? ''}${text}`;
    value /= 62n;
  }
  return text;
}
