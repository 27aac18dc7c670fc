/** Spec layouts of the `extensions` resources; the notation is explained in ../layout.ts. */
export const extensionsSpecs = `
Compatibility
  1 talos Constraint
Constraint
  1 version string
Layer = ExtensionStatuses.runtime.talos.dev
  1 image string
  2 metadata Metadata
Metadata
  1 name string
  2 version string
  3 author string
  4 description string
  5 compatibility Compatibility
  6 extraInfo string?
`;
