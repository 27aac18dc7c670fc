import { createHash } from 'node:crypto';

/** A system extension, as the catalogue of Image Factory has it. */
export interface Extension {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

const catalogue: readonly Extension[] = [
  { name: 'iscsi-tools', version: 'v0.2.0', description: 'Tools of iSCSI: the daemon and its command line.' },
  { name: 'util-linux-tools', version: '2.41.4', description: 'Tools of util-linux, such as fstrim and nsenter.' },
  { name: 'qemu-guest-agent', version: '10.2.0', description: 'Talks to the hypervisor of a virtual machine.' },
  { name: 'tailscale', version: '1.94.1', description: 'Joins the machine to a network of Tailscale.' },
];

/** What the factory makes of these extensions: the text of a schematic is its identity. */
function schematicText(names: readonly string[]): string {
  if (names.length === 0) return 'customization: {}\n';
  const lines = names.map((name) => `            - siderolabs/${name}\n`).join('');
  return `customization:\n    systemExtensions:\n        officialExtensions:\n${lines}`;
}

/** The schematics that the simulated factory has been asked for: those of up to two extensions. */
const known: readonly (readonly string[])[] = [
  [],
  ...catalogue.map(({ name }) => [name]),
  ...catalogue.flatMap(({ name }, index) => catalogue.slice(index + 1).map((other) => [name, other.name])),
];

export interface Schematic {
  readonly text: string;
  readonly extensions: readonly Extension[];
}

/** The id under which the factory knows the schematic with these extensions. */
export function schematicId(names: readonly string[]): string {
  return createHash('sha256').update(schematicText(names)).digest('hex');
}

/** A schematic by its id; one that the simulation cannot look into has no extensions. */
export function schematicOfId(id: string): Schematic {
  const names = known.find((each) => schematicId(each) === id);
  if (names === undefined) return { text: '', extensions: [] };
  return { text: schematicText(names), extensions: catalogue.filter(({ name }) => names.includes(name)) };
}
