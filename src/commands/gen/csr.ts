import { posix } from 'node:path';
import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { parseIpAddress } from '../shared/ip-address.js';
import { forceFlag, refuseExisting, writeNewFiles } from '../shared/new-files.js';
import { readText } from '../shared/read-text.js';
import { completeRoles, requireKnownRoles } from '../shared/roles.js';

export const command = defineCommand({
  words: 'gen csr',
  use: 'csr',
  summary: 'Make a certificate request for a private key',
  description:
    'Makes a certificate request for a Talos API client: for the key in <name>.key it is written to <name>.csr, and ' +
    '`gen crt` signs it.',
  connection: 'none',
  args: noArguments,
  flags: {
    key: flag.string('file with the private key, PEM', { required: true }),
    ip: flag.string('IP address that the certificate is for', { required: true }),
    roles: flag.stringSlice('roles of the client', { default: ['os:admin'] }),
    force: forceFlag,
  },
  completeFlags: { roles: completeRoles },
  resolve: (_args, { values: { key, ip, roles, force } }) => ({
    keyFile: key,
    requestFile: `${withoutExtension(key)}.csr`,
    ipAddresses: [parseIpAddress(ip, '--ip')],
    roles: requireKnownRoles(roles),
    force,
  }),
  async run(ctx, { keyFile, requestFile, ipAddresses, roles, force }) {
    const { parsePrivateKey } = await import('../../pki/keys.js');
    const { createCertificateRequest } = await import('../../pki/request.js');
    const key = parsePrivateKey(await readText(ctx, keyFile, 'the private key'), keyFile);
    if (!force) await refuseExisting(ctx, [{ path: requestFile }]);
    const content = createCertificateRequest(key, { organizations: roles, ipAddresses });
    await writeNewFiles(ctx, [{ path: requestFile, content }], { force });
  },
});

/** A path without what follows the last dot of its last part. */
function withoutExtension(path: string): string {
  const name = posix.basename(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? path : path.slice(0, path.length - (name.length - dot));
}
