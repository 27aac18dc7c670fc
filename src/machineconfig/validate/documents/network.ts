import { parseDuration } from '../../scalars/duration.js';
import { smallestKubeSpanMtu } from '../main/kubespan.js';
import type { Section } from '../section.js';
import { isAddress, isPrefix, isSubnetFilter } from '../values/networks.js';
import { type DocumentRule, requireName } from './rules.js';

/** Priorities of rules that the kernel and KubeSpan have taken. */
const reservedPriorities = [0, 32500, 32766, 32767];

const blackholeRoute: DocumentRule = (document) => {
  if (!isPrefix(document.text('name'))) document.error('name', 'the name must be a network, such as 10.0.0.0/8');
};

const dhcp: DocumentRule = (document) => {
  requireName(document);
  const byDuid = document.text('clientIdentifier') === 'duid';
  const duid = document.text('duidRaw');
  if (duid !== '' && !byDuid) document.error('duidRaw', 'duidRaw goes with clientIdentifier: duid only');
  if (duid === '' && byDuid) document.error('duidRaw', 'clientIdentifier: duid needs duidRaw');
};

const sharedAddress: DocumentRule = (document) => {
  if (!isAddress(document.text('name'))) document.error('name', 'the name must be the shared IP address');
  if (document.text('link') === '') document.error('link', 'the link that carries the address is missing');
};

const hcloudAddress: DocumentRule = (document, around) => {
  sharedAddress(document, around);
  if (document.text('apiToken') === '') document.error('apiToken', 'the token for the API is missing');
};

const hostname: DocumentRule = (document, { main }) => {
  const auto = document.text('auto');
  const name = document.text('hostname');
  if (!document.has('auto') && name === '') document.error('', 'either auto or hostname must be set');
  if (hostnameClash(document))
    document.error('hostname', 'auto and hostname cannot both be set: set auto: "off" beside the hostname');
  if (!['', 'off', 'stable'].includes(auto) && !hostnameClash(document))
    document.error('auto', 'auto must be stable or "off"');
  if (name !== '') {
    if (Buffer.byteLength(name) > 253) document.error('hostname', 'the name is longer than 253 characters');
    const length = Buffer.byteLength(name.split('.')[0] ?? '');
    if (length === 0 || length > 63)
      document.error('hostname', 'the part before the first dot must have 1 to 63 characters');
  }
  const machine = main?.sub('machine');
  if ((machine?.sub('network')?.text('hostname') ?? '') !== '') {
    document.error(
      '',
      'the main document sets machine.network.hostname already, and only one of the two may name the machine: give the name here, with auto: "off"',
    );
  }
  if (machine?.sub('features')?.flag('stableHostname') === true) {
    document.error(
      '',
      'the main document has machine.features.stableHostname: only one of the two may name the machine',
    );
  }
};

/** Whether a HostnameConfig has a fixed name beside an automatic one. */
export function hostnameClash(document: Section): boolean {
  return document.text('hostname') !== '' && document.has('auto') && document.text('auto') !== 'off';
}

const kubeSpan: DocumentRule = (document, { main }) => {
  if (document.has('mtu') && document.number('mtu') < smallestKubeSpanMtu) {
    document.error('mtu', `the MTU of KubeSpan is at least ${smallestKubeSpanMtu}`);
  }
  const filters = document.sub('filters');
  for (const { path, text } of filters?.texts('endpoints') ?? []) {
    if (!isSubnetFilter(text)) document.report.error(path, `${JSON.stringify(text)} is no network`);
  }
  if (main?.sub('machine', 'network', 'kubespan') !== undefined) {
    document.error('', 'the main document sets machine.network.kubespan already: only one of the two may stand');
  }
};

const resolver: DocumentRule = (document, { main }) => {
  const network = main?.sub('machine', 'network');
  const taken = (key: string) =>
    document.error('', `the main document sets machine.network.${key} already: only one of the two may stand`);
  if (network?.has('searchDomains') === true) taken('searchDomains');
  if (network?.texts('nameservers').some(({ text }) => isAddress(text)) === true) taken('nameservers');
  if (network?.flag('disableSearchDomain') === true) taken('disableSearchDomain');
};

