import type { TestContext } from 'node:test';
import {
  type ApplyConfigurationRequest,
  MachineServiceService,
  ApplyConfigurationRequest_Mode as Mode,
} from '../../../src/gen/machine/machine.js';
import type { Resource } from '../../../src/gen/v1alpha1/resource.js';
import { definitionMessage, ResourceNodes, resourceMessage } from '../../helpers/resource-node.js';

export const configType = 'MachineConfigs.config.talos.dev';

/** A configuration of two documents, one of a kind that this client has never heard of. */
export const nodeConfig = `version: v1alpha1
machine:
    type: worker
    token: abc
    certSANs: []
    nodeLabels:
        rack: r1
cluster: null
---
apiVersion: v1beta9
kind: NotKnownYet
x: 007
`;

/** What the state of a node with a configuration holds. */
export function configContents(config = nodeConfig): readonly Resource[] {
  const text = `|\n${config.replace(/^(?=.)/gm, '    ')}`;
  const options = { namespace: 'config', annotations: { 'talos.dev/yaml-spec': '1' } };
  return [
    definitionMessage(configType, 'config', ['mc', 'machineconfig']),
    definitionMessage('Members.cluster.talos.dev', 'cluster', ['member']),
    resourceMessage(configType, 'persistent', text, options),
    resourceMessage(configType, 'v1alpha1', text, options),
  ];
}

export interface Applied {
  readonly node: string;
  readonly config: string;
  readonly request: ApplyConfigurationRequest;
}

/** Nodes that take configurations; `answer` may refuse one by throwing. */
export async function startNodes(
  t: TestContext,
  names: readonly string[],
  answer: (applied: Applied) => { readonly details?: string; readonly warnings?: readonly string[] } = () => ({}),
): Promise<{ readonly nodes: ResourceNodes; readonly applied: Applied[] }> {
  const applied: Applied[] = [];
  const nodes = await ResourceNodes.start(t, Object.fromEntries(names.map((name) => [name, configContents()])));
  nodes.server.unary(MachineServiceService.applyConfiguration, (request, { metadata }) => {
    const received = { node: String(metadata.get('node')[0] ?? ''), config: request.data.toString(), request };
    applied.push(received);
    const { details = 'Applied configuration without a reboot', warnings = [] } = answer(received);
    return {
      messages: [{ metadata: undefined, warnings: [...warnings], mode: Mode.NO_REBOOT, modeDetails: details }],
    };
  });
  return { nodes, applied };
}
