import { asMap, asText, type ConfigView, type Rule, resource } from '../node.js';

/** Registries, seccomp profiles and the image cache of the container runtime. */
export const criRules: Rule = ({ config }) => [
  resource('ImageCacheConfigs.cri.talos.dev', 'image-cache', 'cri.ImageCacheConfigController', {
    status: 'disabled',
    copyStatus: 'skipped',
  }),
  resource(
    'RegistryConfigs.cri.talos.dev',
    'registries',
    'cri.RegistriesConfigController',
    config === undefined ? {} : registries(config),
  ),
  ...(config?.list('machine.seccompProfiles') ?? []).map(({ name, value }) =>
    resource('SeccompProfiles.cri.talos.dev', asText(name) ?? '', 'cri.SeccompProfileController', { name, value }),
  ),
];

function registries(config: ConfigView) {
  const mirrors = Object.entries(config.map('machine.registries.mirrors')).map(([host, mirror]) => {
    const { endpoints, overridePath, skipFallback } = asMap(mirror);
    return [
      host,
      {
        endpoints: Array.isArray(endpoints)
          ? endpoints.map((endpoint) => ({ endpoint: asText(endpoint), overridePath: overridePath === true }))
          : [],
        skipFallback: skipFallback === true,
      },
    ];
  });
  const documents = config.documents('RegistryMirrorConfig').map(({ name, endpoints, skipFallback }) => [
    asText(name) ?? '',
    {
      endpoints: Array.isArray(endpoints)
        ? endpoints
            .map(asMap)
            .map(({ url, overridePath }) => ({ endpoint: asText(url), overridePath: overridePath === true }))
        : [],
      skipFallback: skipFallback === true,
    },
  ]);
  const hosts = Object.entries(config.map('machine.registries.config'));
  return {
    mirrors: Object.fromEntries([...mirrors, ...documents]),
    auths: Object.fromEntries(
      hosts.filter(([, host]) => asMap(host).auth !== undefined).map(([name, host]) => [name, asMap(host).auth]),
    ),
    tls: Object.fromEntries(
      hosts.filter(([, host]) => asMap(host).tls !== undefined).map(([name, host]) => [name, asMap(host).tls]),
    ),
  };
}
