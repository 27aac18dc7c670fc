import { linkRules } from './links.js';
import { networkRules } from './network.js';
import { registryRules } from './registries.js';
import type { DocumentRule } from './rules.js';
import { runtimeRules } from './runtime.js';
import { securityRules } from './security.js';
import { volumeRules } from './volumes.js';

const rules: ReadonlyMap<string, DocumentRule> = new Map(
  [linkRules, networkRules, registryRules, runtimeRules, securityRules, volumeRules].flatMap((group) =>
    Object.entries(group),
  ),
);

/** The rules of a kind; undefined where anything that decodes will do. */
export function rulesOf(kind: string): DocumentRule | undefined {
  return rules.get(kind);
}
