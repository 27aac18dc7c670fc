import { isList, isMap, type ManifestMap, type ManifestValue } from './read.js';

/** A kind of object that makes pods. */
export interface Workload {
  /** Where its pod spec is. */
  readonly podSpec: readonly string[];
  /** Fields that Kubernetes' own encoding always has, filled where they are missing. Deepest last. */
  readonly always: readonly (readonly [path: readonly string[], value: ManifestValue])[];
}

const empty: ManifestMap = new Map();
const path = (text: string): readonly string[] => text.split('.');

const template = (parent: string): Workload['always'] => [
  [path(`${parent}.metadata`), empty],
  [path(`${parent}.spec`), empty],
];

/** By apiVersion and kind. */
const workloads: ReadonlyMap<string, Workload> = new Map([
  ['v1/Pod', { podSpec: path('spec'), always: [[path('status'), empty]] }],
  [
    'apps/v1/Deployment',
    {
      podSpec: path('spec.template.spec'),
      always: [
        [path('spec.selector'), null],
        [path('spec.strategy'), empty],
        ...template('spec.template'),
        [path('status'), empty],
      ],
    },
  ],
  [
    'apps/v1/StatefulSet',
    {
      podSpec: path('spec.template.spec'),
      always: [
        [path('spec.selector'), null],
        [path('spec.serviceName'), ''],
        [path('spec.updateStrategy'), empty],
        ...template('spec.template'),
        [path('status.availableReplicas'), 0n],
        [path('status.replicas'), 0n],
      ],
    },
  ],
  [
    'apps/v1/DaemonSet',
    {
      podSpec: path('spec.template.spec'),
      always: [
        [path('spec.selector'), null],
        [path('spec.updateStrategy'), empty],
        ...template('spec.template'),
        [path('status.currentNumberScheduled'), 0n],
        [path('status.desiredNumberScheduled'), 0n],
        [path('status.numberMisscheduled'), 0n],
        [path('status.numberReady'), 0n],
      ],
    },
  ],
  [
    'batch/v1/Job',
    { podSpec: path('spec.template.spec'), always: [...template('spec.template'), [path('status'), empty]] },
  ],
  [
    'batch/v1/CronJob',
    {
      podSpec: path('spec.jobTemplate.spec.template.spec'),
      always: [
        [path('spec.schedule'), ''],
        [path('spec.jobTemplate.metadata'), empty],
        ...template('spec.jobTemplate.spec.template'),
        [path('status'), empty],
      ],
    },
  ],
]);

/** The workload that an object is; undefined for all others. */
export function workloadOf(object: ManifestMap): Workload | undefined {
  return workloads.get(`${String(object.get('apiVersion'))}/${String(object.get('kind'))}`);
}

/** The object with what its kind always has. */
export function complete(object: ManifestMap, { always }: Workload): ManifestMap {
  const filled = always.reduce<ManifestMap>(
    (value, [place, fallback]) => change(value, place, (found) => found ?? fallback),
    object,
  );
  const claims = path('spec.volumeClaimTemplates');
  return lookUp(filled, claims) === undefined ? filled : change(filled, claims, completeClaims);
}

function completeClaims(claims: ManifestValue | undefined): ManifestValue {
  if (!isList(claims)) return claims ?? null;
  return claims.map((claim) => {
    if (!isMap(claim)) return claim;
    const filled = change(claim, ['spec', 'resources'], (found) => found ?? empty);
    return change(filled, ['status'], (found) => found ?? empty);
  });
}

function lookUp(object: ManifestMap, place: readonly string[]): ManifestValue | undefined {
  return place.reduce<ManifestValue | undefined>((value, key) => (isMap(value) ? value.get(key) : undefined), object);
}

/** The object with another value at a path, which is made where it is missing. */
export function change(
  object: ManifestMap,
  [key = '', ...rest]: readonly string[],
  replace: (found: ManifestValue | undefined) => ManifestValue,
): ManifestMap {
  const found = object.get(key);
  const value = rest.length === 0 ? replace(found) : change(isMap(found) ? found : empty, rest, replace);
  return new Map([...object, [key, value]]);
}