const routingRule: DocumentRule = (document) => {
  const name = document.text('name');
  if (!/^[0-9]+$/.test(name) || Number(name) >= 2 ** 32)
    document.error('name', 'the name must be the priority of the rule, a number');
  else if (reservedPriorities.includes(Number(name))) {
    document.error('name', `the priority must be from 1 to 32765, and none of ${reservedPriorities.join(', ')}`);
  }
  const action = document.text('action');
  const table = document.text('table');
  if ((table === '' || table === 'unspec') && ['', 'unspec', 'unicast'].includes(action)) {
    document.error('table', 'a rule needs a table, or an action other than unicast');
  }
  if (document.number('fwMask') !== 0 && document.number('fwMark') === 0)
    document.error('fwMask', 'fwMask needs fwMark');
};

const firewallRule: DocumentRule = (document) => {
  requireName(document);
  const selector = document.sub('portSelector');
  const ports = rangesOf(selector);
  if (ports.length === 0) document.error('portSelector', 'portSelector.ports is missing');
  let last: PortRange | undefined;
  for (const range of [...ports].sort((a, b) => a.low - b.low)) {
    if (range.low > range.high) document.report.error(range.path, `${range.low}-${range.high} is no range of ports`);
    if (last !== undefined && range.low <= last.high) {
      document.report.error(range.path, `the ports overlap with ${last.low}-${last.high}`);
    }
    last = range;
  }
  for (const rule of document.items('ingress')) {
    if (rule.text('subnet') === '') rule.error('subnet', 'the network is missing');
  }
};

interface PortRange {
  readonly path: string;
  readonly low: number;
  readonly high: number;
}

function rangesOf(selector: Section | undefined): readonly PortRange[] {
  const ports = selector?.value.ports;
  if (selector === undefined || !Array.isArray(ports)) return [];
  return ports.map((value, index) => {
    const [low = '', high = low] = String(value).split('-');
    return { path: `${selector.at('ports')}[${index}]`, low: Number(low), high: Number(high) };
  });
}

const staticHost: DocumentRule = (document) => {
  if (!isAddress(document.text('name'))) document.error('name', 'the name must be an IP address');
  if (document.texts('hostnames').length === 0) document.error('hostnames', 'at least one host name is needed');
};

const probe: DocumentRule = (document) => {
  requireName(document);
  if (document.text('endpoint') === '') document.error('endpoint', 'the endpoint is missing');
  for (const key of ['timeout', 'interval']) refuseNegative(document, key);
  if (document.number('failureThreshold') < 0) document.error('failureThreshold', 'the threshold cannot be negative');
};

const timeSync: DocumentRule = (document, { main }) => {
  refuseNegative(document, 'bootTimeout');
  if (document.has('ntp') && document.has('ptp')) document.error('ptp', 'the time comes either by ntp or by ptp');
  const time = main?.sub('machine', 'time');
  const taken = (key: string) =>
    document.error('', `the main document sets machine.time.${key} already: only one of the two may stand`);
  if (time?.flag('disabled') === true) taken('disabled');
  else if ((time?.texts('servers').length ?? 0) > 0) taken('servers');
  else if ((parseDuration(time?.text('bootTimeout') || '0s') ?? 0n) !== 0n) taken('bootTimeout');
};

export function refuseNegative(section: Section, key: string): void {
  if (section.text(key).startsWith('-')) section.error(key, `${key} cannot be negative`);
}

export const networkRules: Readonly<Record<string, DocumentRule>> = {
  BlackholeRouteConfig: blackholeRoute,
  DHCPv4Config: dhcp,
  DHCPv6Config: dhcp,
  HCloudVIPConfig: hcloudAddress,
  HostnameConfig: hostname,
  KubeSpanConfig: kubeSpan,
  Layer2VIPConfig: sharedAddress,
  NetworkRuleConfig: firewallRule,
  ResolverConfig: resolver,
  RoutingRuleConfig: routingRule,
  StaticHostConfig: staticHost,
  TCPProbeConfig: probe,
  TimeSyncConfig: timeSync,
};
