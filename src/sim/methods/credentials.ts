import { gzipSync } from 'node:zlib';
import { MachineServiceService } from '../../gen/machine/machine.js';
import { createCertificate } from '../../pki/issue.js';
import { parseRoles } from '../../pki/roles.js';
import { validFor } from '../../pki/validity.js';
import { tarEntry } from '../files/tar.js';
import type { ConfigView } from '../machine/config-view.js';
import { adminKubeconfig, clientTalosconfig } from '../machine/credentials.js';
import type { Runtime } from '../machine/runtime.js';
import { serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const leeway = 10_000;

/** Configuration files for clients of this cluster. */
export const credentials = [
  serverStream(MachineServiceService.kubeconfig, async function* (runtime: Runtime) {
    runtime.requireControlPlane('kubeconfig');
    const now = runtime.machine.now();
    const kubeconfig = Buffer.from(await adminKubeconfig(activeView(runtime), now), 'utf8');
    // A node leaves the archive open: the entry is its last byte.
    const archive = tarEntry({ name: 'kubeconfig', mode: 0o600, modified: now, content: kubeconfig });
    yield { metadata: undefined, bytes: gzipSync(archive) };
  }),
  unary(MachineServiceService.generateClientConfiguration, async (runtime: Runtime, { roles: asked, crtTtl }) => {
    runtime.requireControlPlane('generate client configuration');
    const lifetime = Number(crtTtl?.seconds ?? 0n) * 1000 + (crtTtl?.nanos ?? 0) / 1e6;
    if (lifetime <= 0) throw new StatusError(Code.invalidArgument, 'crt_ttl should be positive');
    const { roles } = parseRoles(asked);
    const view = activeView(runtime);
    const authority = view.authority('machine.ca');
    const now = runtime.machine.now();
    const client = await createCertificate(authority, {
      ...validFor(new Date(now.getTime() - leeway), lifetime + leeway),
      usages: ['client'],
      organizations: roles,
    });
    const [only, ...others] = roles;
    const prefix = only !== undefined && others.length === 0 ? `${only.replace(/^os:/, '')}@` : '';
    const talosconfig = clientTalosconfig(`${prefix}${view.clusterName}`, authority.crt, client);
    return {
      messages: [
        {
          metadata: undefined,
          ca: Buffer.from(authority.crt, 'utf8'),
          crt: Buffer.from(client.crt, 'utf8'),
          key: Buffer.from(client.key, 'utf8'),
          talosconfig: Buffer.from(talosconfig, 'utf8'),
        },
      ],
    };
  }),
];

function activeView(runtime: Runtime): ConfigView {
  const view = runtime.configuration.active?.view;
  if (view === undefined) throw new StatusError(Code.permissionDenied, 'not authorized');
  return view;
}
