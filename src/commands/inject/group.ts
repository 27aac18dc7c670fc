import { defineGroup } from '../../cli/command.js';

export const group = defineGroup({
  words: 'inject',
  use: 'inject',
  summary: 'Put access to the Talos API into Kubernetes manifests',
  connection: 'none',
});
