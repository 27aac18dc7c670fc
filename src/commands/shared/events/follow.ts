import type { Context } from '../../../cli/context.js';
import { decodeEvent, type MachineEvent } from '../../../client/events.js';
import { printableField } from '../../../errors/control-characters.js';
import type { TalosctlError } from '../../../errors/errors.js';
import { type Event, type EventsRequest, MachineServiceService } from '../../../gen/machine/machine.js';
import { encodeJson, type JsonValue } from '../../../render/json.js';
import { TableWriter } from '../../../render/table.js';
import { emitYaml } from '../../../yaml/emit.js';
import { readNodeStreams } from '../node-streams.js';
import { failureData, type OutputFormat, writeText } from '../output-format.js';
import { eventData, eventWords } from './describe.js';

/** Shows the events of all nodes as they come, until interrupted. */
export async function followEvents(ctx: Context, request: EventsRequest, output: OutputFormat): Promise<void> {
  const client = await ctx.client();
  const show = output === 'table' ? table(ctx) : documents(ctx, output);
  await readNodeStreams<Event>(ctx, client, {
    open: (node, signal) => client.serverStream(MachineServiceService.events, request, { node, signal }),
    endless: true,
    async take(node, event) {
      const content = readable(event);
      if (content === unreadable) {
        const type = printableField(event.data?.typeUrl ?? '');
        await ctx.stderr.write(`${node} sent an event of type ${type} that cannot be read\n`);
      } else if (content !== undefined) {
        await show.event(node, event, content);
      }
    },
    ...show.failures,
  });
}

const unreadable = Symbol('unreadable');

/** One event that is damaged does not end the streams of all nodes. */
function readable(event: Event): MachineEvent | typeof unreadable | undefined {
  try {
    return decodeEvent(event);
  } catch {
    return unreadable;
  }
}

/** Two lines an event, in columns that each event measures anew; the heading comes with the first one. */
function table(ctx: Context) {
  const writer = new TableWriter(ctx.stdout);
  writer.row(['NODE', 'ID', 'EVENT', 'ACTOR', 'SOURCE', 'MESSAGE']);
  return {
    async event(node: string, { id, data, actorId }: Event, content: MachineEvent) {
      writer.row([node, id, data?.typeUrl ?? '']);
      writer.row([actorId, ...eventWords(content)]);
      await writer.flush();
    },
    failures: {},
  };
}

function documents(ctx: Context, output: 'json' | 'yaml') {
  const write = (value: JsonValue): Promise<void> =>
    writeText(
      ctx,
      output === 'json' ? `${encodeJson(value, { indent: 0, sortKeys: false })}\n` : `---\n${emitYaml(value)}`,
    );
  return {
    event: (node: string, { id, actorId }: Event, content: MachineEvent) =>
      write({ node, id, type: content.kind, actorId, event: eventData(content) }),
    failures: {
      fail: (node: string, error: TalosctlError) => write({ node, error: failureData(error) }),
    },
  };
}
