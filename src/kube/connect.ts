import type { Client } from '../client/client.js';
import { connectKube, type KubeApi } from './api/api.js';
import { fetchKubeconfig } from './kubeconfig/fetch.js';

export interface KubeAccess {
  /** HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The control plane node that gives the kubeconfig; absent: the endpoint. */
  readonly node?: string | undefined;
  /** Whom to dial in place of the server of the kubeconfig: `host`, `host:port` or a URL. */
  readonly endpoint?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
}

/** The Kubernetes API of the cluster that a Talos client speaks to, as its admin. The caller closes it. */
export async function kubeApiOf(client: Client, { env, endpoint, ...options }: KubeAccess): Promise<KubeApi> {
  const kubeconfig = await fetchKubeconfig(client, options);
  return connectKube(kubeconfig.toString('utf8'), env, endpoint);
}
