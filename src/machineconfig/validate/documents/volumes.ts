import { parseBytes } from '../../scalars/size.js';
import type { Section } from '../section.js';
import type { DocumentRule, Surroundings } from './rules.js';

/** Partition labels have 36 characters, two of which say what kind of volume it is. */
const longestName = 34;
const systemVolumes = ['STATE', 'EPHEMERAL', 'IMAGECACHE'];
const keyKinds = ['static', 'nodeID', 'kms', 'tpm'];

function checkName(document: Section, longest: number): void {
  const name = document.text('name');
  if (name === '') document.error('name', 'a volume needs a name');
  if (Buffer.byteLength(name) > longest)
    document.error('name', `the name of a volume has ${longest} characters at most`);
  if (/[^A-Za-z0-9-]/.test(name)) document.error('name', 'the name of a volume may only have letters, digits and "-"');
}

/** Size and place of a volume. */
function checkProvisioning(document: Section, needs: { readonly disk: boolean; readonly size: boolean }): void {
  const provisioning = document.sub('provisioning');
  const selector = provisioning?.sub('diskSelector');
  const match = selector?.text('match') ?? '';
  if (selector !== undefined && match !== '') selector.report.expression(selector.at('match'), match, 'disk');
  else if (needs.disk) document.error('provisioning', 'provisioning.diskSelector.match must say which disk it is');
  const [least, most] = [provisioning?.text('minSize') ?? '', provisioning?.text('maxSize') ?? ''];
  if (!needs.size) {
    for (const key of ['minSize', 'maxSize', 'grow']) {
      if (provisioning?.has(key) === true && provisioning.value[key] !== '')
        provisioning.error(key, `${key} has no meaning for a whole disk`);
    }
    return;
  }
  if (least !== '' && most !== '' && !most.includes('%') && !most.startsWith('-')) {
    if (magnitude(least) > magnitude(most)) provisioning?.error('minSize', 'minSize is larger than maxSize');
  } else if (needs.disk && least === '' && most === '') {
    document.error('provisioning', 'provisioning needs minSize or maxSize');
  }
  if (least.startsWith('-')) provisioning?.error('minSize', 'minSize cannot be negative');
}

function magnitude(size: string): bigint {
  return parseBytes(size.replace(/^-/, ''));
}

function checkEncryption(document: Section): void {
  const encryption = document.sub('encryption');
  if (encryption === undefined || !isEncrypted(encryption)) return;
  if (encryption.text('provider') !== 'luks2') encryption.error('provider', 'the provider must be luks2');
  const keys = encryption.items('keys');
  if (keys.length === 0) encryption.error('keys', 'encryption needs at least one key');
  const slots = new Set<number>();
  for (const key of keys) {
    const slot = key.number('slot');
    if (slots.has(slot)) key.error('slot', `the slot ${slot} is taken by another key`);
    slots.add(slot);
    if (!keyKinds.some((kind) => key.has(kind))) key.error('', `the key is none of ${keyKinds.join(', ')}`);
    const options = key.sub('tpm', 'options');
    for (const register of Array.isArray(options?.value.pcrs) ? options.value.pcrs : []) {
      if (Number(register) < 0 || Number(register) > 23)
        options?.error('pcrs', `${String(register)} is no platform register: 0 to 23`);
    }
  }
}

/** A section without a provider and keys counts as absent. */
function isEncrypted(encryption: Section): boolean {
  return !['', 'none'].includes(encryption.text('provider')) || encryption.items('keys').length > 0;
}

const systemVolume: DocumentRule = (document, around) => {
  const name = document.text('name');
  if (!systemVolumes.includes(name)) {
    return document.error('name', `${JSON.stringify(name)} is no system volume: one of ${systemVolumes.join(', ')}`);
  }
  if (name === 'STATE') {
    const provisioning = document.sub('provisioning');
    if (provisioning !== undefined && isProvisioned(provisioning))
      document.error('provisioning', 'the STATE volume cannot be placed');
    for (const key of document.sub('encryption')?.items('keys') ?? []) {
      if (key.flag('lockToState')) key.error('lockToState', 'a key of the STATE volume cannot be tied to that volume');
    }
  }
  checkProvisioning(document, { disk: false, size: true });
  checkEncryption(document);
  refuseOldEncryption(document, around);
};

