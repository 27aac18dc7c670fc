import { emitYaml } from '../yaml/emit.js';
import { compareKeys } from '../yaml/keyorder.js';
import type { TalosconfigContent, TalosconfigContext } from './talosconfig.js';

/**
 * The text of a client configuration file: current context, then the contexts in the order of their names, numbers in
 * names counted (`lab-9` before `lab-10`). Empty fields are left out, but for the endpoints; keys this program does not
 * know come last.
 */
export function encodeTalosconfig(config: TalosconfigContent): string {
  const names = [...config.contexts.keys()].sort(compareKeys);
  return emitYaml({
    context: config.context,
    contexts: Object.fromEntries(
      names.map((name) => {
        const context = config.contexts.get(name);
        return [name, context && contextFields(context)];
      }),
    ),
    ...Object.fromEntries(config.unknownKeys ?? []),
  });
}

/** Whether two contexts would be written alike. */
export function sameContext(left: TalosconfigContext, right: TalosconfigContext): boolean {
  return emitYaml(contextFields(left)) === emitYaml(contextFields(right));
}

function contextFields(context: TalosconfigContext): Readonly<Record<string, unknown>> {
  const { endpoints, nodes, ca, crt, key, auth, cluster, unknownKeys } = context;
  return {
    endpoints,
    nodes: nodes.length > 0 ? nodes : undefined,
    ca: ca || undefined,
    crt: crt || undefined,
    key: key || undefined,
    auth,
    cluster: cluster || undefined,
    ...Object.fromEntries(unknownKeys ?? []),
  };
}
