import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { parseIpAddress } from '../shared/ip-address.js';
import { forceFlag, refuseExisting, writeNewFiles } from '../shared/new-files.js';

const lifetimeHours = 24;

export const command = defineCommand({
  words: 'gen keypair',
  use: 'keypair',
  summary: 'Make an Ed25519 key and a self-signed X.509 certificate for it',
  description:
    'Makes an Ed25519 key and a self-signed certificate for it, valid for a day, and writes them to <organization>.key ' +
    'and <organization>.crt.',
  connection: 'none',
  args: noArguments,
  flags: {
    ip: flag.string('IP address that the certificate is for'),
    organization: flag.string("organization in the certificate's subject, and the name of the files", {
      required: true,
    }),
    force: forceFlag,
  },
  resolve: (_args, { values: { ip, organization, force } }) => ({
    ipAddresses: ip === '' ? [] : [parseIpAddress(ip, '--ip')],
    organization,
    force,
  }),
  async run(ctx, { ipAddresses, organization, force }) {
    const paths = { crt: `${organization}.crt`, key: `${organization}.key` };
    if (!force) await refuseExisting(ctx, [{ path: paths.crt }, { path: paths.key }]);
    const { createAuthority } = await import('../../pki/issue.js');
    const { hour, validFor } = await import('../../pki/validity.js');
    const pair = await createAuthority({
      ipAddresses,
      organizations: organization === '' ? [] : [organization],
      ...validFor(ctx.clock.now(), lifetimeHours * hour),
    });
    const files = [
      { path: paths.crt, content: pair.crt },
      { path: paths.key, content: pair.key },
    ];
    await writeNewFiles(ctx, files, { force });
  },
});
