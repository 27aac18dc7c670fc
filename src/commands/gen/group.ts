import { defineGroup } from '../../cli/command.js';
import { forceFlag } from '../shared/new-files.js';

export const group = defineGroup({
  words: 'gen',
  use: 'gen',
  summary: 'Make configurations, secrets, keys and certificates',
  connection: 'none',
  persistentFlags: { force: forceFlag },
});
