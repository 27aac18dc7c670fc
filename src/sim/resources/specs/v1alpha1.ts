/** Spec layouts of the `v1alpha1` resources; the notation is explained in ../layout.ts. */
export const v1alpha1Specs = `
AcquireConfigSpecSpec = AcquireConfigSpecs.v1alpha1.talos.dev
AcquireConfigStatusSpec = AcquireConfigStatuses.v1alpha1.talos.dev
ServiceSpec = Services.v1alpha1.talos.dev
  1 running bool
  2 healthy bool
  3 unknown bool
`;
