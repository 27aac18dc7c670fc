import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type { MachineIdentity } from '../machine/machine.js';
import { readIfThere, writePrivate } from './files.js';

/** One machine as the state file has it: what it was made as. */
export interface NodeState extends MachineIdentity {
  /** What it was made for; its configuration decides. */
  readonly type: 'controlplane' | 'worker';
}

/** The process that runs the machines. */
export interface ProcessState {
  readonly pid: number;
  /** When the process began, in the system's own words; tells it from a later one of the same number. */
  readonly began: string;
  /** Where it takes orders, and the word that they need. */
  readonly control: string;
  readonly token: string;
}

/** Where the talosconfig context is that was made with a cluster. */
export interface ContextPlace {
  /** Path of the talosconfig. */
  readonly path: string;
  readonly name: string;
  /** The context's authority, base64 of PEM: tells it from another one of the name. */
  readonly ca: string;
  /** The current context before; empty: there was none. */
  readonly before: string;
}

/** A simulated cluster on disk: `state.yaml` in its folder. */
export interface ClusterState {
  readonly provisioner: 'sim';
  readonly name: string;
  readonly timeScale: number;
  /** `127.5.0.0/24`, or `127.0.0.1/32` where every node has a port of its own. */
  readonly network: string;
  readonly gateway: string;
  readonly nodes: readonly NodeState[];
  /** Absent where people configure the nodes themselves. */
  readonly talosconfig?: ContextPlace | undefined;
  /** Absent while nothing runs. */
  readonly process?: ProcessState | undefined;
}

export const stateFile = 'state.yaml';

/** The folder that a machine's disk is kept in. */
export function nodeFolder(clusterFolder: string, node: string): string {
  return join(clusterFolder, node);
}

/** Reads a cluster's state, undefined where its folder has none. */
export function readState(folder: string): ClusterState | undefined {
  const text = readIfThere(join(folder, stateFile));
  return text === undefined ? undefined : (parse(text) as ClusterState);
}

export function writeState(folder: string, state: ClusterState): void {
  writePrivate(join(folder, stateFile), stringify(state));
}
