import { resolve } from 'node:path';
import { defineCommand, rangeArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { TalosctlError, UsageError } from '../../errors/errors.js';
import { isTaken } from '../../files/atomic.js';
import { parseRoles, talosRole } from '../../pki/roles.js';
import { parseTalosconfig } from '../../talosconfig/parse.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { selectContext } from '../../talosconfig/select.js';
import { withContext } from '../../talosconfig/talosconfig.js';
import { completeRoles } from '../shared/roles.js';
import { singleNode } from '../shared/single-node.js';

const year = 8760 * 3_600_000;

export const command = defineCommand({
  words: 'config new',
  use: 'new [<path>]',
  summary: 'Have a node make a new client configuration file',
  description:
    'Asks a control plane node for a client certificate with the roles and the lifetime given, and writes it into a new ' +
    'client configuration file (talosconfig in the working folder unless said) with the endpoints in use.',
  connection: 'flags',
  args: rangeArguments(0, 1),
  flags: {
    roles: flag.stringSlice('roles of the certificate', { default: [talosRole.admin] }),
    'crt-ttl': flag.duration('lifetime of the certificate', { default: year }),
  },
  completeFlags: { roles: completeRoles },
  resolve([path = 'talosconfig'], { values }) {
    return { path, roles: values.roles, lifetime: values['crt-ttl'] };
  },
  async run(ctx, { path, roles, lifetime }) {
    const client = await ctx.client();
    const node = singleNode(client, 'config new');
    const { roles: wanted, unknown } = parseRoles(roles);
    if (unknown.length > 0) throw new UsageError(`unknown roles: ${unknown.join(', ')}`);
    const target = resolve(ctx.cwd, path);
    if (await isTaken(target)) {
      throw new TalosctlError(`${path} exists already`, { hint: 'name another file, or remove this one first' });
    }
    const { MachineServiceService } = await import('../../gen/machine/machine.js');
    const { messages } = await client.unary(
      MachineServiceService.generateClientConfiguration,
      {
        roles: [...wanted],
        crtTtl: { seconds: BigInt(Math.trunc(lifetime / 1000)), nanos: Math.round((lifetime % 1000) * 1e6) },
      },
      { node, signal: ctx.signal },
    );
    const [message] = messages;
    if (message === undefined || messages.length > 1) {
      throw new TalosctlError(`the node sent ${messages.length} client configurations in place of one`);
    }
    const source = `the client configuration that ${node ?? 'the node'} made`;
    const made = { path: target, ...parseTalosconfig(message.talosconfig.toString('utf8'), source) };
    const { name, context } = selectContext(made);
    await saveTalosconfig(withContext(made, name, { ...context, endpoints: await endpointsInUse() }));

    /** As typed or as the context has them: without the port that the client adds. */
    async function endpointsInUse(): Promise<readonly string[]> {
      if (ctx.connection.endpoints.length > 0) return ctx.connection.endpoints;
      return selectContext(await ctx.talosconfig(), ctx.connection).context.endpoints;
    }
  },
});
