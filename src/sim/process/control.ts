import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { SimCluster } from '../cluster.js';
import type { Machine } from '../machine/machine.js';

/** What the process says about a machine. */
export interface NodeReport {
  readonly name: string;
  readonly hostname: string;
  /** Stage of the machine, `off` while it has no power or is on its way through a reboot. */
  readonly stage: string;
  readonly ready: boolean;
  /** Whether its API listens. */
  readonly reachable: boolean;
  readonly bootId: string;
}

export interface ControlReport {
  readonly pid: number;
  readonly nodes: readonly NodeReport[];
}

export interface ControlOptions {
  readonly server: Server;
  readonly token: string;
  readonly pid: number;
  readonly cluster: SimCluster;
  /** Called when the process is told to end. */
  readonly stop: () => void;
}

/**
 * Takes orders about the cluster on loopback, as HTTP with a bearer token:
 * `GET /` reports, `GET /nodes/NAME/console` gives what a node has on its console, `POST /stop` ends the process, `POST /nodes/NAME/off` takes a node's power, `POST /nodes/NAME/on`
 * gives it back. Troubles to rehearse with: `POST /nodes/NAME/hold/TASK` keeps a task of a sequence from ending,
 * `POST /nodes/NAME/fail/TASK` lets it fail, `POST /nodes/NAME/silence` leaves calls without an answer, and
 * `POST /nodes/NAME/heal` takes all that away.
 */
export function serveControl(options: ControlOptions): void {
  options.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(options, request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => send(response, 500, { error: String(error) }),
    );
  });
}

type Answer = readonly [status: number, body: object];

async function answer(options: ControlOptions, request: IncomingMessage): Promise<Answer> {
  if (!isAuthorized(request.headers.authorization, options.token)) return [401, { error: 'not authorized' }];
  const order = `${request.method ?? ''} ${request.url ?? ''}`;
  if (order === 'GET /') return [200, report(options)];
  if (order === 'POST /stop') {
    const before = report(options);
    // The answer goes out first.
    setImmediate(options.stop);
    return [200, before];
  }
  const [, watched] = /^GET \/nodes\/([^/]+)\/console$/.exec(order) ?? [];
  if (watched !== undefined) {
    const machine = options.cluster.find(decodeURIComponent(watched));
    return machine === undefined ? unknown(order) : [200, { text: machine.runtime?.kernel.text ?? '' }];
  }
  const [, name, trouble, task = ''] = /^POST \/nodes\/([^/]+)\/(\w+)(?:\/(\w+))?$/.exec(order) ?? [];
  const machine = name === undefined ? undefined : options.cluster.find(decodeURIComponent(name));
  const done = machine !== undefined && (await disturb(machine, trouble, task));
  return done ? [200, report(options)] : unknown(order);
}

const unknown = (order: string): Answer => [404, { error: `nothing is known about ${order}` }];

/** False where no such order is known. */
async function disturb(machine: Machine, order: string | undefined, task: string): Promise<boolean> {
  switch (order) {
    case 'on':
      machine.powerOn();
      return true;
    case 'off':
      await machine.cut();
      return true;
    case 'hold':
    case 'fail':
      machine.faults.disturb(task, order);
      return task !== '';
    case 'silence':
      machine.faults.silence();
      return true;
    case 'heal':
      machine.faults.clear();
      return true;
    default:
      return false;
  }
}

function report({ pid, cluster }: ControlOptions): ControlReport {
  return { pid, nodes: cluster.machines.map(nodeReport) };
}

function nodeReport({ identity, runtime }: Machine): NodeReport {
  return {
    name: identity.name,
    hostname: runtime?.hostname ?? identity.name,
    stage: runtime?.stage ?? 'off',
    ready: runtime?.ready ?? false,
    reachable: runtime?.reachable ?? false,
    bootId: runtime?.bootId ?? '',
  };
}

function isAuthorized(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(`${JSON.stringify(body)}\n`);
}
