import { YamlError } from '../../yaml/errors.js';
import { YamlSource } from '../../yaml/node.js';
import { parseYaml } from '../../yaml/parse.js';
import { scalarOf } from '../decode/identify.js';
import type { Section } from './section.js';

/** Warns of inline manifests that Kubernetes will never see, since a node finds no objects in them. */
export function checkInlineManifests(main: Section): void {
  for (const manifest of main.sub('cluster')?.items('inlineManifests') ?? []) {
    const fault = faultOf(manifest.text('contents'));
    if (fault !== undefined) manifest.warning('contents', fault);
  }
}

function faultOf(contents: string): string | undefined {
  const source = new YamlSource(contents);
  try {
    for (const { root } of parseYaml(source)) {
      if (root.kind === 'mapping' && scalarOf(root, 'apiVersion') && scalarOf(root, 'kind')) continue;
      const { line } = source.position(root.start);
      return `line ${line} of the manifest begins no Kubernetes object: it needs apiVersion and kind`;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return `line ${error.position.line} of the manifest is no YAML: ${error.reason}`;
  }
}
