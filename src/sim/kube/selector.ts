import { badRequest, KubeFailure } from './failure.js';
import { asText, at, type KubeObject, labelsOf } from './object.js';

export type Matcher = (object: KubeObject) => boolean;

/** `app=web,tier!=db,zone in (a,b),!old,new` */
export function labelSelector(text: string): Matcher {
  const requirements = split(text).map(requirement);
  return (object) => requirements.every((holds) => holds(labelsOf(object)));
}

type Requirement = (labels: Readonly<Record<string, string>>) => boolean;

/** The parts between commas that are in no parentheses. */
function split(text: string): readonly string[] {
  return text
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function requirement(text: string): Requirement {
  const [, key = '', operator, list = ''] = /^([^\s!=()]+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(text) ?? [];
  if (operator !== undefined) {
    const values = list.split(',').map((value) => value.trim());
    return (labels) =>
      values.includes(labels[key] ?? '') === (operator === 'in') && (operator !== 'in' || key in labels);
  }
  const [, name = '', sign = '', value = ''] = /^!?\s*([^\s!=]+)\s*(==|=|!=)?\s*(.*)$/.exec(text) ?? [];
  if (name === '') throw badRequest(`unable to parse requirement: ${text}`);
  if (sign === '') return (labels) => name in labels !== text.startsWith('!');
  return (labels) => (labels[name] === value) === (sign !== '!=');
}

/** What the API lets objects be chosen by, as paths into the object. */
const fields: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'spec.nodeName',
  'spec.unschedulable',
  'status.phase',
  'status.podIP',
  'type',
  'involvedObject.kind',
  'involvedObject.name',
  'involvedObject.namespace',
  'involvedObject.uid',
  'reason',
];

/** `spec.nodeName=a,status.phase!=Failed` */
export function fieldSelector(text: string): Matcher {
  const requirements = split(text).map((part) => {
    const [, path = '', sign = '', value = ''] = /^([\w.]+)(==|=|!=)(.*)$/.exec(part) ?? [];
    if (!fields.includes(path)) {
      throw new KubeFailure(400, 'BadRequest', `field label not supported: ${path === '' ? part : path}`);
    }
    return { path: path.split('.'), equal: sign !== '!=', value };
  });
  return (object) =>
    requirements.every(({ path, equal, value }) => {
      const found = at(object, ...path);
      return ((typeof found === 'boolean' ? String(found) : asText(found)) === value) === equal;
    });
}

/** The `selector` of a workload or a disruption budget. */
export function matchesLabels(selector: Readonly<Record<string, string>>): Matcher {
  const wanted = Object.entries(selector);
  return (object) => {
    const labels = labelsOf(object);
    return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
  };
}
