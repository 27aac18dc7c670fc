export interface EmitOptions {
  /** Columns a level, 4 when absent. */
  readonly indent?: number;
}

/**
 * Writes plain data as the reference's YAML writer does (quoting, block scalars, indented lists), ending with a newline.
 * Objects keep their order of keys; undefined values are left out.
 */
export declare function emitYaml(value: unknown, options?: EmitOptions): string;
