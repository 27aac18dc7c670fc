import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentKinds } from '../../../src/machineconfig/model/model.js';
import { createAuthority } from '../../../src/pki/issue.js';
import { hour, validFor } from '../../../src/pki/validity.js';
import { controlPlane, findings, findsOnly, withLines } from './support.js';

const wireguardKey = Buffer.alloc(32, 7).toString('base64');
const disk = 'provisioning: {diskSelector: {match: system_disk}, minSize: 1GB}';

/** A document of each kind with nothing wrong: what follows `kind`. */
const good: Readonly<Record<string, string>> = {
  BlackholeRouteConfig: 'name: 10.0.0.0/8',
  BondConfig: 'name: bond0\nlinks: [eth0]\nbondMode: active-backup',
  BridgeConfig: 'name: br0\nlinks: [eth0]',
  DHCPv4Config: 'name: eth0\nclientIdentifier: duid\nduidRaw: "00:01"',
  DHCPv6Config: 'name: eth0',
  DummyLinkConfig: 'name: dummy0\naddresses: [{address: 10.0.0.1/24}]',
  EnvironmentConfig: 'variables: {HTTP_PROXY: x}',
  EthernetConfig: 'name: eth0',
  EventSinkConfig: 'endpoint: "[2001:db8::1]:80"',
  ExistingVolumeConfig: 'name: data\ndiscovery: {volumeSelector: {match: volume.partition_label == "x"}}',
  ExtensionServiceConfig: 'name: nut\nenvironment: [A=b]',
  ExternalVolumeConfig: 'name: share\nfilesystemType: virtiofs\nmount: {virtiofs: {tag: x}}',
  HCloudVIPConfig: 'name: 192.0.2.7\nlink: eth0\napiToken: x',
  HostnameConfig: 'auto: "off"\nhostname: box-7',
  ImageVerificationConfig: 'rules: [{image: "*", skip: true}, {image: a/b, keyless: {issuer: i, subject: s}}]',
  KmsgLogConfig: 'name: remote\nurl: tcp://192.0.2.7:3478/',
  KubeSpanConfig: 'enabled: true\nmtu: 1280\nfilters: {endpoints: ["!10.0.0.0/8"]}',
  KubeSpanEndpointsConfig: 'extraAnnouncedEndpoints: ["192.0.2.7:51820"]',
  Layer2VIPConfig: 'name: 192.0.2.7\nlink: eth0',
  LinkAliasConfig: 'name: net%d\nselector: {match: link.mtu > 1500u}',
  LinkConfig: 'name: eth0\nroutes: [{gateway: 10.0.0.1}]',
  NetworkDefaultActionConfig: 'ingress: block',
  NetworkRuleConfig: 'name: r\nportSelector: {ports: [80, 100-200], protocol: tcp}\ningress: [{subnet: 10.0.0.0/8}]',
  OOMConfig: 'triggerExpression: memory_full_avg10 > 75.0\nsampleInterval: 100ms',
  PCIDriverRebindConfig: 'name: 0000:04:00.00\ntargetDriver: vfio-pci',
  RawVolumeConfig: `name: data\n${disk}`,
  RegistryAuthConfig: 'name: a.example\nusername: u\npassword: p',
  RegistryMirrorConfig: 'name: docker.io\nendpoints: [{url: https://m.example}]',
  RegistryTLSConfig: 'name: a.example\ninsecureSkipVerify: true',
  ResolverConfig: 'nameservers: [{address: 10.0.0.1}]',
  RoutingRuleConfig: 'name: "1000"\ntable: "100"',
  SideroLinkConfig: 'apiUrl: grpc://omni.example:8090?token=x',
  StaticHostConfig: 'name: 10.5.0.2\nhostnames: [a]',
  SwapVolumeConfig: `name: data\n${disk}`,
  TCPProbeConfig: 'name: p\nendpoint: proxy:3128',
  TimeSyncConfig: 'ntp: {servers: [a]}',
  TrustedRootsConfig: 'name: r\ncertificates: x',
  UserVolumeConfig: `name: data\n${disk}\nencryption: {provider: luks2, keys: [{slot: 0, tpm: {}}]}`,
  VLANConfig: 'name: eth0.5\nvlanID: 5\nparent: eth0',
  VRFConfig: 'name: blue\nlinks: [eth0]\ntable: "123"',
  VolumeConfig: 'name: EPHEMERAL\nprovisioning: {maxSize: 50%}',
  WatchdogTimerConfig: 'device: /dev/watchdog0\ntimeout: 10s',
  WireguardConfig: `name: wg0\nprivateKey: ${wireguardKey}\npeers: [{publicKey: ${wireguardKey}}]`,
  ZswapConfig: 'maxPoolPercent: 20',
};

