import { InspectServiceService } from '../../gen/inspect/inspect.js';
import { controllerDependencies } from '../inspect/dependencies.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

/** What is inside a machine. */
export const inspect = [
  unary(InspectServiceService.controllerRuntimeDependencies, ({ machine, machineType }: Runtime) => ({
    messages: [
      { metadata: undefined, edges: controllerDependencies({ nodeId: machine.identity.nodeId, machineType }) },
    ],
  })),
];
