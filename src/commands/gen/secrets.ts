import { resolve } from 'node:path';
import { defineCommand, noArguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { flag } from '../../cli/flags.js';
import { UsageError } from '../../errors/errors.js';
import { currentContract, parseContract, type VersionContract } from '../../machineconfig/generate/contract.js';
import type { SecretsBundle } from '../../pki/secrets/bundle.js';
import { completeFolders } from '../shared/complete-files.js';
import { forceFlag, refuseExisting, writeNewFiles } from '../shared/new-files.js';
import { readText } from '../shared/read-text.js';

interface Options {
  readonly outputFile: string;
  readonly contract: VersionContract;
  readonly fromConfig: string;
  readonly fromKubernetesPki: string;
  readonly bootstrapToken: string;
  readonly force: boolean;
}

export const command = defineCommand({
  words: 'gen secrets',
  use: 'secrets',
  summary: 'Make the secrets of a cluster, from which configurations are generated',
  description:
    'Makes keys, certificates and tokens of a new cluster, or takes them from a control plane configuration or from the ' +
    'folder of certificates of a kubeadm cluster, and writes them to one file. `gen config --with-secrets` uses it, ' +
    'and gives the same configurations each time. Keep it safe: whoever has it, has the cluster.',
  connection: 'none',
  args: noArguments,
  flags: {
    'output-file': flag.string('file to write, - for standard output', { short: 'o', default: 'secrets.yaml' }),
    'talos-version': flag.string('version of Talos that the secrets are for, e.g. v1.10'),
    'from-controlplane-config': flag.string('take the secrets from this control plane configuration'),
    'from-kubernetes-pki': flag.string('take authorities and keys from this folder, e.g. /etc/kubernetes/pki', {
      short: 'p',
    }),
    'kubernetes-bootstrap-token': flag.string('Kubernetes bootstrap token to use', { short: 't' }),
    force: forceFlag,
  },
  completeFlags: { 'from-kubernetes-pki': completeFolders },
  resolve(_args, { values }): Options {
    const fromConfig = values['from-controlplane-config'];
    const fromKubernetesPki = values['from-kubernetes-pki'];
    if (fromConfig !== '' && fromKubernetesPki !== '') {
      throw new UsageError('--from-controlplane-config and --from-kubernetes-pki exclude each other');
    }
    const version = values['talos-version'];
    return {
      outputFile: values['output-file'],
      contract: version === '' ? currentContract : parseContract(version),
      fromConfig,
      fromKubernetesPki,
      bootstrapToken: values['kubernetes-bootstrap-token'],
      force: values.force,
    };
  },
  async run(ctx, options) {
    const { outputFile, force } = options;
    const toStdout = outputFile === '-';
    if (!toStdout && !force) await refuseExisting(ctx, [{ path: outputFile }]);
    const bundle = options.fromConfig === '' ? await makeSecrets(ctx, options) : await recover(ctx, options.fromConfig);
    const { encodeSecrets } = await import('../../pki/secrets/encode.js');
    const content = encodeSecrets(bundle);
    if (toStdout) await ctx.stdout.write(content);
    else await writeNewFiles(ctx, [{ path: outputFile, content }], { force });
  },
});

async function makeSecrets(ctx: Context, options: Options): Promise<SecretsBundle> {
  const { generateSecrets } = await import('../../pki/secrets/generate.js');
  const { readKubernetesPki } = await import('../../pki/secrets/kubernetes-pki.js');
  const { secretKinds } = await import('../../machineconfig/generate/secret-kinds.js');
  const { contract, fromKubernetesPki, bootstrapToken } = options;
  if (bootstrapToken !== '' && !/^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(bootstrapToken)) {
    await ctx.stderr.write(
      'warning: the bootstrap token is not of the form abcdef.0123456789abcdef, nodes will not join with it\n',
    );
  }
  return generateSecrets({
    now: ctx.clock.now(),
    ...secretKinds(contract),
    bootstrapToken: bootstrapToken === '' ? undefined : bootstrapToken,
    kubernetes: fromKubernetesPki === '' ? undefined : await readKubernetesPki(resolve(ctx.cwd, fromKubernetesPki)),
  });
}

async function recover(ctx: Context, path: string): Promise<SecretsBundle> {
  const { decodeConfig } = await import('../../machineconfig/decode/decode.js');
  const { secretsFromConfig } = await import('../../machineconfig/generate/secrets-from-config.js');
  const text = await readText(ctx, path, 'the control plane configuration');
  return secretsFromConfig(decodeConfig(text, { file: path }));
}
