import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CgroupValue } from '../../src/commands/shared/cgroups/value.js';
import { Data } from '../../src/gen/common/common.js';
import { ContainersResponse, MachineServiceService, ProcessesResponse } from '../../src/gen/machine/machine.js';
import { tarEnd, tarHeader, tarPadding } from '../../src/sim/files/tar.js';
import { startNode } from '../helpers/nodes.js';
import { StatusError } from '../helpers/servers.js';

const pod = '11111111-2222-4333-8444-555555555555';
const usual: Readonly<Record<string, string>> = {
  'cgroup.procs': '2\n',
  'cpu.stat': 'usage_usec 4000000\nuser_usec 3000000\nsystem_usec 1000000\n',
  'io.stat': '8:0 rbytes=1048576 wbytes=2048 rios=7 wios=3\n7:0 \n',
  'init/cgroup.procs': '1\n',
  'init/cgroup.threads': '1\n91\n',
  'init/cpu.max': 'max 100000\n',
  'init/cpu.stat': 'user_usec 1500000\nsystem_usec 250000\nthrottled_usec 0\n',
  'init/cpu.weight': '79\n',
  'init/cpuset.cpus.effective': '0-3\n',
  'init/io.pressure':
    'some avg10=0.10 avg60=1.25 avg300=0.00 total=8000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n',
  'init/io.stat': '8:0 rbytes=1048576 wbytes=2048 rios=7 wios=3\n',
  'init/memory.current': '155398144\n',
  'init/memory.low': '201326592\n',
  'init/memory.max': 'max\n',
  'init/memory.min': '100663296\n',
  'init/memory.peak': '186474496\n',
  'init/memory.unknown': 'what ever\n',
  'init/pids.current': '2\n',
  [`kubepods/pod${pod}/aaaaaaaaaaaaaaaa/memory.current`]: '1024\n',
  [`kubepods/pod${pod}/bbbbbbbbbbbbbbbb/memory.current`]: '2048\n',
  [`kubepods/pod${pod}/cccccccccccccccc/memory.current`]: '4096\n',
};

function archive(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): Buffer {
  const common = { mode: 0o444, owner: [0, 0], modified: new Date(0) } as const;
  return gzipSync(
    Buffer.concat([
      ...Object.entries(links).map(([name, linkTarget]) =>
        tarHeader({ ...common, name, kind: 'link', linkTarget, size: 0 }),
      ),
      ...Object.entries(files).flatMap(([name, text]) => {
        const size = Buffer.byteLength(text);
        return [tarHeader({ ...common, name, kind: 'file', size }), Buffer.from(text), tarPadding(size)];
      }),
      tarEnd(),
    ]),
  );
}

async function start(t: TestContext, files: Readonly<Record<string, string>> = usual, nodes = ['10.5.0.2']) {
  const node = await startNode(t, nodes);
  const { server } = node;
  server.stream(MachineServiceService.copy, async function* (requests) {
    for await (const { rootPath } of requests) {
      if (rootPath === '/sys/fs/cgroup') yield Data.fromPartial({ bytes: archive(files) });
      else if (rootPath === '/sys/dev/block') {
        yield Data.fromPartial({
          bytes: archive({}, { '8:0': '../../devices/pci0/block/sda', '7:0': '../../devices/loop0' }),
        });
      } else throw new StatusError(2, `lstat ${rootPath}: no such file or directory`);
    }
  });
  server.unary(MachineServiceService.processes, () =>
    ProcessesResponse.fromPartial({
      messages: [
        {
          processes: [
            { pid: 1, executable: '/sbin/init', command: 'init', args: '/sbin/init' },
            { pid: 2, command: 'ksoftirqd/0' },
          ],
        },
      ],
    }),
  );
  server.unary(MachineServiceService.containers, () => {
    const podId = 'kube-system/web';
    return ContainersResponse.fromPartial({
      messages: [
        {
          containers: [
            { uid: pod, podId, id: podId, name: podId, internalId: 'aaaaaaaaaaaaaaaa' },
            { podId, id: 'x', name: 'web', internalId: 'bbbbbbbbbbbbbbbb' },
            { podId, id: 'y', name: 'web', internalId: 'cccccccccccccccc' },
          ],
        },
      ],
    });
  });
  return node;
}

const columnsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {3,}(?=\S)/).map((cell) => cell.trim()));

