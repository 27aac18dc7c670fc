import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CelChecker } from '../../../src/machineconfig/validate/cel/check.js';
import type { ExpressionKind } from '../../../src/machineconfig/validate/cel/environment.js';
import { findsOnly } from './support.js';

const right: readonly (readonly [kind: ExpressionKind, text: string])[] = [
  ['disk', 'system_disk'],
  ['disk', 'disk.size > 100u * GB && disk.size < 1u * TiB'],
  ['disk', 'disk.transport == "nvme" && !system_disk // the fast one'],
  ['disk', 'glob("/dev/nvme*", disk.dev_path) || "/dev/x" in disk.symlinks'],
  ['disk', 'disk.symlinks.exists(s, s.startsWith("/dev/disk/by-id/"))'],
  ['disk', 'int(disk.size) / 1024 > 5 && double(disk.size) > 1.0'],
  ['disk', 'has(disk.wwid) ? disk.wwid.matches("^naa") : matches(disk.serial, "x")'],
  ['disk', '-9223372036854775808 < 1'],
  ['disk', '[1, "a"].size() > 0'],
  ['volume', 'volume.partition_label == "DATA" && disk.serial != ""'],
  ['link', 'mac(link.permanent_addr) == "00:1a:2b:3c:4d:5e"'],
  ['link', 'link.bridge_master.stp.enabled && link.vlan.vid == 5u && link.speed_megabits >= 1000'],
  [
    'oomTrigger',
    'multiply_qos_vectors(qos_memory_full_avg10, {System: 8.0}) > 5.0 && time_since_trigger > duration("5s")',
  ],
  [
    'oomRanking',
    'memory_max.hasValue() ? 0.0 : {Besteffort: 1.0, System: 0.0}[class] * double(memory_current.orValue(0u))',
  ],
];
for (const [kind, text] of right) {
  test(`right for ${kind}: ${text}`, () => {
    assert.deepEqual(new CelChecker().check(text, kind), undefined);
  });
}

const wrong: readonly (readonly [kind: ExpressionKind, text: string, message: RegExp])[] = [
  ['disk', 'disk.size >= 1u &&', /Unexpected token/],
  ['disk', 'disk.sise > 1u', /sise/],
  ['disk', 'disk.size > 100 * GB', /int \* uint; .*100u/],
  ['disk', 'disk.transport == nvme', /Unknown variable: nvme; .*quotes/],
  ['disk', 'volume.size > 1u', /volume/],
  ['disk', 'disk.size', /must come to a bool, and comes to uint/],
  ['disk', 'disk.size > 100', /uint > int: the two sides/],
  ['disk', 'disk.size > 100 * GB', /int \* uint/],
  ['disk', 'disk.transport == 1', /string == int/],
  ['disk', 'disk.model.lowerAscii() == "x"', /no function lowerAscii/],
  ['disk', 'disk.symlinks.join(",") == "x"', /no (function|matching).*join/],
  ['disk', 'glob(disk.size, "x")', /glob\(uint, string\)/],
  ['disk', 'mac(b"x") == ""', /mac/],
  ['disk', 'has(disk.nosuch)', /no field nosuch/],
  ['disk', 'has(disk.size.x)', /has no fields/],
  ['disk', 'disk["size"] > 1u', /with a dot/],
  ['disk', '{1: 2}["x"] == 2', /keys of this map are of type int/],
  ['disk', '9223372036854775808 > 1', /too large/],
  ['disk', 'optional.none().hasValue()', /cannot be optional/],
  ['link', 'link.vlan.nosuch == 1u', /nosuch/],
  ['oomTrigger', 'memory_full_avg10 > 75', /double > int/],
  ['oomRanking', '1', /must come to a double/],
];
for (const [kind, text, message] of wrong) {
  test(`wrong for ${kind}: ${text}`, () => {
    assert.match(new CelChecker().check(text, kind)?.message ?? 'nothing wrong', message);
  });
}

test('a wrong expression is reported at its key, with the place in its text', async () => {
  const text =
    'apiVersion: v1alpha1\nkind: RawVolumeConfig\nname: a\nprovisioning:\n  minSize: 1GB\n  diskSelector:\n    match: disk.sise > 1u\n';
  await findsOnly(text, /^error RawVolumeConfig\/a provisioning\.diskSelector\.match: the expression is wrong: .*sise/);
});

test('no expression, however odd, ends in anything but a sentence', () => {
  const checker = new CelChecker();
  const pieces = [
    'disk',
    '.',
    'size',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '1',
    'u',
    ' ',
    '&&',
    '!',
    '?',
    ':',
    ',',
    '-',
    '\\',
    '/',
    '\n',
    'has',
    'in',
    'é',
  ];
  let seed = 42;
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed;
  };
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: 1 + (random() % 12) }, () => pieces[random() % pieces.length]).join('');
    const problem = checker.check(text, 'disk');
    if (problem !== undefined) assert.notEqual(problem.message, '');
  }
});
