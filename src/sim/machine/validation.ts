import type { MachineConfig, Problem } from '../../machineconfig/document.js';
import { validateConfig } from '../../machineconfig/validate/validate.js';
import { Code, StatusError } from '../rpc/status.js';

/**
 * Checks a configuration as a machine does before it takes it.
 * @param installed whether the system is on a disk already, so that the configuration need not name one
 * @returns the warnings
 * @throws StatusError InvalidArgument with every error, by document
 */
export async function validateForNode(config: MachineConfig, installed: boolean): Promise<readonly string[]> {
  const problems = await validateConfig(config, { mode: installed ? 'cloud' : 'metal', trouble: false });
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new StatusError(Code.invalidArgument, byDocument(errors));
  return problems.map(describe);
}

function byDocument(problems: readonly Problem[]): string {
  const documents = [...new Set(problems.map(({ document }) => document))];
  return list(
    documents.map((document) => {
      const own = problems.filter((problem) => problem.document === document);
      return `${document === 'v1alpha1' ? 'v1alpha1.Config' : document}: ${list(own.map(describe))}`;
    }),
  );
}

function describe({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** Several errors in the form in which a node puts them into one text. */
function list(errors: readonly string[]): string {
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  return `${count} occurred:\n\t* ${errors.join('\n\t* ')}\n\n`;
}
