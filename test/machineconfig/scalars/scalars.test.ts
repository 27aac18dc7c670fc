import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressForm,
  addressPortForm,
  hardwareAddressForm,
  portRangeForm,
  prefixForm,
} from '../../../src/machineconfig/scalars/address.js';
import { durationForm, formatDuration, parseDuration } from '../../../src/machineconfig/scalars/duration.js';
import { FormError, type ScalarForm } from '../../../src/machineconfig/scalars/form.js';
import {
  byteSizeForm,
  diskSizeForm,
  parseBytes,
  sizeConditionForm,
  sizeForm,
} from '../../../src/machineconfig/scalars/size.js';
import { base64Form, base64KeyForm } from '../../../src/machineconfig/scalars/text.js';
import { urlForm } from '../../../src/machineconfig/scalars/url.js';
import { resolvePlain } from '../../../src/yaml/scalar.js';

const decode = (form: ScalarForm, text: string) => form.decode({ text, resolved: resolvePlain(text) });

/** Each text, and what it is canonically; undefined where it is none. */
function table(name: string, form: ScalarForm, rows: readonly (readonly [string, unknown])[]): void {
  for (const [text, wanted] of rows) {
    test(`${name} ${JSON.stringify(text)}`, () => {
      if (wanted === undefined) assert.throws(() => decode(form, text), FormError);
      else assert.equal(decode(form, text), wanted);
    });
  }
}

table('duration', durationForm, [
  ['5m', '5m0s'],
  ['90s', '1m30s'],
  ['1h', '1h0m0s'],
  ['0', '0s'],
  ['1.5s', '1.5s'],
  ['-1.5h', '-1h30m0s'],
  ['1500us', '1.5ms'],
  ['250ns', '250ns'],
  ['2562047h47m16.854775807s', '2562047h47m16.854775807s'],
  ['2562047h47m16.854775808s', undefined],
  ['5', undefined],
  ['', undefined],
  ['1 h', undefined],
]);

test('durations in nanoseconds', () => {
  assert.equal(parseDuration('1h1ns'), 3_600_000_000_001n);
  assert.equal(formatDuration(3_600_000_000_001n), '1h0m0.000000001s');
});

table('address', addressForm, [
  ['10.0.0.1', '10.0.0.1'],
  ['010.0.0.1', undefined],
  ['10.0.0', undefined],
  ['10.0.0.256', undefined],
  ['FD00:0:0:0::2', 'fd00::2'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['::', '::'],
  ['::ffff:1.2.3.4', '::ffff:1.2.3.4'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['1::2::3', undefined],
  ['1:2:3:4:5:6:7:8:9', undefined],
  ['12345::', undefined],
]);
table('prefix', prefixForm, [
  ['10.1.2.3/8', '10.1.2.3/8'],
  ['FD00::/64', 'fd00::/64'],
  ['10.0.0.0/33', undefined],
  ['10.0.0.0/08', undefined],
  ['10.0.0.0', undefined],
  ['fe80::1%a/64', undefined],
  ['', ''],
]);
table('address with port', addressPortForm, [
  ['1.2.3.4:80', '1.2.3.4:80'],
  ['[FD00::1]:51820', '[fd00::1]:51820'],
  ['fd00::1:80', undefined],
  ['1.2.3.4:65536', undefined],
  ['[1.2.3.4]:80', undefined],
]);
table('hardware address', hardwareAddressForm, [
  ['AA:BB:cc:00:11:22', 'aa:bb:cc:00:11:22'],
  ['aabb', 'aa:bb'],
  ['a:b', 'ab'],
  ['abc', undefined],
  ['xx', undefined],
]);
table('ports', portRangeForm, [
  ['80', 80],
  ['1000-2000', '1000-2000'],
  ['80-80', 80],
  ['65536', undefined],
  ['a-b', undefined],
]);
table('size', byteSizeForm, [
  ['10GiB', '10GiB'],
  ['1,024 kB', '1,024 kB'],
  ['-5GB', '-5GB'],
  ['', ''],
  ['10 XB', undefined],
  ['GiB', undefined],
]);
table('size or share', sizeForm, [
  ['50%', '50%'],
  ['101%', undefined],
  ['5%x', undefined],
  ['1TB', '1TB'],
]);
table('condition', sizeConditionForm, [
  [' >= 100GB ', '>= 100GB'],
  ['10GB', '10GB'],
  ['!= 1GB', undefined],
]);
table('base64', base64Form, [
  ['aGk=', 'aGk='],
  ['aG\nk=', 'aGk='],
  ['aGk', undefined],
  ['******', undefined],
]);
table('private key', base64KeyForm, [
  ['aGk=', 'aGk='],
  ['******', '******'],
]);
table('URL', urlForm, [
  ['https://a.example:6443', 'https://a.example:6443'],
  ['HTTPS://A.example/x', 'https://A.example/x'],
  ['https://h/a b', 'https://h/a%20b'],
  ['https://h/%7Ea?q=%2f#f', 'https://h/%7Ea?q=%2f#f'],
  ['https://u:p%40@h/', 'https://u:p%40@h/'],
  ['udp://[fd00::1]:514', 'udp://[fd00::1]:514'],
  ['192.0.2.5:6443', undefined],
  ['host:6443', 'host:6443'],
  ['/only/path', '/only/path'],
  ['https://h:x/', undefined],
  ['https://2001:db8::5:6443', undefined],
  ['https://[2001:db8]:6443', undefined],
  ['tcp://a:1:2', 'tcp://a:1:2'],
  ['https://a b/', undefined],
  ['https://h/%zz', undefined],
  [':', undefined],
  ['', ''],
]);

test('sizes in bytes', () => {
  assert.equal(parseBytes('1.5GB'), 1_500_000_000n);
  assert.equal(parseBytes('1 KiB'), 1024n);
  assert.equal(parseBytes('7'), 7n);
  assert.throws(() => parseBytes('99999999EiB'), FormError);
});

test('sizes of partitions are written in decimal units where that loses nothing', () => {
  const write = (text: string) => diskSizeForm.encode?.(decode(diskSizeForm, text));
  assert.deepEqual(['1500MB', '1GiB', '1234000', '100 GB'].map(write), ['1.5 GB', 1073741824, 1234000, '100 GB']);
});
