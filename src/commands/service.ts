import { type Completion, type CompletionProvider, defineCommand, rangeArguments } from '../cli/command.js';
import { UsageError } from '../errors/errors.js';
import { completeServices } from './shared/complete-services.js';
import { outputFlag } from './shared/output-format.js';

const actions = ['start', 'stop', 'restart', 'status'] as const;

const completeArgs: CompletionProvider = async (ctx, request) => {
  if (request.args.length === 1) return actions.map((value): Completion => ({ value }));
  return request.args.length === 0 ? completeServices(ctx, request) : [];
};

export const command = defineCommand({
  words: 'service',
  use: 'service [<id> [start|stop|restart|status]]',
  aliases: ['services'],
  summary: 'Show the services of the nodes, or one of them; start, stop or restart it',
  description:
    'Without arguments, lists the services of the nodes with their state and last event.\n\n' +
    'With the id of a service, shows its state, health and events; with an action, starts, stops or restarts it. ' +
    'Not every service can be started or stopped from outside.\n\n' +
    'With -o json or -o yaml: one object for each node, with "services", "service" or "response".',
  examples: '  talosctl services\n  talosctl service kubelet\n  talosctl service kubelet restart',
  connection: 'flags',
  args: rangeArguments(0, 2),
  flags: { output: outputFlag },
  completeArgs,
  resolve([id, word = 'status'], { values: { output } }) {
    const action = actions.find((known) => known === word);
    if (action === undefined) {
      throw new UsageError(`unknown action ${JSON.stringify(word)} for a service: one of ${actions.join(', ')}`);
    }
    return { id, action, output };
  },
  async run(ctx, { id, action, output }) {
    const service = await import('./shared/service/run.js');
    if (id === undefined) await service.listServices(ctx, output);
    else if (action === 'status') await service.showService(ctx, id, output);
    else await service.controlService(ctx, id, action, output);
  },
});
