import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { printableText } from '../../../errors/control-characters.js';
import type { NodeLists, Topology } from '../../../kube/health/topology.js';
import { allNodes } from '../../../kube/health/topology.js';
import { changeNodeConfig } from '../../../kube/machine-config.js';
import { quotedList } from '../../../kube/upgrade/upgrade-target.js';
import type { ValueMap } from '../../../machineconfig/document.js';
import type { EncodeOptions } from '../../../machineconfig/encode/encode.js';
import { isValueMap } from '../../../machineconfig/value.js';
import { parseCertificate } from '../../../pki/certificate.js';
import type { CertificateAndKey } from '../../../pki/issue.js';

export interface RotateOptions {
  readonly nodes: NodeLists;
  readonly dryRun: boolean;
  /** Of the Kubernetes API; empty: the kubeconfig's. */
  readonly endpoint: string;
  readonly kubernetes: boolean;
  readonly talos: boolean;
  /** Path of the talosconfig to write. */
  readonly output: string;
  readonly encode: EncodeOptions;
}

/** Where the authority of an API stands in the machine configuration. */
export interface AuthorityPlace {
  /** The section and the keys in it: the authority that signs, and the others that are accepted. */
  readonly section: 'machine' | 'cluster';
  readonly ca: string;
  readonly accepted: string;
}

export interface Rotation {
  readonly ctx: Context;
  readonly options: RotateOptions;
  readonly topology: Topology;
  readonly place: AuthorityPlace;
  /** The certificate of the authority that signs until now, PEM. */
  readonly current: string;
  readonly next: CertificateAndKey;
  /** Changes the configuration of a node, and waits until it is in force. */
  change(client: Client, node: string, change: (main: ValueMap) => void): Promise<void>;
}

/** Says which machines are meant. */
export async function sayTopology(ctx: Context, { controlPlane, workers }: Topology): Promise<void> {
  const addresses = (nodes: Topology['workers']): string => quotedList(nodes.map(({ address }) => address));
  await say(ctx, '> Cluster topology:');
  await say(ctx, `  - control plane nodes: ${addresses(controlPlane)}`);
  await say(ctx, `  - worker nodes: ${addresses(workers)}`);
}

/** Shows the certificate of an authority; its key is nobody's business. */
export async function sayAuthority(ctx: Context, title: string, certificate: string): Promise<void> {
  const { notAfter } = parseCertificate(certificate);
  await say(ctx, `> ${title}:`);
  await say(ctx, `  crt: ${encoded(certificate)}`);
  await say(ctx, `  valid until: ${notAfter.toISOString()}`);
}

export async function say(ctx: Context, line: string): Promise<void> {
  await ctx.stdout.write(`${printableText(line)}\n`);
}

/** The first step: every node accepts clients of the new authority. */
export async function acceptNew(rotation: Rotation, client: Client): Promise<void> {
  const { place, next } = rotation;
  await changeAll(rotation, client, (main) => setAccepted(main, place, (list) => [...list, next.crt]));
}

/** The second step: the new authority signs, the old one is accepted. */
export async function swap(rotation: Rotation, client: Client): Promise<void> {
  const { place, next, current } = rotation;
  await changeAll(rotation, client, (main, isControlPlane) => {
    setAccepted(main, place, (list) => [...list.filter((crt) => !same(crt, next.crt)), current]);
    section(main, place)[place.ca] = {
      crt: encoded(next.crt),
      ...(isControlPlane ? { key: encoded(next.key) } : { key: '' }),
    };
  });
}

/** The last step: nobody accepts the old authority any more. */
export async function dropOld(rotation: Rotation, client: Client): Promise<void> {
  const { place, current } = rotation;
  await changeAll(rotation, client, (main) =>
    setAccepted(main, place, (list) => list.filter((crt) => !same(crt, current))),
  );
}

async function changeAll(
  { ctx, options, topology, change }: Rotation,
  client: Client,
  edit: (main: ValueMap, isControlPlane: boolean) => void,
): Promise<void> {
  for (const node of allNodes(topology)) {
    if (options.dryRun) {
      await say(ctx, `  - ${node.address}: skipped (dry-run)`);
      continue;
    }
    const isControlPlane = topology.controlPlane.includes(node);
    await change(client, node.address, (main) => edit(main, isControlPlane));
    await say(ctx, `  - ${node.address}: OK`);
  }
}

/** Applies a changed configuration. Gives whether there was anything to change. */
export function applyChange(
  ctx: Context,
  { encode }: RotateOptions,
  client: Client,
  node: string,
  change: (main: ValueMap) => void,
): Promise<boolean> {
  return changeNodeConfig(client, { node, change, encode, clock: ctx.clock, signal: ctx.signal });
}

function section(main: ValueMap, { section: name }: AuthorityPlace): ValueMap {
  const found = main[name];
  if (isValueMap(found)) return found;
  const made: ValueMap = {};
  main[name] = made;
  return made;
}

/** Changes the list of accepted authorities, as PEM; each stands in it once. */
function setAccepted(
  main: ValueMap,
  place: AuthorityPlace,
  edit: (list: readonly string[]) => readonly string[],
): void {
  const map = section(main, place);
  const found = map[place.accepted];
  const list = (Array.isArray(found) ? found : []).flatMap((item) => {
    const crt = isValueMap(item) ? item['crt'] : undefined;
    return typeof crt === 'string' ? [decoded(crt)] : [];
  });
  const next = edit(list).filter((crt, index, all) => all.findIndex((other) => same(other, crt)) === index);
  map[place.accepted] = next.map((crt) => ({ crt: encoded(crt) }));
}

function same(left: string, right: string): boolean {
  return left.trim() === right.trim();
}

export function encoded(pem: string): string {
  return Buffer.from(pem, 'utf8').toString('base64');
}

export function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
