/** Spec layouts of the `config` resources; the notation is explained in ../layout.ts. */
export const configSpecs = `
MachineConfigSpec = MachineConfigs.config.talos.dev
  1 ~ text
MachineTypeSpec = MachineTypes.config.talos.dev
  1 ~ #MachineType
`;
