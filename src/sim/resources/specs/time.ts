/** Spec layouts of the `time` resources; the notation is explained in ../layout.ts. */
export const timeSpecs = `
AdjtimeStatusSpec = AdjtimeStatuses.v1alpha1.talos.dev
  1 offset duration
  2 frequencyAdjustmentRatio double
  3 maxError duration
  4 estError duration
  5 status string
  6 constant int
  7 syncStatus bool
  8 state string
StatusSpec = TimeStatuses.v1alpha1.talos.dev
  1 synced bool
  2 epoch int
  3 syncDisabled bool
`;
