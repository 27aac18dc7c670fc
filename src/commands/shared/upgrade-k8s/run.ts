import type { Context } from '../../../cli/context.js';
import { printableText } from '../../../errors/control-characters.js';
import { kubeApiOf } from '../../../kube/connect.js';
import { lowestVersion } from '../../../kube/upgrade/detect.js';
import { parsePath, requireSupportedPath } from '../../../kube/upgrade/path.js';
import { upgradeKubernetes } from '../../../kube/upgrade/upgrade.js';
import type { UpgradeSettings } from '../../../kube/upgrade/upgrade-target.js';
import { singleNode } from '../single-node.js';
import { warnOfOlderNodes } from '../version-skew.js';

export interface UpgradeK8sOptions {
  /** Empty: the lowest version in the cluster. */
  readonly from: string;
  readonly to: string;
  /** Of the Kubernetes API; empty: the kubeconfig's. */
  readonly endpoint: string;
  readonly settings: UpgradeSettings;
}

export async function runUpgrade(ctx: Context, { from, to, endpoint, settings }: UpgradeK8sOptions): Promise<void> {
  // A slip in what was typed is said before anything is dialled.
  parsePath(from === '' ? to : from, to);
  const client = await ctx.client();
  const node = singleNode(client, 'upgrade-k8s');
  await warnOfOlderNodes(ctx, client);
  const { clock, signal } = ctx;
  const kube = await kubeApiOf(client, { env: ctx.env, node, endpoint, signal });
  const log = (line: string): Promise<void> => ctx.stdout.write(`${printableText(line.trimEnd())}\n`);
  try {
    const lowest = from === '' ? await lowestVersion(kube, { signal }) : undefined;
    if (lowest !== undefined) await log(`automatically detected the lowest Kubernetes version ${lowest.version}`);
    const path = parsePath(lowest?.version ?? from, to);
    requireSupportedPath(path, lowest?.pods ?? []);
    await upgradeKubernetes({ client, kube, path, settings, clock, signal, log });
  } finally {
    kube.close();
  }
}
