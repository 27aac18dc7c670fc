/**
 * The commands that the single file has compiled ahead: those that operators and scripts run all day, and that a shell
 * asks for while somebody types.
 */
export const compiledCommands: readonly string[] = [
  'completion bash',
  'completion fish',
  'completion powershell',
  'completion zsh',
  'config context',
  'config contexts',
  'config info',
  'containers',
  'copy',
  'dmesg',
  'events',
  'gen config',
  'get',
  'list',
  'logs',
  'machineconfig patch',
  'read',
  'service',
  'validate',
  'version',
];
