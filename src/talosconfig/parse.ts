import type { YamlNode } from '../yaml/node.js';
import { plainValue, presentNode } from '../yaml/plain.js';
import { FieldReader, type Fields } from './fields.js';
import type { TalosconfigContent, TalosconfigContext } from './talosconfig.js';

/**
 * Reads the text of a client configuration file. An empty text is an empty configuration.
 * @param file name for messages
 * @throws TalosctlError with file, line and column
 */
export function parseTalosconfig(text: string, file: string): TalosconfigContent {
  const reader = new FieldReader(text, file, 'a talosconfig');
  const { context, contexts, ...unknown } = reader.root();
  const entries = Object.entries(reader.fields(contexts, 'contexts'));
  return {
    context: reader.text(context, 'context'),
    contexts: new Map(entries.map(([name, node]) => [name, parseContext(reader, node, `contexts.${name}`)])),
    ...unknownKeys(unknown),
  };
}

function parseContext(reader: FieldReader, node: YamlNode | undefined, path: string): TalosconfigContext {
  const { endpoints, nodes, ca, crt, key, cluster, auth, target, ...unknown } = reader.fields(node, path);
  const text = (field: YamlNode | undefined, name: string) => reader.text(field, `${path}.${name}`) || undefined;
  const authentication = presentNode(auth);
  // The first versions of the file had one `target` in place of the endpoints.
  const oldEndpoint = text(target, 'target');
  return {
    endpoints: [...reader.texts(endpoints, `${path}.endpoints`), ...(oldEndpoint === undefined ? [] : [oldEndpoint])],
    nodes: reader.texts(nodes, `${path}.nodes`),
    ca: text(ca, 'ca'),
    crt: text(crt, 'crt'),
    key: text(key, 'key'),
    cluster: text(cluster, 'cluster'),
    auth: authentication && plainValue(authentication),
    ...unknownKeys(unknown),
  };
}

function unknownKeys(fields: Fields): Pick<TalosconfigContent, 'unknownKeys'> {
  const keys = Object.entries(fields).map(([key, node]): [string, unknown] => [key, node && plainValue(node)]);
  return keys.length === 0 ? {} : { unknownKeys: new Map(keys) };
}
