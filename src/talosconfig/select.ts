import { TalosctlError } from '../errors/errors.js';
import { contextNames, type Talosconfig, type TalosconfigContext } from './talosconfig.js';

/** The context a command works with. */
export interface SelectedContext {
  readonly name: string;
  readonly context: TalosconfigContext;
}

/**
 * The context that `--context` names, else the current one; with `--cluster` in place of the context's cluster.
 * @throws TalosctlError that names the file, and the contexts there are
 */
export function selectContext(
  config: Talosconfig,
  flags: { readonly context?: string; readonly cluster?: string } = {},
): SelectedContext {
  const name = flags.context || config.context;
  const context = config.contexts.get(name);
  if (context !== undefined) return { name, context: flags.cluster ? { ...context, cluster: flags.cluster } : context };
  if (config.exists === false && name === '') {
    throw new TalosctlError(`there is no talosconfig at ${config.path}`, {
      hint: 'name the file with --talosconfig or $TALOSCONFIG, or add one that `talosctl gen config` made: `talosctl config merge <file>`',
    });
  }
  const known = contextNames(config).join(', ');
  const hint =
    known === ''
      ? `${config.path} has no contexts: \`talosctl config merge\` adds them`
      : `contexts in ${config.path}: ${known}`;
  throw new TalosctlError(
    name === ''
      ? `no context is set in ${config.path}`
      : `context ${JSON.stringify(name)} is not defined in ${config.path}`,
    { hint: name === '' && known !== '' ? `choose one with \`talosctl config context\`; ${hint}` : hint },
  );
}
