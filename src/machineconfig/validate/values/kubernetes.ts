/** Rules of Kubernetes for labels, annotations and taints. Each gives what is wrong, undefined where nothing is. */

const longestName = 63;
const name = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** `name` or `domain/name`. */
export function qualifiedNameProblem(text: string): string | undefined {
  const parts = text.split('/');
  const [prefix, own = ''] = parts.length === 1 ? [undefined, text] : parts;
  if (parts.length > 2) return `${JSON.stringify(text)} has more than one slash`;
  if (prefix !== undefined && (Buffer.byteLength(prefix) > 253 || !subdomain.test(prefix))) {
    return `the part of ${JSON.stringify(text)} before the slash is no domain name in small letters`;
  }
  return nameProblem(own, `the name in ${JSON.stringify(text)}`, false);
}

/** The value of a label; it may be empty. */
export function labelValueProblem(text: string): string | undefined {
  return nameProblem(text, `the value ${JSON.stringify(text)}`, true);
}

function nameProblem(text: string, what: string, mayBeEmpty: boolean): string | undefined {
  if (text === '') return mayBeEmpty ? undefined : `${what} is empty`;
  if (Buffer.byteLength(text) > longestName) return `${what} is longer than ${longestName} characters`;
  if (name.test(text)) return undefined;
  return `${what} may only have letters, digits, "-", "_" and ".", and a letter or digit at either end`;
}

const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;

/** `effect` or `value:effect`. */
export function taintProblem(text: string): string | undefined {
  const colon = text.indexOf(':');
  const effect = colon < 0 ? text : text.slice(colon + 1);
  if (!taintEffects.some((known) => known === effect)) {
    return `${JSON.stringify(effect)} is no taint effect: one of ${taintEffects.join(', ')}`;
  }
  return colon < 0 ? undefined : labelValueProblem(text.slice(0, colon));
}
