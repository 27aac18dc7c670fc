import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { saveTalosconfig } from '../src/talosconfig/save.js';
import { definitionMessage, ResourceNodes, resourceMessage } from '../test/helpers/resource-node.js';

/** Starts a node that knows many members. Gives a home with a talosconfig that leads to it. */
export async function startRowsNode(t: Pick<TestContext, 'after'>, count: number): Promise<string> {
  const columns = {
    Hostname: '{.hostname}',
    'Machine Type': '{.machineType}',
    OS: '{.operatingSystem}',
    Addresses: '{.addresses}',
  };
  const type = 'Members.cluster.talos.dev';
  const members = Array.from({ length: count }, (_, at) =>
    resourceMessage(
      type,
      `worker-${at}`,
      `nodeId: ${Buffer.from(`node ${at}`).toString('base64')}
addresses:
    - 10.5.${at >> 8}.${at & 255}
hostname: worker-${at}.example.org
machineType: worker
operatingSystem: Talos (v1.13.9)
`,
    ),
  );
  const nodes = await ResourceNodes.start(t, {
    '10.5.0.2': [definitionMessage(type, 'cluster', ['member', 'members'], columns), ...members],
  });
  const home = await mkdtemp(join(tmpdir(), 'talosctl-bench-rows-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const { name, context } = await nodes.context();
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return home;
}
