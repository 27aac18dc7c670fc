import type { Runtime } from './runtime.js';

/** The files of a machine that can be read, made when they are asked for. */
const contents: Readonly<Record<string, (runtime: Runtime) => string>> = {
  '/etc/hostname': ({ hostname }) => `${hostname}\n`,
  '/etc/hosts': ({ hostname, machine }) =>
    `127.0.0.1   localhost\n${machine.identity.address}   ${hostname}\n::1   localhost ip6-localhost ip6-loopback\n`,
  '/etc/os-release': ({ machine: { identity } }) =>
    [
      'NAME="Talos"',
      'ID=talos',
      `VERSION_ID=${identity.version}`,
      `PRETTY_NAME="Talos (${identity.version})"`,
      'HOME_URL="https://www.talos.dev/"',
      'BUG_REPORT_URL="https://github.com/siderolabs/talos/issues"',
      'VENDOR_NAME="Sidero Labs"',
      'VENDOR_URL="https://www.siderolabs.com/"',
      '',
    ].join('\n'),
  '/etc/resolv.conf': () => 'nameserver 127.0.0.53\n',
  '/proc/cmdline': ({ machine }) => `talos.platform=metal console=ttyS0 talos.hostname=${machine.identity.name}\n`,
  '/proc/sys/kernel/random/boot_id': ({ bootId }) => `${bootId}\n`,
  '/proc/uptime': ({ machine, bootedAt }) => {
    const seconds = (machine.now().getTime() - bootedAt.getTime()) / 1000;
    return `${seconds.toFixed(2)} ${(seconds * 1.8).toFixed(2)}\n`;
  },
  '/proc/version': () => 'Linux version 6.18.8-talos (@buildkitsandbox) #1 SMP\n',
  '/system/state/config.yaml': ({ configuration }) => configuration.persistent?.text ?? '',
};

/** A file's content, `folder` for what only contains files, undefined for what is not there. */
export function fileOf(runtime: Runtime, path: string): Buffer | 'folder' | undefined {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const make = contents[clean];
  if (make !== undefined) return Buffer.from(make(runtime), 'utf8');
  const prefix = clean === '/' ? '/' : `${clean}/`;
  return clean.startsWith('/') && Object.keys(contents).some((name) => name.startsWith(prefix)) ? 'folder' : undefined;
}
