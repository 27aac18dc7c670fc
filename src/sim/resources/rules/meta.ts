import { readDefinitions } from '../definitions.js';
import { type Rule, resource } from '../node.js';
import { namespaces } from '../specs/definitions.js';

const registered = [
  ...Object.entries(namespaces).map(([id, description]) =>
    resource('Namespaces.meta.cosi.dev', id, 'meta', { description }),
  ),
  ...readDefinitions().map((definition) =>
    resource('ResourceDefinitions.meta.cosi.dev', definition.type.toLowerCase(), 'meta', definition),
  ),
];

/** The resources about resources: every node has the same ones from its first moment on. */
export const metaRules: Rule = () => registered;
