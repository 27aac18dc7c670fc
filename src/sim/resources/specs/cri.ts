/** Spec layouts of the `cri` resources; the notation is explained in ../layout.ts. */
export const criSpecs = `
ImageCacheConfigSpec = ImageCacheConfigs.cri.talos.dev
  1 status #ImageCacheStatus
  3 copyStatus #ImageCacheCopyStatus
  2 roots [string]
RegistriesConfigSpec = RegistryConfigs.cri.talos.dev
  1 mirrors {RegistryMirrorConfig}?
  2 auths {RegistryAuthConfig}?
  3 tls {RegistryTLSConfig}?
RegistryAuthConfig
  1 username string?
  2 password string?
  3 auth string?
  4 identityToken string?
RegistryEndpointConfig
  1 endpoint string
  2 overridePath bool
RegistryMirrorConfig
  1 endpoints [RegistryEndpointConfig]
  3 skipFallback bool?
RegistryTLSConfig
  1 clientIdentity *common.CertificateAndKey?
  2 ca base64?
  3 insecureSkipVerify bool?
SeccompProfileSpec = SeccompProfiles.cri.talos.dev
  1 name string
  2 value struct
`;
