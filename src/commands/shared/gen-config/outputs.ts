import { join } from 'node:path';
import { UsageError } from '../../../errors/errors.js';

/** What `gen config` makes. */
export const outputTypes = ['controlplane', 'worker', 'talosconfig'] as const;
export type OutputType = (typeof outputTypes)[number];

/** Where each type of output goes: a path, or `-` for standard output. */
export type OutputPaths = ReadonlyMap<OutputType, string>;

const fileNames: Record<OutputType, string> = {
  controlplane: 'controlplane.yaml',
  worker: 'worker.yaml',
  talosconfig: 'talosconfig',
};

export interface OutputFlags {
  readonly types: readonly string[];
  readonly output: string;
  readonly outputDir: string;
}

/**
 * Decides what is made and where it goes. One type alone makes `output` a file (or `-`) unless it ends with a slash,
 * several make it a folder; `outputDir` is a folder in any case. With neither, the files go to the working folder.
 */
export function resolveOutputs({ types, output, outputDir }: OutputFlags): OutputPaths {
  const wanted = types.map(requireOutputType);
  const [first] = wanted;
  if (first === undefined) throw new UsageError('--output-types names nothing to make', { hint: validTypes });
  if (outputDir !== '' && output !== '') throw new UsageError('--output and --output-dir exclude each other');
  if (output === '-' && wanted.length > 1) {
    throw new UsageError('only one type of output fits on standard output', {
      hint: `choose it with --output-types: ${outputTypes.join(', ')}`,
    });
  }
  if (output !== '' && wanted.length === 1 && !output.endsWith('/')) return new Map([[first, output]]);
  return new Map(wanted.map((type) => [type, pathIn(output || outputDir || '.', type)]));
}

/** Where an output lies in a folder. */
export function pathIn(folder: string, type: OutputType): string {
  return join(folder, fileNames[type]);
}

const validTypes = `there are ${outputTypes.join(', ')}`;

function requireOutputType(written: string): OutputType {
  const type = outputTypes.find((known) => known === written);
  if (type === undefined) throw new UsageError(`--output-types: unknown type "${written}"`, { hint: validTypes });
  return type;
}
