import { schematicOfId } from '../../machine/schematics.js';
import { type Rule, resource } from '../node.js';

const type = 'ExtensionStatuses.runtime.talos.dev';
const owner = 'runtime.ExtensionStatusController';
const anyVersion = { compatibility: { talos: { version: '>= v1.0.0' } } };

/** The system extensions of the image that runs, and the one by which the factory names its schematic. */
export const extensionRules: Rule = ({ facts: { schematic } }) => {
  if (schematic === undefined) return [];
  const { extensions, text } = schematicOfId(schematic);
  const layers = extensions.map(({ name, version, description }) => ({
    name,
    version,
    author: 'Sidero Labs',
    description,
    ...anyVersion,
  }));
  const virtual = {
    name: 'schematic',
    version: schematic,
    author: 'Image Factory',
    description: 'Says by which schematic the image was made.',
    ...anyVersion,
    ...(text === '' ? {} : { extraInfo: text }),
  };
  return [...layers, virtual].map((metadata, index) =>
    resource(type, String(index), owner, { image: `${index}.sqsh`, metadata }),
  );
};
