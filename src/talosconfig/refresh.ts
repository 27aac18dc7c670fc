import { X509Certificate } from 'node:crypto';
import type { TalosconfigContext } from './talosconfig.js';

/**
 * A context with the credentials of another that signs in to the same cluster: of the same authority, with the same roles,
 * and lasting as long at least. Endpoints and nodes stay where the other has none. Undefined where the two are not such,
 * so that nothing better is lost.
 */
export function refreshedContext(old: TalosconfigContext, renewed: TalosconfigContext): TalosconfigContext | undefined {
  if (!old.ca || old.ca !== renewed.ca || (old.cluster ?? '') !== (renewed.cluster ?? '')) return undefined;
  if (!renewed.crt || !renewed.key || old.auth !== undefined || renewed.auth !== undefined) return undefined;
  if (!lastsAsLong(readCertificate(old.crt), readCertificate(renewed.crt))) return undefined;
  const { endpoints, nodes } = renewed;
  return {
    ...old,
    crt: renewed.crt,
    key: renewed.key,
    endpoints: endpoints.length > 0 ? endpoints : old.endpoints,
    nodes: nodes.length > 0 ? nodes : old.nodes,
    unknownKeys: new Map([...(old.unknownKeys ?? []), ...(renewed.unknownKeys ?? [])]),
  };
}

/** What cannot be read is no loss. The subject holds the roles. */
function lastsAsLong(old: X509Certificate | undefined, renewed: X509Certificate | undefined): boolean {
  if (old === undefined) return true;
  if (renewed === undefined || renewed.subject !== old.subject) return false;
  return Date.parse(renewed.validTo) >= Date.parse(old.validTo);
}

function readCertificate(text: string | undefined): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(text ?? '', 'base64'));
  } catch {
    return undefined;
  }
}
