import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { getResource } from '../../../client/state.js';
import { printableText } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import type { KubeApi } from '../../../kube/api/api.js';
import { KubeError } from '../../../kube/api/failure.js';
import { isReady, listNodes, nameOf } from '../../../kube/api/objects.js';
import { kubeApiOf } from '../../../kube/connect.js';
import type { Topology } from '../../../kube/health/topology.js';
import { kubeletRun, lastKubeletEvent, untilRestarted } from '../../../kube/kubelet.js';
import { notYet, reached, waitFor } from '../../../kube/upgrade/wait.js';
import type { CertificateAndKey } from '../../../pki/issue.js';
import { field, text } from '../../../resources/spec-fields.js';
import {
  acceptNew,
  applyChange,
  decoded,
  dropOld,
  normalized,
  type RotateOptions,
  type Rotation,
  say,
  sayAuthority,
  sayTopology,
  swap,
  tellOthers,
} from './rotation.js';

const callTimeout = 30_000;
const verifyTimeout = 3 * 60_000;

/** Replaces the authority that signs for the Kubernetes API. Every change restarts the kubelets. */
export async function rotateKubernetes(
  ctx: Context,
  client: Client,
  topology: Topology,
  next: CertificateAndKey,
  options: RotateOptions,
): Promise<void> {
  await say(ctx, `> Starting Kubernetes API PKI rotation, dry-run mode ${options.dryRun}...`);
  await sayTopology(ctx, topology);
  const log = (line: string): Promise<void> => ctx.stderr.write(`${printableText(line)}\n`);
  const kubelets = { client, clock: ctx.clock, signal: ctx.signal, log };
  const [first] = topology.controlPlane;
  const build = async (label: string): Promise<KubeApi> => {
    await say(ctx, `> Building ${label} Kubernetes client...`);
    const { env, signal } = ctx;
    const access = { env, node: first?.address, endpoint: options.endpoint, signal, timeout: callTimeout };
    return kubeApiOf(client, access);
  };
  const before = await build('current');
  let after: KubeApi | undefined;
  try {
    const current = await readCurrent(ctx, client, topology);
    await sayAuthority(ctx, 'Current Kubernetes CA', current);
    await sayAuthority(ctx, 'New Kubernetes CA', next.crt);
    const rotation: Rotation = {
      ctx,
      options,
      topology,
      place: { section: 'cluster', ca: 'ca', accepted: 'acceptedCAs' },
      next,
      retired: new Set([normalized(current)]),
      others: new Map(),
      change: async (through, node, change) => {
        const run = await kubeletRun(kubelets, node);
        if (run?.healthy !== true) {
          throw new TalosctlError(`${node}: kubelet is not healthy: ${await lastKubeletEvent(kubelets, node)}`, {
            hint: `look at \`talosctl -n ${node} logs kubelet\` first`,
          });
        }
        if (await applyChange(ctx, options, through, node, change)) await untilRestarted(kubelets, node, run.since);
      },
    };
    await verify(rotation, before, 'existing PKI');
    await say(ctx, '> Adding new Kubernetes CA as accepted...');
    await acceptNew(rotation, client);
    await say(ctx, '> Making new Kubernetes CA the issuing CA, old Kubernetes CA the accepted CA...');
    await swap(rotation, client);
    after = await build('new');
    await verify(rotation, after, 'new PKI');
    await say(ctx, '> Removing old Kubernetes CA from the accepted CAs...');
    await dropOld(rotation, client);
    await verify(rotation, after, 'new PKI');
    await tellOthers(rotation);
  } finally {
    before.close();
    after?.close();
  }
  await say(
    ctx,
    options.dryRun
      ? '> Dry-run mode enabled, no changes were made to the cluster, re-run with `--dry-run=false` to apply the changes.'
      : "> Kubernetes CA rotation done, new 'kubeconfig' can be fetched with `talosctl kubeconfig`.",
  );
}

async function readCurrent(ctx: Context, client: Client, { controlPlane }: Topology): Promise<string> {
  const kind = { namespace: 'secrets', type: 'KubernetesRootSecrets.secrets.talos.dev' };
  const options = { node: controlPlane[0]?.address, signal: ctx.signal, timeout: callTimeout };
  const spec = (await getResource(client, kind, 'k8s', options)).spec();
  const crt = text(field(spec, 'issuingCA'), 'crt');
  if (crt === '') throw new TalosctlError('the control plane does not tell the authority of the Kubernetes API');
  return decoded(crt);
}

/** The API has to answer with every node ready. */
async function verify({ ctx, options }: Rotation, kube: KubeApi, label: string): Promise<void> {
  await say(ctx, `> Verifying connectivity with ${label}...`);
  if (options.dryRun) {
    await say(ctx, ' - OK (dry-run mode)');
    return;
  }
  let count = 0;
  await waitFor(
    ctx,
    'the Kubernetes API with all nodes ready',
    verifyTimeout,
    async () => {
      try {
        const nodes = await listNodes(kube, { signal: ctx.signal });
        const unready = nodes.filter((node) => !isReady(node)).map(nameOf);
        count = nodes.length;
        return unready.length === 0 ? reached : notYet(`nodes are not ready: ${unready.join(', ')}`);
      } catch (error) {
        // An API server that has not taken over the authority yet does not know the client.
        if (error instanceof KubeError && error.code === 401) return notYet(error.message);
        throw error;
      }
    },
    (reason) => ctx.stderr.write(`${reason}\n`),
  );
  await say(ctx, ` - OK (${count} nodes ready)`);
}
