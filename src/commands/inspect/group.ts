import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'inspect',
  use: 'inspect',
  summary: 'Look into the workings of Talos',
  connection: 'flags',
});
