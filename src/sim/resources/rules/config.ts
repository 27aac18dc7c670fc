import { type Rule, resource } from '../node.js';

const type = 'MachineConfigs.config.talos.dev';
/** Says that the spec is the configuration's text, not its content. */
const annotations = { 'talos.dev/yaml-spec': '1' };

/** The running configuration, the one that is on disk for the next boot, and the machine's type. */
export const configRules: Rule = ({ facts }) => [
  ...(facts.configText === undefined
    ? []
    : [resource(type, 'v1alpha1', '', facts.configText, { annotations, ...versioned(facts.configVersion) })]),
  ...persistent(facts.stagedConfigText ?? facts.configText, facts.persistentConfigVersion),
  resource('MachineTypes.config.talos.dev', 'machine-type', 'config.MachineTypeController', facts.machineType),
];

function persistent(text: string | undefined, version: number) {
  if (text === undefined) return [];
  return [resource(type, 'persistent', '', text, { annotations, ...versioned(version) })];
}

function versioned(version: number): { readonly version?: number } {
  return version > 0 ? { version } : {};
}
