import { type Rule, resource } from '../node.js';

/** The services that run, and how the configuration was acquired. */
export const v1alpha1Rules: Rule = ({ facts, config }) => [
  ...facts.services
    .filter(({ state }) => state === 'Running')
    .map(({ id, healthy }) =>
      resource('Services.v1alpha1.talos.dev', id, 'v1alpha1.ServiceController', {
        running: true,
        healthy: healthy ?? false,
        unknown: healthy === undefined,
      }),
    ),
  config === undefined
    ? resource('AcquireConfigSpecs.v1alpha1.talos.dev', 'machine-config', '')
    : resource('AcquireConfigStatuses.v1alpha1.talos.dev', 'machine-config', 'config.AcquireController'),
];
