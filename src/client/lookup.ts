import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Finds the addresses of a host. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** As the system does it: hosts file, name servers, whatever it is set up for. A process does not end while it waits. */
export const systemLookup: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const hostsFile = '/etc/hosts';

/**
 * Asks the system only after the name servers have shown that they answer: waiting for them can be given up, waiting for
 * the system cannot.
 */
export function abandonableLookup(signal: AbortSignal): Lookup {
  return async (host) => {
    if (isIP(host) === 0 && !(await isInHostsFile(host))) await awaitAnyAnswer(host, signal);
    return systemLookup(host);
  };
}

async function awaitAnyAnswer(host: string, signal: AbortSignal): Promise<void> {
  const resolver = new Resolver();
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await resolver.resolve4(host);
  } catch (error) {
    // Another answer than addresses is one, too.
    if (!answered.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

const answered: readonly string[] = ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'EFORMERR', 'ENOTIMP'];

async function isInHostsFile(host: string): Promise<boolean> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split(/\s+/).includes(host);
}
