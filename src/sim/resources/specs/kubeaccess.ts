/** Spec layouts of the `kubeaccess` resources; the notation is explained in ../layout.ts. */
export const kubeaccessSpecs = `
ConfigSpec = KubernetesAccessConfigs.cluster.talos.dev
  1 enabled bool
  2 allowedAPIRoles [string]
  3 allowedKubernetesNamespaces [string]
`;
