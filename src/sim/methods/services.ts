import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Runtime } from '../machine/runtime.js';
import { unary } from '../rpc/handler.js';

const answered = (resp: string) => ({ messages: [{ metadata: undefined, resp }] });

export const services = [
  unary(MachineServiceService.serviceList, ({ services: all }: Runtime) => ({
    messages: [{ metadata: undefined, services: all.list().map((service) => service.info()) }],
  })),
  unary(MachineServiceService.serviceStart, (runtime: Runtime, { id }) => {
    runtime.services.requestStart(id);
    return answered(`Service ${JSON.stringify(id)} started`);
  }),
  unary(MachineServiceService.serviceStop, async (runtime: Runtime, { id }) => {
    await runtime.services.requestStop(id);
    return answered(`Service ${JSON.stringify(id)} stopped`);
  }),
  unary(MachineServiceService.serviceRestart, async (runtime: Runtime, { id }) => {
    await runtime.services.requestRestart(id);
    return answered(`Service ${JSON.stringify(id)} restarted`);
  }),
];
