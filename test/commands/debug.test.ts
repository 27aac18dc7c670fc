import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContainerDriver, ContainerdNamespace } from '../../src/gen/common/common.js';
import {
  type DebugContainerRunRequest,
  DebugContainerRunResponse,
  DebugServiceService,
  DebugContainerRunRequestSpec_Profile as Profile,
} from '../../src/gen/machine/debug.js';
import { ImageServicePullResponse, ImageServiceService } from '../../src/gen/machine/image.js';
import { MachineServiceService } from '../../src/gen/machine/machine.js';
import type { SessionEvent } from '../../src/terminal/session.js';
import type { Input } from '../../src/terminal/streams.js';
import { startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';
import { textInput } from '../helpers/streams.js';

const output = (text: string) =>
  DebugContainerRunResponse.fromPartial({ resp: { $case: 'stdoutData', value: Buffer.from(text) } });
const exit = (value: number) => DebugContainerRunResponse.fromPartial({ resp: { $case: 'exitCode', value } });

type Run = (requests: AsyncIterable<DebugContainerRunRequest>) => AsyncIterable<DebugContainerRunResponse>;

async function start(t: TestContext, run: Run) {
  const node = await startNode(t, ['10.5.0.2'], {
    services: [MachineServiceService, ImageServiceService, DebugServiceService],
  });
  const received: DebugContainerRunRequest['request'][] = [];
  const imported: Buffer[] = [];
  node.server
    .stream(ImageServiceService.pull, async function* (requests) {
      for await (const { imageRef } of requests) {
        if (imageRef.includes('nosuch')) throw new StatusError(5, 'no such image');
      }
      yield ImageServicePullResponse.fromPartial({ response: { $case: 'name', value: 'tools@sha256:1' } });
    })
    .stream(ImageServiceService.import, async function* (requests) {
      for await (const { request } of requests) {
        if (request?.$case === 'imageChunk') imported.push(request.value.bytes);
      }
      yield { name: 'archived:1' };
    })
    .stream(DebugServiceService.containerRun, async function* (requests) {
      async function* noted(): AsyncGenerator<DebugContainerRunRequest, void, undefined> {
        for await (const request of requests) {
          received.push(request.request);
          yield request;
        }
      }
      yield* run(noted());
    });
  return { ...node, received, imported };
}

test('a container from a pulled image: input and output pass, its code is the outcome', async (t) => {
  let code = 0;
  const { run, received } = await start(t, async function* (requests) {
    for await (const { request } of requests) {
      if (request?.$case === 'stdinData') yield output(`got ${request.value}`);
    }
    yield exit(code);
  });
  const words = ['debug', 'tools:1', '--args', '/bin/sh,-c', '--args', 'exit 3'];
  const done = await run(words, { stdin: 'some input\n' });
  assert.deepEqual(
    [done.code, done.stdout, done.stderr],
    [0, 'got some input\n', '10.5.0.2: pulled image tools@sha256:1\n'],
  );
  assert.deepEqual(received[0], {
    $case: 'spec',
    value: {
      containerd: { driver: ContainerDriver.CONTAINERD, namespace: ContainerdNamespace.NS_SYSTEM },
      imageName: 'tools@sha256:1',
      args: ['/bin/sh', '-c', 'exit 3'],
      env: {},
      profile: Profile.PROFILE_PRIVILEGED,
      tty: false,
    },
  });
  code = 3;
  const failed = await run(words);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /^container exited with code 3$/m);
});

test('an archive of this machine is sent there', async (t) => {
  const { run, home, received, imported } = await start(t, async function* (requests) {
    for await (const _ of requests) break;
    yield exit(0);
  });
  const archive = Buffer.alloc(100_000, 5);
  await writeFile(join(home, 'tools.tar'), archive);
  const { code, stderr } = await run(['debug', 'tools.tar', '--namespace', 'system']);
  assert.deepEqual([code, stderr], [0, '10.5.0.2: imported image archived:1 from tools.tar\n']);
  assert.ok(Buffer.concat(imported).equals(archive));
  const spec = received[0];
  assert.ok(spec?.$case === 'spec');
  assert.equal(spec.value.imageName, 'archived:1');
  assert.deepEqual(spec.value.containerd, { driver: ContainerDriver.CRI, namespace: ContainerdNamespace.NS_SYSTEM });
});

test('on a terminal: its size, new sizes, signals, keys as they come; given back at the end', async (t) => {
  const { run, received } = await start(t, async function* (requests) {
    for await (const { request } of requests) {
      if (request?.$case === 'signal') break;
      if (request?.$case === 'stdinData') yield output('$ ');
    }
    yield exit(0);
  });
  const listeners: ((event: SessionEvent) => void)[] = [];
  let closed = 0;
  const keys: Input = {
    ...textInput('', { isTerminal: true }),
    async *chunks() {
      yield Buffer.from('\x03');
      while (!received.some((request) => request?.$case === 'stdinData')) await sleep(5);
      listeners[0]?.({ kind: 'resize', size: { columns: 100, rows: 30 } });
      listeners[0]?.({ kind: 'signal', signal: 1 });
      await sleep(20_000, undefined, { ref: false });
    },
  };
  const { code, stdout } = await run(['debug', 'tools:1'], {
    stdin: keys,
    session: () => ({
      size: { columns: 80, rows: 24 },
      listen: (listener) => void listeners.push(listener),
      close: () => {
        closed += 1;
      },
    }),
  });
  assert.deepEqual([code, stdout, closed], [0, '$ ', 1]);
  const spec = received[0];
  assert.ok(spec?.$case === 'spec' && spec.value.tty);
  assert.deepEqual(received.slice(1), [
    { $case: 'termResize', value: { width: 80, height: 24 } },
    { $case: 'stdinData', value: Buffer.from('\x03') },
    { $case: 'termResize', value: { width: 100, height: 30 } },
    { $case: 'signal', value: 1 },
  ]);
});

test('what goes wrong is a failure', async (t) => {
  const { run, home } = await start(t, async function* () {
    yield output('begun\n');
    throw new StatusError(2, 'failed to create task');
  });
  const broken = await run(['debug', 'tools:1']);
  assert.deepEqual([broken.code, broken.stdout], [1, 'begun\n']);
  assert.match(broken.stderr, /failed to create task \(Unknown\)/);
  const early = await start(t, async function* () {});
  assert.match((await early.run(['debug', 'tools:1'])).stderr, /before the container had ended/);
  assert.match((await run(['debug', 'nosuch:1'])).stderr, /^no such image \(NotFound\)/);
  await mkdir(join(home, 'folder'));
  for (const [image, said] of [
    ['./nosuch', /there is no image archive \.\/nosuch\n.*docker\.io/],
    ['tools.tar', /there is no image archive tools\.tar/],
    ['folder', /folder is a folder, not an image archive/],
  ] as const) {
    const { code, stderr } = await run(['debug', image]);
    assert.equal(code, 1);
    assert.match(stderr, said);
  }
  assert.match((await run(['debug', 'tools:1', '-n', 'a,b'])).stderr, /"debug" works on one node at a time/);
});
