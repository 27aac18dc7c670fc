import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Resource } from '../src/gen/v1alpha1/resource.js';
import { readDefinitions } from '../src/sim/resources/definitions.js';
import { encodeSpec } from '../src/sim/resources/encode.js';
import { specYaml } from '../src/sim/resources/form.js';
import { saveTalosconfig } from '../src/talosconfig/save.js';
import { ResourceNodes, resourceMessage } from '../test/helpers/resource-node.js';

/** A resource with its spec in both encodings, as nodes send it. */
function message(type: string, id: string, spec: unknown, namespace: string): Resource {
  const { metadata } = resourceMessage(type, id, '', { namespace });
  return { metadata, spec: { yamlSpec: specYaml(type, spec), protoSpec: Buffer.from(encodeSpec(type, spec)) } };
}

/** Starts a node that knows many members. Gives a home with a talosconfig that leads to it. */
export async function startRowsNode(t: Pick<TestContext, 'after'>, count: number): Promise<string> {
  const definitions = readDefinitions().map((definition) =>
    message('ResourceDefinitions.meta.cosi.dev', definition.type.toLowerCase(), definition, 'meta'),
  );
  const members = Array.from({ length: count }, (_, at) => {
    const spec = {
      nodeId: Buffer.from(`node ${at}`).toString('base64'),
      addresses: [`10.5.${at >> 8}.${at & 255}`],
      hostname: `worker-${at}.example.org`,
      machineType: 'worker',
      operatingSystem: 'Talos (v1.13.9)',
    };
    return message('Members.cluster.talos.dev', `worker-${at}`, spec, 'cluster');
  });
  const nodes = await ResourceNodes.start(t, { '10.5.0.2': [...definitions, ...members] });
  const home = await mkdtemp(join(tmpdir(), 'talosctl-bench-rows-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const { name, context } = await nodes.context();
  await saveTalosconfig({ path: join(home, '.talos', 'config'), context: name, contexts: new Map([[name, context]]) });
  return home;
}
