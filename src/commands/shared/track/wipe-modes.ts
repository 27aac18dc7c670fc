/** Values of `--wipe-mode`. */
export const wipeModes = ['all', 'system-disk', 'user-disks'] as const;
export type WipeMode = (typeof wipeModes)[number];
