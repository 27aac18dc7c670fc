import { disk, partitions } from '../resources/hardware.js';
import { below, device, folder, link, type Placed } from './node.js';

/** Below /dev: the devices of the simulated machine. */
export function deviceFiles(): readonly Placed[] {
  return [
    ['/dev', folder({ label: 'device_t' })],
    ...below('/dev', [
      ['console', device('character')],
      ['kmsg', device('character', { mode: 0o644 })],
      ...['null', 'zero', 'full', 'random', 'urandom', 'tty', 'ptmx'].map(
        (name): Placed => [name, device('character', { mode: 0o666 })],
      ),
      ...['tty0', 'tty1', 'tty2', 'ttyS0'].map((name): Placed => [name, device('character', { mode: 0o620 })]),
      [disk.name, device('block', { mode: 0o660 })],
      ...partitions.map(({ number }): Placed => [`${disk.name}${number}`, device('block', { mode: 0o660 })]),
      ...partitions.map(
        ({ number, label }): Placed => [`disk/by-partlabel/${label}`, link(`../../${disk.name}${number}`)],
      ),
      ['fd', link('/proc/self/fd')],
      ['stdin', link('/proc/self/fd/0')],
      ['stdout', link('/proc/self/fd/1')],
      ['stderr', link('/proc/self/fd/2')],
      ['pts', folder()],
      ['shm', folder({ mode: 0o777 })],
    ]),
  ];
}