test('memory is a tree; pods and containers have their names, two of one name both', async (t) => {
  const { run } = await start(t);
  const { code, stdout, stderr } = await run(['cgroups', '--preset', 'memory']);
  assert.equal(
    stdout,
    `NAME                            MemCurrent   MemPeak    MemLow     Peak/Low   MemHigh    MemMin     Current/Min   MemMax
.                                  unset        unset      unset    unset%       unset      unset    unset%          unset
├──init                          148 MiB      178 MiB    192 MiB    92.62%       unset     96 MiB   154.37%            max
└──kubepods                        unset        unset      unset    unset%       unset      unset    unset%          unset
    └──kube-system/web             unset        unset      unset    unset%       unset      unset    unset%          unset
        ├──sandbox               1.0 KiB        unset      unset    unset%       unset      unset    unset%          unset
        ├──web (bbbbbbbbbbbb)    2.0 KiB        unset      unset    unset%       unset      unset    unset%          unset
        └──web (cccccccccccc)    4.0 KiB        unset      unset    unset%       unset      unset    unset%          unset
`,
  );
  assert.deepEqual([code, stderr], [0, '']);
});

test('each preset has its columns', async (t) => {
  const { run } = await start(t);
  const init = async (preset: string) => {
    const [heading = [], root = [], row = []] = columnsOf((await run(['cg', '--preset', preset])).stdout);
    return [heading.slice(1), root.slice(1), row.slice(1)];
  };
  assert.deepEqual(await init('cpu'), [
    ['CpuWeight', 'CpuNice', 'CpuMax', 'CpuUser', 'User/%', 'CpuSystem', 'System/%', 'Throttled'],
    ['unset', 'unset', '[]', '3s', '-', '1s', '-', 'unset'],
    ['79', 'unset', '[', 'max 100000]', '1.5s', '50.00%', '250ms', '25.00%', '0s'],
  ]);
  assert.deepEqual(await init('io'), [
    ['Bytes Read/Written', 'ios Read/Write', 'PressAvg10', 'PressAvg60', 'PressTotal'],
    ['sda: 1.0 MiB/2.0 KiB', 'unset', 'unset', 'unset'],
    ['sda: 1.0 MiB/2.0 KiB', 'sda: 7/3', '0.10', '1.25', '8ms'],
  ]);
  assert.deepEqual(await init('process'), [
    ['PidsCurrent', 'PidsPeak', 'PidsMax', 'Procs', 'Threads', 'Processes'],
    ['unset', 'unset', 'unset', '1', '0'],
    ['2', 'unset', 'unset', '1', '2', '[init]'],
  ]);
  assert.deepEqual((await init('cpuset'))[2], ['0-3']);
  assert.deepEqual((await init('psi'))[0], ['MemCurrent', 'MemPsiSome10', 'MemPsi10', 'CpuPsi10', 'IoPsi10']);
  assert.deepEqual((await init('swap'))[0], [
    'SwapCurrent',
    'SwapPeak',
    'SwapHigh',
    'SwapMax',
    'ZswapCurrent',
    'ZswapMax',
    'ZswapWriteback',
  ]);
});

test('columns can be one’s own, from a file or standard input', async (t) => {
  const { run, home } = await start(t);
  const schema = `columns:
  - name: Max
    template: '{{ .MemoryMax }}{{ if .Parent }} of {{ .Parent }}{{ end }}'
  - name: Procs
    template: '{{ range .CgroupProcsResolved }}{{ . }} {{ end }}{{ index .CPUStat "user_usec" | printf "%d" }}'
  - name: Share
    template: '{{ .MemoryCurrent.DivideBy .MemoryLow | printf "%8s" }} {{ printf "%.1f" .IOPressure.some.avg60.Float64 }}'
`.replace('| printf "%d"', '| printf "%s"');
  await writeFile(join(home, 'mine.yaml'), schema);
  const fromFile = await run(['cgroups', '--schema-file', 'mine.yaml', '--skip-cri-resolve']);
  assert.deepEqual(columnsOf(fromFile.stdout).slice(0, 3), [
    ['NAME', 'Max', 'Procs', 'Share'],
    ['.', 'unset', 'ksoftirqd/0 3000000', 'unset NaN'],
    ['├──init', 'max of .', 'init 1500000', '77.19 1.3'],
  ]);
  assert.match(fromFile.stdout, /└──aaaaaaaaaaaaaaaa|├──aaaaaaaaaaaaaaaa/);
  const fromInput = await run(['cgroups', '--schema-file', '-', '--skip-cri-resolve'], { stdin: schema });
  assert.equal(fromInput.stdout, fromFile.stdout);
});

