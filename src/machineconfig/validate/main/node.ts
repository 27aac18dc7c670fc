import { keyPath } from '../../path.js';
import type { Section } from '../section.js';
import { labelValueProblem, qualifiedNameProblem, taintProblem } from '../values/kubernetes.js';

/** Annotations in which Talos remembers what it has set itself. */
const ownAnnotations = ['talos.dev/owned-labels', 'talos.dev/owned-annotations', 'talos.dev/owned-taints'];
const largestAnnotations = 256 * 1024;

/** Labels, annotations and taints of the Kubernetes node. */
export function checkNode(machine: Section): void {
  checkEach(machine, 'nodeLabels', (_name, value) => labelValueProblem(value));
  checkEach(machine, 'nodeAnnotations', (name) =>
    ownAnnotations.includes(name) ? `the annotation ${name} belongs to Talos itself` : undefined,
  );
  checkEach(machine, 'nodeTaints', (_name, value) => taintProblem(value));
  const size = machine
    .entries('nodeAnnotations')
    .reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(String(value)), 0);
  if (size > largestAnnotations)
    machine.error('nodeAnnotations', `all annotations together are larger than ${largestAnnotations} bytes`);
}

function checkEach(
  machine: Section,
  key: string,
  valueProblem: (name: string, value: string) => string | undefined,
): void {
  for (const [name, value] of machine.entries(key)) {
    const path = keyPath(machine.at(key), name);
    for (const problem of [qualifiedNameProblem(name), valueProblem(name, typeof value === 'string' ? value : '')]) {
      if (problem !== undefined) machine.report.error(path, problem);
    }
  }
}
