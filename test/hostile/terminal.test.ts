import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Data } from '../../src/gen/common/common.js';
import {
  ContainersResponse,
  DiskUsageInfo,
  EtcdMemberListResponse,
  FileInfo,
  MachineServiceService,
  MountsResponse,
  ProcessesResponse,
  ServiceListResponse,
  StatsResponse,
  VersionResponse,
} from '../../src/gen/machine/machine.js';
import { TimeServiceService } from '../../src/gen/time/time.js';
import { StateService } from '../../src/gen/v1alpha1/state.js';
import { startNode } from '../helpers/nodes.js';
import { definitionMessage, resourceMessage } from '../helpers/resource-node.js';
import { StatusError } from '../helpers/servers.js';

/** Clears the screen, sets the title, moves, rings, reports; in the form of seven bits and of eight. */
const evil = 'a\x1b[2J\x1b]0;owned\x07\x9b31m\rb\x08\x00\u202ec';
const bytes = Buffer.from(evil);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

test('nothing that a node says moves the terminal', async (t) => {
  const node = await startNode(t, ['10.5.0.2'], {
    services: [MachineServiceService, StateService, TimeServiceService],
  });
  const type = 'Evils.test.dev';
  const definition = definitionMessage(type, 'cluster', ['evil'], { NAME: '{.spec.name}' });
  const resource = resourceMessage(type, evil, `name: ${JSON.stringify(evil)}\n`, { owner: evil });
  node.server
    .unary(MachineServiceService.version, () =>
      VersionResponse.fromPartial({ messages: [{ version: { tag: evil, sha: evil, os: evil } }] }),
    )
    .unary(MachineServiceService.serviceList, () =>
      ServiceListResponse.fromPartial({
        messages: [
          {
            services: [
              {
                id: evil,
                state: evil,
                health: { lastMessage: evil },
                events: { events: [{ msg: evil, state: evil }] },
              },
            ],
          },
        ],
      }),
    )
    .unary(MachineServiceService.containers, () =>
      ContainersResponse.fromPartial({ messages: [{ containers: [{ id: evil, image: evil, namespace: evil }] }] }),
    )
    .unary(MachineServiceService.stats, () =>
      StatsResponse.fromPartial({ messages: [{ stats: [{ id: evil, namespace: evil }] }] }),
    )
    .unary(MachineServiceService.mounts, () =>
      MountsResponse.fromPartial({ messages: [{ stats: [{ filesystem: evil, size: 1n, mountedOn: evil }] }] }),
    )
    .unary(MachineServiceService.processes, () =>
      ProcessesResponse.fromPartial({ messages: [{ processes: [{ args: evil, executable: evil, state: evil }] }] }),
    )
    .unary(MachineServiceService.etcdMemberList, () =>
      EtcdMemberListResponse.fromPartial({ messages: [{ members: [{ hostname: evil, peerUrls: [evil] }] }] }),
    )
    .stream(MachineServiceService.list, async function* () {
      yield FileInfo.fromPartial({
        relativeName: evil,
        link: evil,
        xattrs: [{ name: 'security.selinux', data: bytes }],
      });
    })
    .stream(MachineServiceService.diskUsage, async function* () {
      yield DiskUsageInfo.fromPartial({ relativeName: evil });
    })
    .stream(MachineServiceService.logs, async function* () {
      yield Data.fromPartial({ bytes });
    })
    .stream(MachineServiceService.dmesg, async function* () {
      yield Data.fromPartial({ bytes });
    })
    .stream(MachineServiceService.read, async function* () {
      yield Data.fromPartial({ bytes });
    })
    .stream(StateService.list, async function* (requests) {
      for await (const { type: asked } of requests) {
        yield { resource: asked === type ? resource : definition };
      }
    })
    .unary(TimeServiceService.time, () => {
      throw new StatusError(2, evil);
    });

  const formats = [[], ['-o', 'json'], ['-o', 'yaml']];
  const withFormats = [
    ['version'],
    ['services'],
    ['service', evil],
    ['containers'],
    ['stats'],
    ['mounts'],
    ['processes'],
    ['etcd', 'members'],
    ['list'],
    ['usage'],
    ['get', 'evil'],
    ['time'],
  ];
  const lines = [
    ['list', '-l'],
    ['logs', 'kubelet'],
    ['dmesg'],
    ['read', '/x'],
    ['get', 'evil', '-o', 'jsonpath={.spec.name}'],
    ['get', evil],
    ['time', '--check', evil],
  ];
  node.server.unary(TimeServiceService.timeCheck, () => {
    throw new StatusError(2, evil);
  });
  for (const words of [
    ...withFormats.flatMap((command) => formats.map((format) => [...command, ...format])),
    ...lines,
  ]) {
    const { stdout, stderr } = await node.run(words, { terminal: { columns: 80 } });
    assert.doesNotMatch(stdout, raw, `stdout of ${words.join(' ')}`);
    assert.doesNotMatch(stderr, raw, `stderr of ${words.join(' ')}`);
    assert.ok((stdout + stderr).length > 0, words.join(' '));
    assert.doesNotMatch(stderr, /fault of talosctl/, words.join(' '));
  }
});

test('tables are safe where they are not shown on a terminal, too', async (t) => {
  const node = await startNode(t);
  node.server.stream(MachineServiceService.list, async function* () {
    yield FileInfo.fromPartial({ relativeName: 'one\ntwo\tthree' });
  });
  assert.equal((await node.run(['list'])).stdout, 'NODE       NAME\n10.5.0.2   one\\ntwo\\tthree\n');
});
