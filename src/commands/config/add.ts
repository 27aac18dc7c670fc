import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineCommand, exactArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { TalosctlError, UsageError } from '../../errors/errors.js';
import { reason } from '../../files/atomic.js';
import { saveTalosconfig } from '../../talosconfig/save.js';
import { emptyContext, withContext } from '../../talosconfig/talosconfig.js';

export const command = defineCommand({
  words: 'config add',
  use: 'add <context>',
  summary: 'Add a context',
  description:
    'Adds a context to the client configuration, with the credentials in the files given. A context that exists is never replaced.',
  connection: 'flags',
  args: exactArguments(1),
  flags: {
    ca: flag.string('file with the CA certificate of the Talos API, PEM'),
    crt: flag.string('file with the client certificate, PEM'),
    key: flag.string('file with the key of the client certificate, PEM'),
  },
  resolve([name = ''], { values: { ca, crt, key } }) {
    if ((crt === '') !== (key === '')) throw new UsageError('--crt and --key belong together: give both or neither');
    return { name, ca, crt, key };
  },
  async run(ctx, { name, ca, crt, key }) {
    const config = await ctx.talosconfig();
    if (config.contexts.has(name)) {
      throw new TalosctlError(`context ${JSON.stringify(name)} exists already in ${config.path}`, {
        hint: `take another name, or remove it first: talosctl config remove ${name}`,
      });
    }
    const encoded = (flagName: string, path: string) =>
      path === '' ? undefined : readBase64(resolve(ctx.cwd, path), `--${flagName}`);
    const context = {
      ...emptyContext,
      ca: await encoded('ca', ca),
      crt: await encoded('crt', crt),
      key: await encoded('key', key),
    };
    await saveTalosconfig(withContext(config, name, context));
  },
});

async function readBase64(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'base64');
  } catch (error) {
    throw new TalosctlError(`cannot read ${path} (${what}): ${reason(error)}`, { cause: error });
  }
}
