import { platform } from '../hardware.js';
import { type Rule, resource } from '../node.js';
import { addressRules } from './network-addresses.js';
import { linkRules } from './network-links.js';
import { nameRules } from './network-names.js';
import { routeRules } from './network-routes.js';

/** The network of the machine. */
export const networkRules: Rule = (node) => [
  ...linkRules(node),
  ...addressRules(node),
  ...routeRules(node),
  ...nameRules(node),
  resource('NetworkStatuses.net.talos.dev', 'status', 'network.StatusController', {
    addressReady: true,
    connectivityReady: true,
    hostnameReady: true,
    etcFilesReady: true,
  }),
  resource('PlatformConfigs.net.talos.dev', 'active', 'network.PlatformConfigController', {
    metadata: { platform },
  }),
];
