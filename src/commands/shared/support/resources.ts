import type { CallOptions, Client } from '../../../client/client.js';
import { listResources } from '../../../client/state.js';
import { type PlainMap, type PlainValue, Timestamp } from '../../../render/value.js';
import type { ResourceDefinition } from '../../../resources/definition.js';
import { resourceYaml } from '../../../resources/document.js';
import { Resource } from '../../../resources/resource.js';
import { emitYaml, PlainScalar } from '../../../yaml/emit.js';

const redacted = '<REDACTED>';
/** They hold a secret though their definition does not say so. */
const secretTypes: ReadonlySet<string> = new Set(['UniqueMachineTokens.runtime.talos.dev']);
const manifestType = 'Manifests.kubernetes.talos.dev';

/** The resources of a type as YAML documents without their secrets; undefined where there are none. */
export async function resourceTexts(
  client: Client,
  definition: ResourceDefinition,
  options: CallOptions,
): Promise<string | undefined> {
  const { defaultNamespace, type, sensitivity } = definition;
  const resources = await listResources(client, { namespace: defaultNamespace, type }, options);
  if (resources.length === 0) return undefined;
  const isSecret = sensitivity !== '' || secretTypes.has(type);
  return resources.map((resource) => withoutPasswords(documentOf(resource, isSecret))).join('---\n');
}

function documentOf(resource: Resource, isSecret: boolean): string {
  if (isSecret) return resourceYaml(new Resource(resource.metadata, redacted));
  if (resource.metadata.type !== manifestType || !/^\s*-?\s*kind: Secret$/m.test(resource.specText)) {
    return resourceYaml(resource);
  }
  return resourceYaml(new Resource(resource.metadata, emitYaml(withoutSecrets(resource.spec()))));
}

/** Manifests with the values of Kubernetes Secrets, such as the bootstrap token, blotted out. */
function withoutSecrets(value: PlainValue): unknown {
  if (value instanceof Timestamp) return new PlainScalar(value.text);
  if (Array.isArray(value)) return value.map((item: PlainValue) => withoutSecrets(item));
  if (!(value instanceof Map)) return value;
  const map: PlainMap = value;
  const isSecret = map.get('kind') === 'Secret';
  return new Map(
    [...map].map(([key, item]): [string, unknown] => {
      if (!isSecret || (key !== 'data' && key !== 'stringData') || !(item instanceof Map)) {
        return [key, withoutSecrets(item)];
      }
      return [key, new Map([...item.keys()].map((name): [string, unknown] => [name, redacted]))];
    }),
  );
}

/** Passwords in URLs, as of proxies. */
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/[^\s/:@"']*:)[^\s/@"']+@/g, `$1${redacted}@`);
}
