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
  readonly next: CertificateAndKey;
  /** Certificates that go in the end, PEM: the current one, and what signed on any node after a rotation that failed. */
  readonly retired: Set<string>;
  /** Nodes by the certificate of an authority that they accept besides. */
  readonly others: Map<string, string[]>;
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
  const { place, next, retired } = rotation;
  await changeAll(rotation, client, (main, { isControlPlane }) => {
    const own = signingAuthority(main, place);
    if (own !== '' && own !== normalized(next.crt)) retired.add(own);
    setAccepted(main, place, (list) => [...list.filter((crt) => !same(crt, next.crt)), ...retired]);
    section(main, place)[place.ca] = {
      crt: encoded(next.crt),
      ...(isControlPlane ? { key: encoded(next.key) } : { key: '' }),
    };
  });
}

/** The last step: nobody accepts the old authority any more. */
export async function dropOld(rotation: Rotation, client: Client): Promise<void> {
  const { place, retired, others } = rotation;
  await changeAll(rotation, client, (main, { address }) =>
    setAccepted(main, place, (list) => {
      const kept = list.filter((crt) => !retired.has(normalized(crt)));
      for (const crt of kept.map(normalized)) others.set(crt, [...(others.get(crt) ?? []), address]);
      return kept;
    }),
  );
}

/** Names the authorities that are accepted besides the new one: somebody's own, or left by a rotation that failed. */
export async function tellOthers({ ctx, place, others }: Rotation): Promise<void> {
  for (const [crt, nodes] of others) {
    const { notBefore, notAfter } = parseCertificate(crt);
    const span = `${notBefore.toISOString().slice(0, 19)}Z to ${notAfter.toISOString().slice(0, 19)}Z`;
    await ctx.stderr.write(
      `${nodes.join(', ')}: another authority is accepted still, valid from ${span}; ` +
        `where a rotation that failed has left it, take it out of ${place.section}.${place.accepted}\n`,
    );
  }
}

async function changeAll(
  { ctx, options, topology, change }: Rotation,
  client: Client,
  edit: (main: ValueMap, node: { readonly address: string; readonly isControlPlane: boolean }) => void,
): Promise<void> {
  for (const node of allNodes(topology)) {
    if (options.dryRun) {
      await say(ctx, `  - ${node.address}: skipped (dry-run)`);
      continue;
    }
    const { address } = node;
    const isControlPlane = topology.controlPlane.includes(node);
    await change(client, address, (main) => edit(main, { address, isControlPlane }));
    await say(ctx, `  - ${address}: OK`);
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

/** The certificate of the authority that signs, PEM; empty where there is none. */
function signingAuthority(main: ValueMap, place: AuthorityPlace): string {
  const ca = section(main, place)[place.ca];
  const crt = isValueMap(ca) ? ca['crt'] : undefined;
  return typeof crt === 'string' && crt !== '' ? normalized(decoded(crt)) : '';
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
  return normalized(left) === normalized(right);
}

/** PEM with a line end behind it, as it is commonly written. */
export function normalized(pem: string): string {
  return `${pem.trim()}\n`;
}

export function encoded(pem: string): string {
  return Buffer.from(pem, 'utf8').toString('base64');
}

export function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
