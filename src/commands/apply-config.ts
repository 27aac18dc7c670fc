import { defineCommand, rangeArguments } from '../cli/command.js';
import { flag } from '../cli/flags.js';
import { TalosctlError, UsageError } from '../errors/errors.js';
import { applyFlags, readApplyFlags } from './shared/apply/flags.js';

export const command = defineCommand({
  words: 'apply-config',
  use: 'apply-config',
  aliases: ['apply'],
  summary: 'Give nodes a configuration from a file',
  description:
    'Gives the nodes the configuration of a file (- is standard input), with patches where some are given. With ' +
    '--insecure it goes to a node in maintenance mode, which is installed with it.\n\n' +
    'The mode says how a running node takes it: auto reboots only if it must, no-reboot refuses what needs a reboot, ' +
    'reboot always reboots, staged waits for the next boot, try goes back by itself when the time is up.\n\n' +
    '--dry-run shows the difference, what of it needs a reboot, and what is wrong with the configuration. With --wait or ' +
    '--verify, it ends when the node is well.',
  examples:
    '  talosctl apply-config --insecure --nodes 192.0.2.10 --file controlplane.yaml\n' +
    '  talosctl apply-config --file worker.yaml --config-patch @rack1.yaml --dry-run --redact\n' +
    '  talosctl apply-config --file worker.yaml --mode try --verify',
  connection: 'flags',
  args: rangeArguments(0, 1),
  flags: {
    file: flag.string('file with the configuration, - for standard input', { short: 'f' }),
    insecure: flag.bool('apply to a node in maintenance mode: encrypted, but nobody proves who they are', {
      short: 'i',
    }),
    'cert-fingerprint': flag.stringSlice(
      'with --insecure, fingerprints of the certificates that the node may show (default: any)',
    ),
    'config-patch': flag.stringArray('patch for the configuration before it is sent, @file to read it from a file', {
      short: 'p',
    }),
    ...applyFlags,
  },
  resolve([kind], flags) {
    const { values } = flags;
    if (kind !== undefined && !/^(?:config|machineconfig)$/i.test(kind)) {
      throw new UsageError(`apply-config takes no argument "${kind}"; the configuration is named with --file (-f)`);
    }
    if (values.file === '') {
      throw new TalosctlError('no configuration is named: give its file with --file (-f), or - for standard input');
    }
    const settings = readApplyFlags(flags);
    if (settings.wait && values.insecure) {
      throw new TalosctlError('--wait and --verify cannot be used with --insecure', {
        hint: 'once it has its configuration the node is asked with its talosconfig: see `talosctl services`',
      });
    }
    return {
      file: values.file,
      insecure: values.insecure,
      certFingerprints: values['cert-fingerprint'],
      patches: values['config-patch'],
      settings,
    };
  },
  async run(ctx, options) {
    const { runApplyConfig } = await import('./shared/apply/run-apply-config.js');
    await runApplyConfig(ctx, options);
  },
});