const header = (kind: string) => `apiVersion: v1alpha1\nkind: ${kind}\n`;

test('every kind of document has a good one here', () => {
  const kinds = documentKinds.map(({ kind }) => kind).filter((kind) => kind !== 'v1alpha1');
  assert.deepEqual(
    kinds.filter((kind) => good[kind] === undefined),
    [],
  );
});

for (const [kind, body] of Object.entries(good)) {
  test(`nothing is found in a good ${kind}`, async () => {
    assert.deepEqual(await findings(`${header(kind)}${body}\n`), []);
  });
}

test('a host name alone is good: auto is off unless it is set', async () => {
  assert.deepEqual(await findings(`${header('HostnameConfig')}hostname: box-7\n`), []);
});

const bad: readonly (readonly [kind: string, body: string, finding: RegExp])[] = [
  ['BlackholeRouteConfig', 'name: nowhere', /name must be a network/],
  ['BondConfig', 'name: b\nbondMode: active-backup', /links: a bond needs at least one link/],
  ['BondConfig', 'name: b\nlinks: [a]', /bondMode: a bond needs a mode/],
  ['BondConfig', 'name: b\nlinks: [a]\nbondMode: 802.3ad\nmiimon: 1\nupdelay: 1', /^warning .*downdelay/],
  ['DHCPv4Config', 'name: a\nduidRaw: "00"', /duidRaw goes with/],
  ['DHCPv6Config', 'name: a\nclientIdentifier: duid', /needs duidRaw/],
  ['DummyLinkConfig', 'name: a\naddresses: [{address: 0.0.0.0/0}]', /addresses\[0\]\.address: .*no address of a link/],
  ['EnvironmentConfig', 'variables: {"1A": x}', /"1A" is no name/],
  ['EthernetConfig', 'name: ""', /needs a name/],
  ['EventSinkConfig', 'endpoint: a', /host with a port/],
  ['ExistingVolumeConfig', 'name: a_b\ndiscovery: {volumeSelector: {match: "true"}}', /may only have letters/],
  ['ExistingVolumeConfig', 'name: a', /discovery\.volumeSelector\.match must say/],
  ['ExtensionServiceConfig', 'name: a', /neither configFiles nor environment/],
  ['ExtensionServiceConfig', 'name: a\nconfigFiles: [{content: "", mountPath: /a}]', /configFiles\[0\]\.content/],
  ['ExternalVolumeConfig', 'name: a\nfilesystemType: xfs', /must be virtiofs/],
  ['ExternalVolumeConfig', 'name: a\nfilesystemType: virtiofs', /mount\.virtiofs is missing/],
  ['HCloudVIPConfig', 'name: 192.0.2.7\nlink: a', /apiToken/],
  ['HostnameConfig', 'hostname: box\nauto: stable', /set auto: "off" beside the hostname/],
  ['HostnameConfig', 'auto: talos-addr', /auto must be stable/],
  ['HostnameConfig', `auto: "off"\nhostname: ${'a'.repeat(64)}`, /1 to 63 characters/],
  ['ImageVerificationConfig', 'rules: [{image: a/b}]', /rules\[0\]: a rule needs a verifier/],
  ['ImageVerificationConfig', 'rules: [{image: a/b, skip: true, deny: true}]', /either skips images or denies/],
  ['ImageVerificationConfig', 'rules: [{image: a/b:v1, skip: true}]', /^warning .*a tag/],
  ['ImageVerificationConfig', 'rules: [{image: nginx, skip: true}]', /^warning .*docker\.io\/nginx/],
  ['ImageVerificationConfig', 'rules: [{image: a/b, keyless: {issuer: i}}]', /subject or subjectRegex/],
  ['KmsgLogConfig', 'name: a\nurl: http://a:1', /must begin with tcp/],
  ['KmsgLogConfig', 'name: a\nurl: tcp://a', /needs a port/],
  ['KmsgLogConfig', 'name: a\nurl: tcp://a:1/b', /may not have a path/],
  ['KubeSpanConfig', 'mtu: 1279', /at least 1280/],
  ['Layer2VIPConfig', 'name: a\nlink: b', /shared IP address/],
  ['LinkAliasConfig', 'name: "%d"\nselector: {match: "true"}', /pattern of names/],
  ['LinkAliasConfig', 'name: a', /selector\.match must say/],
  ['LinkConfig', 'name: a\nroutes: [{destination: 0.0.0.0/0, gateway: 10.0.0.1}]', /leave the destination out/],
  ['NetworkRuleConfig', 'name: a\nportSelector: {ports: [], protocol: tcp}', /portSelector\.ports is missing/],
  ['NetworkRuleConfig', 'name: a\nportSelector: {ports: [80, 70-90], protocol: tcp}', /overlap/],
  ['NetworkRuleConfig', 'name: a\nportSelector: {ports: [90-80], protocol: tcp}', /90-80 is no range/],
  ['OOMConfig', 'sampleInterval: -1s', /cannot be negative/],
  ['RawVolumeConfig', 'name: a\nprovisioning: {minSize: 1GB}', /diskSelector\.match must say/],
  ['RawVolumeConfig', 'name: a\nprovisioning: {diskSelector: {match: "true"}}', /needs minSize or maxSize/],
  ['RegistryAuthConfig', 'name: a\nusername: u\nidentityToken: t', /either a username or an identityToken/],
  ['RegistryMirrorConfig', 'name: a\nendpoints: [{url: "ftp://a"}]', /endpoints\[0\]\.url/],
  ['RegistryTLSConfig', 'name: a\nca: x', /no certificate in PEM/],
  ['RoutingRuleConfig', 'name: "32766"\ntable: "100"', /none of 0, 32500/],
  ['RoutingRuleConfig', 'name: "1"\ntable: unspec', /needs a table/],
  ['RoutingRuleConfig', 'name: "1"\ntable: "100"\nfwMask: 1', /fwMask needs fwMark/],
  ['SideroLinkConfig', 'apiUrl: http://a', /must begin with https/],
  ['StaticHostConfig', 'name: a\nhostnames: [b]', /must be an IP address/],
  ['SwapVolumeConfig', `name: ${'a'.repeat(35)}\n${disk}`, /34 characters at most/],
  ['TCPProbeConfig', 'name: a\nendpoint: b\ntimeout: -1s', /timeout cannot be negative/],
  ['TimeSyncConfig', 'ntp: {}\nptp: {}', /either by ntp or by ptp/],
  ['UserVolumeConfig', 'name: a\nvolumeType: tmpfs', /cannot be tmpfs/],
  ['UserVolumeConfig', `name: a\nvolumeType: directory\n${disk}`, /no meaning for a directory/],
  ['UserVolumeConfig', `name: a\nvolumeType: disk\n${disk}`, /no meaning for a whole disk/],
  ['UserVolumeConfig', `name: a\n${disk}\nfilesystem: {type: vfat}`, /vfat cannot be made/],
  ['UserVolumeConfig', `name: a\n${disk}\nfilesystem: {type: ext4, projectQuotaSupport: true}`, /for xfs only/],
  ['UserVolumeConfig', `name: a\n${disk}\nencryption: {provider: luks2}`, /at least one key/],
  [
    'UserVolumeConfig',
    `name: a\n${disk}\nencryption: {provider: luks2, keys: [{slot: 0, tpm: {options: {pcrs: [24]}}}]}`,
    /24 is no platform register/,
  ],
  [
    'UserVolumeConfig',
    'name: a\nprovisioning: {diskSelector: {match: "true"}, minSize: 2GiB, maxSize: 2GB}',
    /larger than maxSize/,
  ],
  ['VLANConfig', 'name: a\nvlanID: 4095\nparent: b', /from 1 to 4094/],
  ['VRFConfig', 'name: a\nlinks: [b]\ntable: main', /main is reserved/],
  ['VolumeConfig', 'name: DATA', /"DATA" is no system volume/],
  ['VolumeConfig', 'name: STATE\nprovisioning: {minSize: 1GB}', /cannot be placed/],
  ['WatchdogTimerConfig', 'device: /dev/watchdog0\ntimeout: 5s', /10s at least/],
  ['WireguardConfig', 'name: a\nprivateKey: x', /no WireGuard key/],
  ['ZswapConfig', 'maxPoolPercent: 101', /from 0 to 100/],
];
for (const [kind, body, finding] of bad) {
  test(`${kind}: ${body.replaceAll('\n', ', ').slice(0, 90)}`, () => findsOnly(`${header(kind)}${body}\n`, finding));
}

