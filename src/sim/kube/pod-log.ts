import type { ServiceLog } from '../machine/logs.js';
import type { KubeCluster } from './cluster.js';
import { badRequest, KubeFailure } from './failure.js';
import { asList, asText, at, type KubeObject, nameOf, namespaceOf } from './object.js';

export interface LogOptions {
  /** Negative: all that is kept. */
  readonly tail: number;
  readonly follow: boolean;
  /** Whether lines begin with their time. */
  readonly timestamps: boolean;
  /** Lines before are left out. */
  readonly since: Date | undefined;
}

export function readLogOptions(query: URLSearchParams, now: Date): LogOptions {
  const number = (name: string): number | undefined => {
    const text = query.get(name);
    if (text === null) return undefined;
    if (!/^\d+$/.test(text)) throw badRequest(`${name}: ${JSON.stringify(text)} is no number`);
    return Number(text);
  };
  if (query.get('previous') === 'true') throw badRequest('no container of this pod has ended before');
  const sinceTime = query.get('sinceTime');
  const sinceSeconds = number('sinceSeconds');
  const ago = sinceSeconds === undefined ? undefined : new Date(now.getTime() - sinceSeconds * 1000);
  return {
    tail: number('tailLines') ?? -1,
    follow: query.get('follow') === 'true',
    timestamps: query.get('timestamps') === 'true',
    since: sinceTime === null ? ago : new Date(sinceTime),
  };
}

/**
 * The log of a pod's container.
 * @param wanted its name; empty for the only one
 * @throws KubeFailure where the pod has no such container, several to choose from, or its kubelet does not answer
 */
export function containerLog(cluster: KubeCluster, pod: KubeObject, wanted: string): ServiceLog {
  const names = asList(at(pod, 'spec', 'containers')).map((container) => asText(at(container, 'name')));
  const name = wanted === '' && names.length === 1 ? names[0] : names.find((candidate) => candidate === wanted);
  if (name === undefined) {
    throw badRequest(
      wanted === ''
        ? `a container name must be specified for pod ${nameOf(pod)}, choose one of: [${names.join(' ')}]`
        : `container ${wanted} is not valid for pod ${nameOf(pod)}`,
    );
  }
  const machine = cluster.machineOf(pod);
  if (machine === undefined) throw new KubeFailure(500, 'InternalError', 'the kubelet of the node does not answer');
  const running = machine
    .pods()
    .find((candidate) => candidate.namespace === namespaceOf(pod) && candidate.name === nameOf(pod));
  const container = running?.containers.find((candidate) => candidate.name === name);
  if (container === undefined) {
    throw badRequest(`container "${name}" in pod "${nameOf(pod)}" is waiting to start: ContainerCreating`);
  }
  return machine.log(container);
}

/** The lines of a log as the container wrote them: without the stream's name and the mark that the kubelet keeps. */
export async function* readLog(
  log: ServiceLog,
  { tail, follow, timestamps, since }: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  for await (const chunk of log.read({ tail, follow, signal })) {
    const lines = chunk.toString('utf8').split('\n').slice(0, -1);
    const shown = lines.flatMap((line) => {
      const [, time = '', text = ''] = /^(\S+) \S+ [FP] (.*)$/s.exec(line) ?? [];
      if (since !== undefined && new Date(time) < since) return [];
      return [timestamps ? `${time} ${text}\n` : `${text}\n`];
    });
    if (shown.length > 0) yield shown.join('');
  }
}
