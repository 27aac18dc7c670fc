import { defineGroup } from '../../cli/command.js';
import { metaInsecureFlag } from '../shared/meta.js';

export const group = defineGroup({
  words: 'meta',
  use: 'meta',
  summary: 'Write and delete keys of the META partition',
  connection: 'flags',
  persistentFlags: { insecure: metaInsecureFlag },
});
