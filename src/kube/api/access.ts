import { type ProxyServer, parseProxy } from '../../client/proxy.js';
import { TalosctlError } from '../../errors/errors.js';
import { textField } from '../kubeconfig/kubeconfig.js';
import { parseKubeconfig } from '../kubeconfig/parse.js';

/** What the current context of a kubeconfig says: where the API is, how it is known, and who asks. */
export interface ApiAccess {
  readonly server: string;
  /** PEM; absent: the authorities that the system trusts. */
  readonly ca?: string;
  /** The name that the server's certificate has to have, where it is not the one that is dialled. */
  readonly serverName?: string;
  readonly skipVerify: boolean;
  /** The proxy of this cluster, whatever the environment says. */
  readonly proxy?: ProxyServer;
  /** PEM. */
  readonly certificate?: { readonly crt: string; readonly key: string };
  readonly token?: string;
}

/**
 * Reads the access that a node gives: everything is in the text, no files, and no programs to run.
 * @throws TalosctlError where the text is no kubeconfig, or its current context leads nowhere
 */
export function readAccess(text: string): ApiAccess {
  const { clusters, users, contexts, currentContext } = parseKubeconfig(text, 'the kubeconfig that the node sent');
  const context = contexts.get(currentContext);
  const cluster = clusters.get(textField(context, 'cluster'));
  const user = users.get(textField(context, 'user'));
  const server = textField(cluster, 'server');
  if (server === '') throw new TalosctlError('the kubeconfig that the node sent names no server');
  const crt = pem(textField(user, 'client-certificate-data'));
  const key = pem(textField(user, 'client-key-data'));
  const ca = pem(textField(cluster, 'certificate-authority-data'));
  const serverName = textField(cluster, 'tls-server-name');
  const proxy = textField(cluster, 'proxy-url');
  const token = textField(user, 'token');
  return {
    server,
    skipVerify: textField(cluster, 'insecure-skip-tls-verify') === 'true',
    ...(ca === '' ? {} : { ca }),
    ...(serverName === '' ? {} : { serverName }),
    ...(proxy === '' ? {} : { proxy: parseProxy(proxy, 'proxy-url of the kubeconfig') }),
    ...(crt === '' || key === '' ? {} : { certificate: { crt, key } }),
    ...(token === '' ? {} : { token }),
  };
}

function pem(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