test('certificates and keys of registries are read', async () => {
  const { crt, key } = await createAuthority(validFor(new Date(), hour));
  const block = (pem: string) => `|\n${pem.replace(/^/gm, '    ')}\n`;
  const body = `name: a\nca: ${block(crt)}clientIdentity:\n  cert: ${block(crt)}  key: ${block(key)}`;
  assert.deepEqual(await findings(`${header('RegistryTLSConfig')}${body}`), []);
  const swapped = `name: a\nclientIdentity:\n  cert: ${block(key)}  key: ${block(crt)}`;
  assert.equal((await findings(`${header('RegistryTLSConfig')}${swapped}`)).length, 2);
});

const clashes: readonly (readonly [lines: string, kind: string, body: string, finding: RegExp])[] = [
  ['network: {hostname: a}', 'HostnameConfig', 'auto: stable', /machine\.network\.hostname already/],
  ['features: {stableHostname: true}', 'HostnameConfig', 'auto: stable', /stableHostname/],
  ['network: {kubespan: {enabled: false}}', 'KubeSpanConfig', 'enabled: true', /machine\.network\.kubespan already/],
  ['network: {nameservers: [1.1.1.1]}', 'ResolverConfig', 'nameservers: [{address: 10.0.0.1}]', /nameservers already/],
  ['network: {searchDomains: [a]}', 'ResolverConfig', 'nameservers: [{address: 10.0.0.1}]', /searchDomains already/],
  ['time: {servers: [a]}', 'TimeSyncConfig', 'ntp: {servers: [a]}', /machine\.time\.servers already/],
  ['time: {disabled: true}', 'TimeSyncConfig', 'ntp: {servers: [a]}', /machine\.time\.disabled already/],
  [
    'systemDiskEncryption: {ephemeral: {provider: luks2, keys: [{slot: 0, nodeID: {}}]}}',
    'VolumeConfig',
    'name: EPHEMERAL\nencryption: {provider: luks2, keys: [{slot: 0, nodeID: {}}]}',
    /systemDiskEncryption\.ephemeral already/,
  ],
];
for (const [lines, kind, body, finding] of clashes) {
  test(`${kind} beside ${lines.slice(0, 50)} in the main document`, async () => {
    const key = lines.slice(0, lines.indexOf(':'));
    const main = withLines(controlPlane.replace(new RegExp(`\n {4}${key}:\n.*`), ''), 'machine', lines);
    await findsOnly(`${main}---\n${header(kind)}${body}\n`, finding);
  });
}
