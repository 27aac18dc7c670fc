import type { Section } from '../section.js';
import { isUnspecified } from '../values/networks.js';
import { isWireguardKey } from '../values/wireguard.js';
import { type DocumentRule, requireName } from './rules.js';

const largestVlan = 4094;
const reservedTables = ['unspec', 'local', 'main', 'default', ''];

/** Addresses and routes, which every kind of link may have. */
function checkLink(link: Section): void {
  requireName(link);
  for (const address of link.items('addresses')) {
    const text = address.text('address');
    if (text === '') address.error('address', 'the address is missing');
    else if (isUnspecified(text)) address.error('address', `${text} is no address of a link`);
  }
  for (const route of link.items('routes')) {
    for (const key of ['destination', 'gateway', 'source']) {
      const text = route.text(key);
      if (text !== '' && isUnspecified(text)) {
        route.error(
          key,
          key === 'destination' ? 'leave the destination out for the default route' : `${text} is no address`,
        );
      }
    }
  }
}

const bond: DocumentRule = (document) => {
  checkLink(document);
  if (document.texts('links').length === 0) document.error('links', 'a bond needs at least one link');
  if (!document.has('bondMode')) document.error('bondMode', 'a bond needs a mode');
  if (document.text('bondMode') !== '802.3ad') return;
  for (const key of ['miimon', 'updelay', 'downdelay']) {
    if (!document.has(key)) document.warning(key, `an 802.3ad bond should say ${key}`);
  }
};

const vlan: DocumentRule = (document) => {
  checkLink(document);
  const id = document.number('vlanID');
  if (id < 1 || id > largestVlan) document.error('vlanID', `a VLAN needs a number from 1 to ${largestVlan}`);
  if (document.text('parent') === '') document.error('parent', 'a VLAN needs the link it runs on');
};

const vrf: DocumentRule = (document) => {
  checkLink(document);
  const table = document.text('table');
  if (reservedTables.includes(table))
    document.error('table', `the routing table ${table || 'unspec'} is reserved: take a number of your own`);
};

const wireguard: DocumentRule = (document) => {
  checkLink(document);
  checkKey(document, 'privateKey', true);
  const port = document.number('listenPort');
  if (port < 0 || port > 65535) document.error('listenPort', 'a port is a number from 0 to 65535');
  for (const peer of document.items('peers')) {
    checkKey(peer, 'publicKey', true);
    checkKey(peer, 'presharedKey', false);
    if (peer.text('persistentKeepaliveInterval').startsWith('-')) {
      peer.error('persistentKeepaliveInterval', 'the interval cannot be negative');
    }
  }
};

function checkKey(section: Section, key: string, required: boolean): void {
  const text = section.text(key);
  if (text === '' ? required : !isWireguardKey(text)) {
    section.error(key, text === '' ? `${key} is missing` : 'this is no WireGuard key');
  }
}

const linkAlias: DocumentRule = (document) => {
  requireName(document);
  const name = document.text('name');
  if (name.includes('%') && !/^[^%]+%d$/s.test(name))
    document.error('name', 'a pattern of names is a name with %d at its end');
  const selector = document.sub('selector');
  const match = selector?.text('match') ?? '';
  if (selector === undefined || match === '') document.error('selector', 'selector.match must say which link it is');
  else selector.report.expression(selector.at('match'), match, 'link');
};

export const linkRules: Readonly<Record<string, DocumentRule>> = {
  BondConfig: bond,
  BridgeConfig: checkLink,
  DummyLinkConfig: checkLink,
  EthernetConfig: requireName,
  LinkAliasConfig: linkAlias,
  LinkConfig: checkLink,
  VLANConfig: vlan,
  VRFConfig: vrf,
  WireguardConfig: wireguard,
};
