import { anyArguments, defineCommand } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { outputFlag } from './shared/output-format.js';

export const command = defineCommand({
  words: 'events',
  use: 'events',
  summary: 'Show what happens on the nodes, as it happens',
  description:
    'Shows the events of the nodes as they come: sequences with their phases and tasks, services, addresses, the ' +
    'state of the machine. Goes on until interrupted.\n\n' +
    'With --tail, --duration or --since past events come first; a node keeps the latest.\n\n' +
    'With -o json: one object for each event, each on a line of its own, with "node", "id", "type", "actorId" and ' +
    '"event"; with -o yaml a document for each.',
  examples: '  talosctl events --tail 20\n  talosctl events --duration 5m -n 10.5.0.2,10.5.0.3',
  connection: 'flags',
  args: anyArguments,
  flags: {
    tail: flag.int('number of past events to start with; -1 for all of them', { type: 'int32' }),
    duration: flag.duration('start with the events of this last while, in whole seconds'),
    since: flag.string('start with the events after the one with this id'),
    'actor-id': flag.string('show only the events of this actor, a reboot for example'),
    output: outputFlag,
  },
  resolve: (_args, { values }) => ({
    request: {
      tailEvents: values.tail,
      tailSeconds: Math.trunc(values.duration / 1000),
      tailId: values.since,
      withActorId: values['actor-id'],
    },
    output: values.output,
  }),
  async run(ctx, { request, output }) {
    const { followEvents } = await import('./shared/events/follow.js');
    await followEvents(ctx, request, output);
  },
});
