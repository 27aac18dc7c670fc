/** Sets of columns that need no schema file. */
export const presetNames = ['cpu', 'cpuset', 'io', 'memory', 'process', 'psi', 'swap'] as const;
export type PresetName = (typeof presetNames)[number];
