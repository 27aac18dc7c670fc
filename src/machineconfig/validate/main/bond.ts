import type { Section } from '../section.js';

const modes = [
  'balance-rr',
  'active-backup',
  'balance-xor',
  'broadcast',
  '802.3ad',
  'balance-tlb',
  'balance-alb',
] as const;
type BondMode = (typeof modes)[number];

/** Words that the texts of a bond may be; empty is the first. */
const words: Readonly<Record<string, readonly string[]>> = {
  mode: modes,
  xmitHashPolicy: ['layer2', 'layer3+4', 'layer2+3', 'encap2+3', 'encap3+4'],
  lacpRate: ['slow', 'fast'],
  arpValidate: ['none', 'active', 'backup', 'all', 'filter', 'filter-active', 'filter-backup'],
  arpAllTargets: ['any', 'all'],
  primaryReselect: ['always', 'better', 'failure'],
  failOverMac: ['none', 'active', 'follow'],
  adSelect: ['stable', 'bandwidth', 'count'],
};

/** Settings that mean something in some modes only, once they are more than `above`. */
const numbers: readonly { readonly key: string; readonly above: number; readonly modes: readonly BondMode[] }[] = [
  { key: 'arpInterval', above: 0, modes: ['balance-rr', 'active-backup', 'balance-xor', 'broadcast'] },
  { key: 'packetsPerSlave', above: 1, modes: ['balance-rr'] },
  { key: 'tlbDynamicLb', above: 0, modes: ['balance-tlb', 'balance-alb'] },
  { key: 'adActorSysPrio', above: 0, modes: ['802.3ad'] },
  { key: 'adUserPortKey', above: 0, modes: ['802.3ad'] },
];
const texts: readonly { readonly key: string; readonly modes: readonly BondMode[] }[] = [
  { key: 'lacpRate', modes: ['802.3ad'] },
  { key: 'arpValidate', modes: ['balance-rr', 'active-backup', 'balance-xor', 'broadcast'] },
  { key: 'primary', modes: ['active-backup', 'balance-tlb', 'balance-alb'] },
];

/** A bond in the older form, inside `machine.network.interfaces`. */
export function checkBond(bond: Section): void {
  for (const [key, known] of Object.entries(words)) {
    const word = bond.text(key);
    if (word !== '' && !known.includes(word)) bond.error(key, `${JSON.stringify(word)} is none of ${known.join(', ')}`);
  }
  const mode = modes.find((known) => known === bond.text('mode')) ?? 'balance-rr';
  const elsewhere = (key: string, allowed: readonly BondMode[]) => {
    if (!allowed.includes(mode))
      bond.error(key, `${key} does not go with the mode ${mode}: only with ${allowed.join(', ')}`);
  };
  for (const { key, above, modes: allowed } of numbers) if (bond.number(key) > above) elsewhere(key, allowed);
  for (const { key, modes: allowed } of texts) if (bond.text(key) !== '') elsewhere(key, allowed);
  const interval = bond.number('miimon');
  for (const key of ['updelay', 'downdelay']) {
    const delay = bond.number(key);
    if (interval === 0 ? delay !== 0 : delay % interval !== 0) bond.error(key, `${key} must be a multiple of miimon`);
  }
  if (bond.texts('arpIPTarget').length > 0) bond.error('arpIPTarget', 'arpIPTarget is not supported');
  if (bond.text('adActorSystem') !== '') bond.error('adActorSystem', 'adActorSystem is not supported');
}
