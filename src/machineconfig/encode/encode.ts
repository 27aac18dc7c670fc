import type { MachineConfig } from '../document.js';

export interface EncodeOptions {
  /** Explains every key in a comment. Default off: byte for byte as the reference with docs and examples off. */
  readonly comments?: boolean;
}

/** Writes a configuration, `v1alpha1` first, the others in their order, with `---` between. */
export declare function encodeConfig(config: MachineConfig, options?: EncodeOptions): string;
