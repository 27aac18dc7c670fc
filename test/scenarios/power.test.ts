import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/client/connect.js';
import { MachineServiceService, RebootRequest_Mode, ResetRequest_WipeMode } from '../../src/gen/machine/machine.js';
import { loadTalosconfig } from '../../src/talosconfig/load.js';
import { selectContext } from '../../src/talosconfig/select.js';
import { startSim, until } from '../helpers/sim.js';

test('machines are rebooted, reset and switched off through the API', async (t) => {
  const sim = await startSim(t);
  await sim.configure();
  const [controlPlane = '', worker = ''] = sim.nodes;
  const talosconfig = await loadTalosconfig({ flag: 'out/talosconfig', env: {}, cwd: sim.home });
  const client = await connect({
    context: selectContext(talosconfig, {}),
    nodes: [],
    endpoints: [],
    env: {},
    now: new Date(),
    warn: () => undefined,
  });
  t.after(() => client.close());

  await t.test('a reboot keeps the configuration and changes the boot id; its actor tells of it', async () => {
    const before = sim.machine(1).runtime?.bootId;
    const { messages } = await client.unary(
      MachineServiceService.reboot,
      { mode: RebootRequest_Mode.DEFAULT },
      { node: worker },
    );
    const actor = messages[0]?.actorId ?? '';
    assert.match(actor, /^[0-9a-f-]{36}$/);
    const watching = new AbortController();
    const events = client.serverStream(
      MachineServiceService.events,
      { tailEvents: -1, tailId: '', tailSeconds: 0, withActorId: actor },
      { node: worker, signal: watching.signal },
    );
    for await (const event of events) if (event.data?.typeUrl.endsWith('SequenceEvent') === true) break;
    await until('the worker to be back', () => {
      const { runtime } = sim.machine(1);
      return runtime?.ready === true && runtime.bootId !== before;
    });
    assert.match(await sim.ok(['-n', worker, 'get', 'mc']), /v1alpha1 +1$/m);
  });

  await t.test('a reset wipes the disk: the machine comes back unconfigured', async () => {
    await client.unary(
      MachineServiceService.reset,
      {
        graceful: true,
        reboot: true,
        systemPartitionsToWipe: [],
        userDisksToWipe: [],
        mode: ResetRequest_WipeMode.ALL,
      },
      { node: worker },
    );
    await until(
      'maintenance mode',
      () => sim.machine(1).runtime?.stage === 'maintenance' && sim.machine(1).runtime?.reachable === true,
    );
    assert.equal(sim.machine(1).disk.read().configText, undefined);
    await sim.ok(['apply-config', '--insecure', '-n', worker, '-f', 'out/worker.yaml']);
    await until('the worker to be ready', () => sim.machine(1).runtime?.ready === true);
  });

  await t.test('a machine that was shut down stays off', async () => {
    await client.unary(MachineServiceService.shutdown, { force: true }, { node: worker });
    await until('the worker to be off', () => sim.machine(1).runtime === undefined);
    const { code, stderr } = await sim.run(['-n', worker, 'version']);
    assert.equal(code, 1);
    assert.match(stderr, /connection refused|cannot/);
    assert.match(await sim.ok(['-n', controlPlane, 'version']), /NODE/);
  });
});
