import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { forceFlag, refuseExisting, writeNewFiles } from '../shared/new-files.js';

export const command = defineCommand({
  words: 'gen ca',
  use: 'ca',
  summary: 'Make a self-signed X.509 certificate authority',
  description:
    'Makes a certificate authority and writes its certificate to <organization>.crt, its key to <organization>.key and ' +
    "the hash of its public key, as kubeadm's discovery takes it, to <organization>.sha256.",
  connection: 'none',
  args: noArguments,
  flags: {
    organization: flag.string("organization in the certificate's subject, and the name of the files", {
      required: true,
    }),
    hours: flag.int('how long the certificate is valid, in hours from now', { default: 87_600 }),
    rsa: flag.bool('make a 4096 bit RSA key instead of an Ed25519 one'),
    force: forceFlag,
  },
  resolve: (_args, { values }) => values,
  async run(ctx, { organization, hours, rsa, force }) {
    const paths = { crt: `${organization}.crt`, hash: `${organization}.sha256`, key: `${organization}.key` };
    if (!force) await refuseExisting(ctx, [{ path: paths.crt }, { path: paths.hash }, { path: paths.key }]);
    const { createAuthority } = await import('../../pki/issue.js');
    const { publicKeyPin } = await import('../../pki/fingerprint.js');
    const { hour, validFor } = await import('../../pki/validity.js');
    const authority = await createAuthority({
      algorithm: rsa ? 'rsa' : 'ed25519',
      organizations: organization === '' ? [] : [organization],
      ...validFor(ctx.clock.now(), hours * hour),
    });
    const files = [
      { path: paths.crt, content: authority.crt },
      { path: paths.hash, content: publicKeyPin(authority.crt) },
      { path: paths.key, content: authority.key },
    ];
    await writeNewFiles(ctx, files, { force });
  },
});
