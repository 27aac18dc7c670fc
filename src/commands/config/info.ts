import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import { parseCertificate } from '../../pki/certificate.js';
import { parseRoles } from '../../pki/roles.js';
import { encodeJson } from '../../render/json.js';
import { formatRelativeTime } from '../../render/times.js';
import { clientCertificate, isExpired, renewalHint } from '../../talosconfig/certificate.js';
import { selectContext } from '../../talosconfig/select.js';
import { emitYaml } from '../../yaml/emit.js';

/** The shape of `-o json` and `-o yaml`; certificate fields are empty for a context without one. */
interface Info {
  readonly context: string;
  readonly nodes: readonly string[];
  readonly endpoints: readonly string[];
  readonly roles: readonly string[];
  readonly certTTL: string;
  readonly certNotAfter: string;
}

const formats = ['text', 'json', 'yaml'] as const;

export const command = defineCommand({
  words: 'config info',
  use: 'info',
  summary: 'Show the current context',
  connection: 'flags',
  args: noArguments,
  flags: {
    output: flag.string('output format: text, json or yaml', { short: 'o', default: 'text' }),
  },
  completeFlags: { output: async () => formats.map((value) => ({ value })) },
  resolve(_args, { values: { output } }) {
    const format = formats.find((known) => known === output);
    if (format === undefined) {
      throw new UsageError(`unknown output format ${JSON.stringify(output)}: one of ${formats.join(', ')}`);
    }
    return { format };
  },
  async run(ctx, { format }) {
    const selected = selectContext(await ctx.talosconfig(), { context: ctx.connection.context });
    const written = clientCertificate(selected);
    const certificate = written && parseCertificate(written.pem, written.what);
    const now = ctx.clock.now();
    const info: Info = {
      context: selected.name,
      nodes: selected.context.nodes,
      endpoints: selected.context.endpoints,
      roles: certificate === undefined ? [] : parseRoles(certificate.subject.organizations).roles,
      certTTL: certificate === undefined ? '' : formatRelativeTime(certificate.notAfter, now),
      certNotAfter: certificate === undefined ? '' : certificate.notAfter.toISOString().slice(0, 10),
    };
    const expired = certificate !== undefined && isExpired(certificate, now);
    if (format === 'json') await ctx.stdout.write(`${encodeJson({ ...info }, { indent: 2, sortKeys: false })}\n`);
    else if (format === 'yaml') await ctx.stdout.write(emitYaml(info));
    else await ctx.stdout.write(text(info, expired));
    if (expired) await ctx.stderr.write(`the certificate has expired; ${renewalHint}\n`);
  },
});

function text(info: Info, expired: boolean): string {
  const list = (values: readonly string[]) => (values.length > 0 ? values.join(', ') : 'not defined');
  const lines = [
    `Current context:     ${info.context}`,
    `Nodes:               ${list(info.nodes)}`,
    `Endpoints:           ${list(info.endpoints)}`,
  ];
  if (info.roles.length > 0) lines.push(`Roles:               ${info.roles.join(', ')}`);
  if (info.certTTL !== '') {
    lines.push(`Certificate expires: ${info.certTTL} (${info.certNotAfter})${expired ? ', EXPIRED' : ''}`);
  }
  return `${lines.join('\n')}\n`;
}
