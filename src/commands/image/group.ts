import { defineGroup } from '../../cli/command.js';
import { imageNamespaceFlag } from '../shared/image/namespace-flag.js';

export const group = defineGroup({
  words: 'image',
  use: 'image',
  aliases: ['images'],
  summary: 'List, pull and remove container images',
  connection: 'flags',
  persistentFlags: { namespace: imageNamespaceFlag },
});
