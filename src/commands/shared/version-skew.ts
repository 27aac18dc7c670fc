import coerce from 'semver/functions/coerce.js';
import compare from 'semver/functions/compare.js';
import parse from 'semver/functions/parse.js';
import type { Context } from '../../cli/context.js';
import type { Client } from '../../client/client.js';
import { type CallLimit, fanOut } from '../../client/fanout.js';
import { printableField } from '../../errors/control-characters.js';
import { CancelledError } from '../../errors/errors.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { clientVersion } from './client-version.js';

const patience = 30_000;

/**
 * Says on stderr which nodes run an older Talos than this client knows best. Nodes that do not answer are passed over:
 * what the command itself asks them will tell.
 * @param limit shared with what the command itself asks meanwhile
 */
export async function warnOfOlderNodes(ctx: Context, client: Client, limit?: CallLimit): Promise<void> {
  try {
    const ask = (node: string) => client.unary(MachineServiceService.version, {}, { node, timeout: patience });
    const results = await fanOut(client, ask, limit === undefined ? {} : { limit });
    const older = results.flatMap(({ node, value }) =>
      (value?.messages ?? [])
        .map((message) => message.version?.tag ?? '')
        .filter(isOlder)
        .map((tag) => `${node}: Talos ${printableField(tag)} is older than this client (${clientVersion})`),
    );
    if (older.length > 0) {
      await ctx.stderr.write(`warning: ${older.join(', ')}\n`);
    }
  } catch (error) {
    if (!(error instanceof CancelledError)) {
      throw error;
    }
  }
}

function isOlder(tag: string): boolean {
  const version = parse(tag) ?? coerce(tag);
  return version !== null && compare(version, clientVersion) < 0;
}
