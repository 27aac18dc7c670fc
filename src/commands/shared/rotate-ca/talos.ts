import { resolve as resolvePath } from 'node:path';
import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { connect } from '../../../client/connect.js';
import { shortAddress } from '../../../client/endpoint.js';
import { getResource } from '../../../client/state.js';
import { CallError, TalosctlError } from '../../../errors/errors.js';
import { GrpcStatus } from '../../../errors/status.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { allNodes, type Topology } from '../../../kube/health/topology.js';
import { quotedList } from '../../../kube/upgrade/upgrade-target.js';
import { type CertificateAndKey, createCertificate } from '../../../pki/issue.js';
import { talosRole } from '../../../pki/roles.js';
import { hour, validFor } from '../../../pki/validity.js';
import { field, text } from '../../../resources/spec-fields.js';
import { loadTalosconfig } from '../../../talosconfig/load.js';
import { saveTalosconfig } from '../../../talosconfig/save.js';
import { selectContext } from '../../../talosconfig/select.js';
import { emptyContext, type TalosconfigContext, withContext } from '../../../talosconfig/talosconfig.js';
import { onlyMessage } from '../ask-nodes.js';
import {
  acceptNew,
  applyChange,
  decoded,
  dropOld,
  encoded,
  normalized,
  type RotateOptions,
  type Rotation,
  say,
  sayAuthority,
  sayTopology,
  swap,
  tellOthers,
} from './rotation.js';

const callTimeout = 10_000;
const patience = 30_000;
const retryTime = 500;
const year = 365 * 24 * hour;

/**
 * Replaces the authority of the Talos API.
 * @returns a client that trusts the new one only; the caller closes it. In a dry run the given one
 */
export async function rotateTalos(
  ctx: Context,
  client: Client,
  topology: Topology,
  next: CertificateAndKey,
  options: RotateOptions,
): Promise<Client> {
  const { name, context } = selectContext(await ctx.talosconfig(), ctx.connection);
  await say(ctx, `> Starting Talos API PKI rotation, dry-run mode ${options.dryRun}...`);
  await say(ctx, `> Using config context: ${JSON.stringify(name)}`);
  const endpoints = client.endpoints.map(shortAddress);
  await say(ctx, `> Using Talos API endpoints: ${quotedList(endpoints)}`);
  await sayTopology(ctx, topology);
  const current = await readCurrent(ctx, client, topology);
  await sayAuthority(ctx, 'Current Talos CA', current);
  await sayAuthority(ctx, 'New Talos CA', next.crt);

  const pair = await createCertificate(next, {
    ...validFor(ctx.clock.now(), year),
    usages: ['client'],
    organizations: [talosRole.admin],
  });
  const contextWith = (...authorities: readonly string[]): TalosconfigContext => ({
    ...context,
    endpoints,
    ca: encoded(authorities.map((pem) => `${pem.trimEnd()}\n`).join('')),
    crt: encoded(pair.crt),
    key: encoded(pair.key),
  });
  const trusted = decoded(context.ca ?? '');
  // After a rotation that failed, nodes may show certificates of what the context trusts besides.
  const transition = contextWith(trusted, current, next.crt);
  const rotation: Rotation = {
    ctx,
    options,
    topology,
    place: { section: 'machine', ca: 'ca', accepted: 'acceptedCAs' },
    next,
    // A rotation that failed has left several in the context.
    retired: new Set([current, ...certificatesIn(trusted)].map(normalized)),
    others: new Map(),
    change: async (through, node, change) => {
      await applyChange(ctx, options, through, node, change);
    },
  };
  const between = await clientOf(ctx, client, name, transition);
  const after = await clientOf(ctx, client, name, contextWith(next.crt));
  let isWritten = false;
  try {
    await verify(rotation, client, 'existing PKI');
    await say(ctx, '> Adding new Talos CA as accepted...');
    await acceptNew(rotation, client);
    await verify(rotation, between, 'new client cert, but old server CA');
    if (!options.dryRun) {
      // Until here the talosconfig in use works. From here on this one does, whatever happens to this program.
      await say(ctx, `> Writing new talosconfig to ${JSON.stringify(options.output)}`);
      await write(ctx, options.output, name, transition);
      isWritten = true;
    }
    await say(ctx, '> Making new Talos CA the issuing CA, old Talos CA the accepted CA...');
    await swap(rotation, between);
    await verify(rotation, after, 'new PKI');
    await say(ctx, '> Removing old Talos CA from the accepted CAs...');
    await dropOld(rotation, after);
    await verify(rotation, after, 'new PKI');
    await tellOthers(rotation);
  } catch (error) {
    after.close();
    if (isWritten) await ctx.stderr.write(unfinished(options.output));
    throw error;
  } finally {
    between.close();
  }
  if (options.dryRun) {
    after.close();
    await say(
      ctx,
      '> Dry-run mode enabled, no changes were made to the cluster, re-run with `--dry-run=false` to apply the changes.',
    );
    return client;
  }
  await write(ctx, options.output, name, contextWith(next.crt));
  const file = JSON.stringify(options.output);
  await say(
    ctx,
    `> Talos CA rotation done: only ${file} reaches the nodes now, see \`talosctl config merge ${file}\`.`,
  );
  return after;
}