/** Disk encryption may be set in one place only. */
function refuseOldEncryption(document: Section, { main }: Surroundings): void {
  const name = document.text('name');
  const encryption = document.sub('encryption');
  if (name === 'IMAGECACHE' || encryption === undefined || ['', 'none'].includes(encryption.text('provider'))) return;
  if (main?.sub('machine', 'systemDiskEncryption', name.toLowerCase()) !== undefined) {
    document.error(
      'encryption',
      `the main document sets machine.systemDiskEncryption.${name.toLowerCase()} already: only one of the two may stand`,
    );
  }
}

function isProvisioned(provisioning: Section): boolean {
  const texts = [
    provisioning.text('minSize'),
    provisioning.text('maxSize'),
    provisioning.sub('diskSelector')?.text('match'),
  ];
  return provisioning.has('grow') || texts.some((text) => text !== undefined && text !== '');
}

const userVolume: DocumentRule = (document) => {
  checkName(document, longestName);
  const type = document.text('volumeType') || 'partition';
  const filesystem = document.sub('filesystem');
  switch (type) {
    case 'directory':
      return checkDirectory(document);
    case 'disk':
    case 'partition':
      checkProvisioning(document, { disk: true, size: type === 'partition' });
      if (filesystem !== undefined) checkFilesystem(filesystem);
      return checkEncryption(document);
    default:
      document.error('volumeType', `a user volume cannot be ${type}: directory, disk or partition`);
  }
};

function checkDirectory(document: Section): void {
  const refuse = (key: string) => document.error(key, `${key} has no meaning for a directory`);
  const provisioning = document.sub('provisioning');
  if (provisioning !== undefined && isProvisioned(provisioning)) refuse('provisioning');
  const encryption = document.sub('encryption');
  if (encryption !== undefined && isEncrypted(encryption)) refuse('encryption');
  const filesystem = document.sub('filesystem');
  if (
    filesystem !== undefined &&
    (!['', 'none'].includes(filesystem.text('type')) || filesystem.has('projectQuotaSupport'))
  ) {
    refuse('filesystem');
  }
  const mount = document.sub('mount');
  if (mount?.has('disableAccessTime') === true || mount?.has('secure') === true) refuse('mount');
}

function checkFilesystem(filesystem: Section): void {
  const type = filesystem.text('type');
  if (!['', 'none', 'xfs', 'ext4'].includes(type))
    filesystem.error('type', `the file system ${type} cannot be made: xfs or ext4`);
  else if (filesystem.flag('projectQuotaSupport') && type === 'ext4') {
    filesystem.error('projectQuotaSupport', 'project quotas are for xfs only');
  }
}

const plainVolume: DocumentRule = (document) => {
  checkName(document, longestName);
  checkProvisioning(document, { disk: true, size: true });
  checkEncryption(document);
};

const existingVolume: DocumentRule = (document) => {
  checkName(document, Number.POSITIVE_INFINITY);
  const selector = document.sub('discovery', 'volumeSelector');
  const match = selector?.text('match') ?? '';
  if (selector === undefined || match === '')
    document.error('discovery', 'discovery.volumeSelector.match must say which volume it is');
  else selector.report.expression(selector.at('match'), match, 'volume');
};

const externalVolume: DocumentRule = (document) => {
  checkName(document, longestName);
  const type = document.text('filesystemType');
  if (type !== 'virtiofs') return document.error('filesystemType', 'the file system must be virtiofs');
  const virtiofs = document.sub('mount', 'virtiofs');
  if (virtiofs === undefined) document.error('mount', 'mount.virtiofs is missing');
  else if (virtiofs.text('tag') === '') virtiofs.error('tag', 'the tag of the share is missing');
};

const zswap: DocumentRule = (document) => {
  const percent = document.number('maxPoolPercent');
  if (percent < 0 || percent > 100) document.error('maxPoolPercent', 'a share in percent is from 0 to 100');
};

export const volumeRules: Readonly<Record<string, DocumentRule>> = {
  ExistingVolumeConfig: existingVolume,
  ExternalVolumeConfig: externalVolume,
  RawVolumeConfig: plainVolume,
  SwapVolumeConfig: plainVolume,
  UserVolumeConfig: userVolume,
  VolumeConfig: systemVolume,
  ZswapConfig: zswap,
};
