import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { forceFlag, refuseExisting, writeNewFiles } from '../shared/new-files.js';
import { readText } from '../shared/read-text.js';

export const command = defineCommand({
  words: 'gen crt',
  use: 'crt',
  summary: 'Sign a certificate request with a certificate authority',
  description:
    'Signs a certificate request of a Talos API client with the authority in <ca>.crt and <ca>.key, and writes the ' +
    'certificate to <name>.crt.',
  connection: 'none',
  args: noArguments,
  flags: {
    name: flag.string('name of the file, without its ending', { required: true }),
    ca: flag.string("path of the authority's files, without their endings", { required: true }),
    csr: flag.string('file with the certificate request, PEM', { required: true }),
    hours: flag.int('how long the certificate is valid, in hours from now', { default: 24 }),
    force: forceFlag,
  },
  resolve: (_args, { values }) => values,
  async run(ctx, { name, ca, csr, hours, force }) {
    const { parseCertificate } = await import('../../pki/certificate.js');
    const { signRequest } = await import('../../pki/issue.js');
    const { parsePrivateKey } = await import('../../pki/keys.js');
    const { parseCertificateRequest } = await import('../../pki/request.js');
    const { hour, validFor } = await import('../../pki/validity.js');
    const authority = {
      crt: await readText(ctx, `${ca}.crt`, "the authority's certificate"),
      key: await readText(ctx, `${ca}.key`, "the authority's key"),
    };
    const request = await readText(ctx, csr, 'the certificate request');
    // Read once to name the file that is wrong.
    parseCertificate(authority.crt, `${ca}.crt`);
    parsePrivateKey(authority.key, `${ca}.key`);
    parseCertificateRequest(request, csr);
    const path = `${name}.crt`;
    if (!force) await refuseExisting(ctx, [{ path }]);
    const content = signRequest(authority, request, {
      usages: ['client'],
      ...validFor(ctx.clock.now(), hours * hour),
    });
    await writeNewFiles(ctx, [{ path, content }], { force });
  },
});