function certificatesIn(bundle: string): readonly string[] {
  return bundle.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

function unfinished(output: string): string {
  const file = JSON.stringify(output);
  return `the rotation is not finished: ${file} reaches the nodes, whichever authority signs on them; go on by the same command with --talosconfig ${file}\n`;
}

async function readCurrent(ctx: Context, client: Client, { controlPlane }: Topology): Promise<string> {
  const kind = { namespace: 'secrets', type: 'OSRootSecrets.secrets.talos.dev' };
  const options = { node: controlPlane[0]?.address, signal: ctx.signal, timeout: callTimeout };
  const spec = (await getResource(client, kind, 'os', options)).spec();
  const crt = text(field(spec, 'issuingCA'), 'crt');
  if (crt === '') throw new TalosctlError('the control plane does not tell the authority of the Talos API');
  return decoded(crt);
}

async function clientOf(ctx: Context, like: Client, name: string, context: TalosconfigContext): Promise<Client> {
  return connect({
    context: { name, context },
    nodes: like.nodes,
    endpoints: [],
    env: ctx.env,
    now: ctx.clock.now(),
    signal: ctx.signal,
    nodesOptional: true,
    warn: () => undefined,
  });
}

/** Every node has to answer through the client. */
async function verify({ ctx, options, topology }: Rotation, client: Client, label: string): Promise<void> {
  await say(ctx, `> Verifying connectivity with ${label}:`);
  for (const { address } of allNodes(topology)) {
    if (options.dryRun) {
      await say(ctx, `  - ${address}: OK (dry-run)`);
      continue;
    }
    const version = await answers(ctx, client, address);
    await say(ctx, `  - ${address}: OK (version ${version})`);
  }
}

async function answers(ctx: Context, client: Client, node: string): Promise<string> {
  const deadline = ctx.clock.now().getTime() + patience;
  for (;;) {
    try {
      const options = { node, signal: ctx.signal, timeout: callTimeout };
      return onlyMessage(await client.unary(MachineServiceService.version, {}, options), node).version?.tag ?? '';
    } catch (error) {
      const { Unavailable, DeadlineExceeded } = GrpcStatus;
      const passing = error instanceof CallError && (error.code === Unavailable || error.code === DeadlineExceeded);
      if (!passing || ctx.clock.now().getTime() >= deadline) throw error;
      client.moveOn({ node, drop: true });
      await ctx.clock.sleep(retryTime, ctx.signal);
    }
  }
}

/** Puts the context into the file; other contexts in it stay. */
async function write(ctx: Context, output: string, name: string, context: TalosconfigContext): Promise<void> {
  const path = resolvePath(ctx.cwd, output);
  const existing = await loadTalosconfig({ flag: path, env: ctx.env, cwd: ctx.cwd });
  const kept = existing.contexts.get(name) ?? emptyContext;
  await saveTalosconfig({ ...withContext(existing, name, { ...kept, ...context }), context: name });
}