for (const [what, schema, why] of [
  ['is no YAML', 'columns: [', /cannot read the schema s\.yaml/],
  ['has no columns', 'rows: []', /s\.yaml has no list "columns"/],
  ['has a column without name', 'columns: [{template: x}]', /s\.yaml: column 1 needs a text "name"/],
  ['has a broken template', 'columns: [{name: A, template: "{{ if }}"}]', /s\.yaml: column 1 \(A\): /],
  [
    'asks for what there is not',
    'columns: [{name: A, template: "{{ .Nope }}"}]',
    /column 1 \(A\): there is no \.Nope in \./,
  ],
] as const) {
  test(`a schema that ${what} is refused`, async (t) => {
    const { run, home } = await start(t);
    await writeFile(join(home, 's.yaml'), schema);
    const { code, stdout, stderr } = await run(['cgroups', '--schema-file', 's.yaml']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, why);
  });
}

test('flags that do not go together are refused before anyone is asked', async (t) => {
  const { run, server } = await startNode(t);
  for (const [words, why] of [
    [['cgroups'], /--preset or --schema-file/],
    [['cgroups', '--preset', 'nope'], /no preset "nope": there are cpu, cpuset, io, /],
    [['cgroups', '--preset', 'cpu', '--schema-file', 'x'], /give one of them/],
    [['cgroups', 'x'], /./],
  ] as const) {
    const { code, stdout, stderr } = await run(words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, why);
  }
  assert.deepEqual(server.calls, []);
  assert.match((await run(['__complete', 'cgroups', '--preset', ''])).stdout, /^cpu\ncpuset\nio\nmemory\n/);
});

test('it works on one node, and goes without names that cannot be had', async (t) => {
  const several = await start(t, usual, ['10.5.0.2', '10.5.0.3']);
  const refused = await several.run(['cgroups', '--preset', 'cpu']);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /one node at a time/);
  const { run, server } = await start(t);
  server.unary(MachineServiceService.containers, () => {
    throw new StatusError(14, 'no CRI');
  });
  const { code, stdout, stderr } = await run(['cgroups', '--preset', 'process']);
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`└──pod${pod}`));
  assert.match(stderr, /^warning: the names of the pods are not known: /);
});

test('what cannot be read is said with the file, and a failing node fails the command', async (t) => {
  const { run, server } = await start(t, { 'init/memory.current': 'many\n' });
  const broken = await run(['cgroups', '--preset', 'memory']);
  assert.deepEqual([broken.code, broken.stdout], [1, '']);
  assert.match(broken.stderr, /init\/memory\.current cannot be read: "many" is no number/);
  server.stream(MachineServiceService.copy, async function* () {
    yield Data.fromPartial({ metadata: { error: 'lstat /sys/fs/cgroup: no such file or directory' } });
  });
  const failed = await run(['cgroups', '--preset', 'memory']);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /lstat \/sys\/fs\/cgroup/);
});

test('as data, groups have their files by the kernel’s names', async (t) => {
  const { run } = await start(t);
  const { code, stdout } = await run(['cgroups', '-o', 'json']);
  const { node, cgroups } = JSON.parse(stdout);
  const init = cgroups.find(({ path }: { path: string }) => path === 'init');
  assert.deepEqual([code, node, init.name, init.processes], [0, '10.5.0.2', 'init', ['init']]);
  assert.deepEqual(
    [
      init['memory.current'],
      init['memory.max'],
      init['cpu.max'],
      init['io.stat'].sda.rios,
      init['io.pressure'].some.avg60,
    ],
    [155_398_144, 'max', ['max', 100_000], 7, 1.25],
  );
  assert.equal(init['memory.high'], undefined);
  const web = cgroups.find(({ name }: { name: string }) => name === 'web (cccccccccccc)');
  assert.equal(web.path, `kubepods/pod${pod}/cccccccccccccccc`);
});

test('values are numbers, max, or unset', () => {
  const value = CgroupValue.parse;
  assert.deepEqual(
    ['42', '0.05', 'max', '-1.5'].map((text) => value(text).toString()),
    ['42', '0.05', 'max', '-1.5'],
  );
  assert.throws(() => value('4x'), /"4x" is no number/);
  const { max, unset } = CgroupValue;
  const percent = (left: CgroupValue, right: CgroupValue) => left.percentOf(right).toString();
  assert.equal(percent(value('1'), value('3')), '33.33');
  assert.equal(percent(value('1'), max), '0.00');
  assert.equal(percent(max, max), '100.00');
  assert.equal(percent(max, value('1')), 'max');
  assert.equal(percent(value('1'), value('0')), 'max');
  assert.equal(percent(value('1'), unset), 'unset');
  assert.equal(value('0.05').toNumber(), 0.05);
  assert.ok(Number.isNaN(unset.toNumber()));
  assert.equal(value('18446744073709551615').toString(), '18446744073709551615');
});
