import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Events } from '../../../src/sim/machine/events.js';
import { Pace } from '../../../src/sim/machine/pace.js';
import { Service, type ServiceDefinition } from '../../../src/sim/machine/service.js';
import { Services } from '../../../src/sim/machine/services.js';
import { until } from '../../helpers/sim.js';

const now = () => new Date();

function around(t: TestContext) {
  const down = new AbortController();
  t.after(() => down.abort(new Error('the test is over')));
  let pid = 100;
  const log: string[] = [];
  return {
    log,
    down,
    surroundings: {
      events: new Events(now),
      pace: new Pace(0.01),
      now,
      signal: down.signal,
      nextPid: () => ++pid,
      log: (line: string) => void log.push(line),
      pass: () => Promise.resolve(),
      changed: () => undefined,
    },
  };
}

const definition = (more: Partial<ServiceDefinition> = {}): ServiceDefinition => ({
  id: 'kubelet',
  conditions: [],
  running: (pid) => `Started task kubelet (PID ${pid}) for container kubelet`,
  runner: 'Containerd(kubelet)',
  stopping: (pid) => `Sending SIGTERM to task kubelet (PID ${pid}, container kubelet)`,
  healthChecked: true,
  controllable: true,
  started: () => undefined,
  downMessage: 'connection refused',
  ...more,
});

const told = (service: Service) => service.info().events?.events.map(({ state, msg }) => `[${state}] ${msg}`) ?? [];

test('a service waits, prepares, runs and is checked', async (t) => {
  const { surroundings } = around(t);
  let met = (): void => undefined;
  const slow = new Promise<void>((resolve) => {
    met = resolve;
  });
  const service = new Service(
    definition({
      conditions: [
        { description: 'time sync', wait: async () => undefined },
        { description: 'network', wait: () => slow },
      ],
    }),
    surroundings,
  );
  service.start();
  await until('the first condition', () => told(service).length === 3);
  met();
  await until('health', () => service.up);
  assert.deepEqual(told(service), [
    '[Starting] Starting service',
    '[Waiting] Waiting for time sync, network',
    '[Waiting] Waiting for network',
    '[Preparing] Running pre state',
    '[Preparing] Creating service runner',
    '[Running] Started task kubelet (PID 101) for container kubelet',
    '[Running] Health check successful',
  ]);
  assert.deepEqual(service.facts(), { id: 'kubelet', state: 'Running', healthy: true, pid: 101 });
});

test('a process that dies at once is started again and again, its last words are told', async (t) => {
  const { surroundings } = around(t);
  let broken = true;
  const service = new Service(
    definition({ started: () => (broken ? { lastLog: 'said "no"' } : undefined) }),
    surroundings,
  );
  service.start();
  await until('a second try', () => told(service).filter((line) => line.startsWith('[Waiting] Error')).length === 2);
  assert.equal(
    told(service).find((line) => line.startsWith('[Waiting] Error')),
    '[Waiting] Error running Containerd(kubelet), going to restart forever: task "kubelet" failed: exit code 1 (last log "said \\"no\\"")',
  );
  assert.deepEqual(service.info().health?.healthy, false);
  assert.equal(service.info().health?.lastMessage, 'connection refused');
  broken = false;
  await until('recovery', () => service.up);
});

test('stopping and starting again leaves its trace', async (t) => {
  const { surroundings } = around(t);
  const service = new Service(definition(), surroundings);
  service.start();
  await until('health', () => service.up);
  await service.stop();
  assert.equal(service.state, 'Finished');
  assert.deepEqual(told(service).slice(-2), [
    '[Stopping] Sending SIGTERM to task kubelet (PID 101, container kubelet)',
    '[Finished] Service finished successfully',
  ]);
  service.start();
  await until('health', () => service.up);
});

test('a service that waits can be stopped, and two stops are one', async (t) => {
  const { surroundings } = around(t);
  const service = new Service(
    definition({ conditions: [{ description: 'forever', wait: () => new Promise(() => undefined) }] }),
    surroundings,
  );
  service.start();
  await until('waiting', () => service.state === 'Waiting');
  await Promise.all([service.stop(), service.stop()]);
  assert.equal(told(service).filter((line) => line.startsWith('[Finished]')).length, 1);
});

test('a killed process is replaced', async (t) => {
  const { surroundings } = around(t);
  const service = new Service(definition(), surroundings);
  service.start();
  await until('health', () => service.up);
  service.kill();
  await until('another process', () => service.pid === 102);
});

test('the API controls only what allows it', async (t) => {
  const { surroundings } = around(t);
  const services = new Services(() => surroundings);
  services.define([definition(), definition({ id: 'trustd', controllable: false })]);
  assert.throws(() => services.requestStart('nosuch'), /service "nosuch" not defined/);
  assert.throws(() => services.requestStart('trustd'), /doesn't support start operation via API/);
  services.requestStart('kubelet');
  await until('health', () => services.find('kubelet')?.up === true);
  services.find('trustd')?.start();
  await until('trustd', () => services.find('trustd')?.up === true);
  await assert.rejects(services.requestStop('trustd'), /doesn't support stop operation via API/);
  await services.requestRestart('kubelet');
  await until('health', () => services.find('kubelet')?.up === true);
  assert.deepEqual(
    services.list().map(({ id }) => id),
    ['kubelet', 'trustd'],
  );
});
