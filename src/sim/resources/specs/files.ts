/** Spec layouts of the `files` resources; the notation is explained in ../layout.ts. */
export const filesSpecs = `
EtcFileSpecSpec = EtcFileSpecs.files.talos.dev
  1 contents text
  2 mode int
  3 selinux_label string
EtcFileStatusSpec = EtcFileStatuses.files.talos.dev
  1 specVersion string
`;
