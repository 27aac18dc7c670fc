import type { DiskContent } from './disk.js';

/** Keys of META in which an upgrade waits for the next boot. */
const imageKey = '0x07';
const optionsKey = '0x08';

/** The installer that the next boot runs first; undefined where none waits. */
export function stagedImage({ metaKeys }: DiskContent): string | undefined {
  return metaKeys?.[imageKey];
}

/** META with an upgrade that waits. */
export function withStagedUpgrade({ metaKeys }: DiskContent, image: string): NonNullable<DiskContent['metaKeys']> {
  return { ...metaKeys, [imageKey]: image, [optionsKey]: JSON.stringify({ Pull: true, Upgrade: true, Force: false }) };
}

/** META without it. */
export function withoutStagedUpgrade({ metaKeys }: DiskContent): NonNullable<DiskContent['metaKeys']> {
  const { [imageKey]: _image, [optionsKey]: _options, ...rest } = metaKeys ?? {};
  return rest;
}
