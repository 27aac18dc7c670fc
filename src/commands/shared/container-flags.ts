import { flag } from '../../cli/flags.js';

/** Which containers a command means: those of Talos or those of Kubernetes. */
export const containerFlags = {
  kubernetes: flag.bool('the containers of Kubernetes (containerd namespace k8s.io)', { short: 'k' }),
  'use-cri': flag.bool('has no effect; --kubernetes decides', { hidden: true }),
};
