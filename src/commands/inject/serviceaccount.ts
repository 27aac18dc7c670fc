import { defineCommand, noArguments } from '../../cli/command.js';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import { talosRole } from '../../pki/roles.js';
import { completeRoles, requireKnownRoles } from '../shared/roles.js';

export const command = defineCommand({
  words: 'inject serviceaccount',
  use: "serviceaccount [--roles='<ROLE_1>,<ROLE_2>'] -f <manifest.yaml>",
  aliases: ['tsa'],
  summary: 'Give the workloads of Kubernetes manifests a Talos service account',
  description:
    'Prints Kubernetes manifests with a Talos service account for every workload (Pod, Deployment, StatefulSet, ' +
    'DaemonSet, Job, CronJob), its secret mounted at /var/run/secrets/talos.dev in all containers. Doing it again changes ' +
    'nothing but the roles.\n\n' +
    'The nodes give such accounts access where machine.features.kubernetesTalosAPIAccess allows it.',
  examples:
    '  talosctl inject serviceaccount --roles os:reader -f deployment.yaml > injected.yaml\n' +
    '  kubectl kustomize . | talosctl inject tsa -f - | kubectl apply -f -',
  connection: 'none',
  args: noArguments,
  flags: {
    file: flag.string('file with the manifests, - for standard input', { short: 'f' }),
    roles: flag.stringSlice('roles of the service accounts', { short: 'r', default: [talosRole.reader] }),
  },
  completeFlags: { roles: completeRoles },
  resolve(_args, { values: { file, roles } }) {
    if (file === '') throw new UsageError('no manifests are named: give their file with --file (-f), or -');
    return { file, roles };
  },
  async run(ctx, { file, roles }) {
    const [{ injectServiceAccounts }, { readText }] = await Promise.all([
      import('../../kube/manifests/service-accounts.js'),
      import('../shared/read-text.js'),
    ]);
    requireKnownRoles(roles);
    const text = await readText(ctx, file, 'the manifests');
    const name = file === '-' ? 'standard input' : file;
    const { text: injected, changed, nameless } = injectServiceAccounts(text, name, roles);
    await ctx.stdout.write(`${injected}\n`);
    for (const kind of nameless) {
      await ctx.stderr.write(`warning: a ${kind} in ${name} has no name and stays as it is\n`);
    }
    if (changed.length === 0) await ctx.stderr.write(`warning: ${name} has no workload to give a service account to\n`);
  },
});
