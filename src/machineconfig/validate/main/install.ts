import type { Mode } from '../mode.js';
import type { Section } from '../section.js';

const diskTypes = ['ssd', 'hdd', 'nvme', 'sd'];

/** The install section, where Talos has to be put on a disk. */
export function checkInstall(machine: Section, mode: Mode): void {
  const install = machine.sub('install');
  if (install === undefined) {
    machine.error('install', `the install section is missing, which ${mode} needs`);
    return;
  }
  const selector = install.sub('diskSelector');
  if (install.text('disk') === '' && selector === undefined) {
    install.error('disk', 'neither disk nor diskSelector says where to install');
  }
  if (selector !== undefined) checkDiskSelector(selector);
  if (install.texts('extraKernelArgs').length > 0 && install.flag('grubUseUKICmdline')) {
    install.error(
      'extraKernelArgs',
      'extra kernel arguments have no effect with grubUseUKICmdline: set that to false, or build the arguments into the image',
    );
  }
}

function checkDiskSelector(selector: Section): void {
  if (selector.text('name') !== '') selector.error('name', 'disks cannot be selected by their name any more');
  const type = selector.text('type');
  if (type !== '' && !diskTypes.includes(type)) {
    selector.error('type', `${JSON.stringify(type)} is no kind of disk: one of ${diskTypes.join(', ')}`);
  }
}

export function checkExtensions(machine: Section): void {
  const install = machine.sub('install');
  const extensions = install?.items('extensions') ?? [];
  const seen = new Set<string>();
  for (const extension of extensions) {
    const image = extension.text('image');
    if (seen.has(image)) extension.error('image', `the extension ${JSON.stringify(image)} stands twice`);
    seen.add(image);
  }
  if (extensions.length > 0) {
    install?.warning(
      'extensions',
      'extensions are not installed this way any more: build them into the installer image',
    );
  }
}
