import { TalosctlError } from '../../errors/errors.js';

/**
 * Hosts as people type them: several words or one with commas, blanks around them, empty ones dropped.
 */
export function splitAddresses(words: readonly string[]): readonly string[] {
  return words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

const scheme = /^([a-z][a-z0-9+.-]*):\/\//i;

/** Whether the address is a URL of a proxy that speaks for nodes (Omni): such contexts carry their own `auth`. */
export function isHttpsUrl(address: string): boolean {
  return scheme.exec(address)?.[1]?.toLowerCase() === 'https';
}

/**
 * Refuses URLs, typically the Kubernetes one, where a host is wanted.
 * @param what `endpoint` or `node`
 */
export function refuseUrls(addresses: readonly string[], what: string): void {
  for (const address of addresses) {
    if (!scheme.test(address)) continue;
    throw new TalosctlError(
      `${address} is a URL, and a Talos ${what} is a host: an IP address or a name, port 50000 unless said`,
      {
        hint: 'https://…:6443 is the Kubernetes API, which talosctl does not need here',
      },
    );
  }
}
