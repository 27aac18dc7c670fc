import { isIP } from 'node:net';
import type { CertificateAndKey } from '../../../pki/issue.js';
import { talosRole } from '../../../pki/roles.js';
import { hour, validFor } from '../../../pki/validity.js';
import { emitYaml } from '../../../yaml/emit.js';
import { isAuthority, type Wanted } from '../certificates.js';
import { type ConfigView, fingerprint, isControlPlane, type NodeView, type Rule, resource } from '../node.js';
import { apiServerPort } from './cluster.js';
import { controlPlaneEndpoint, prismPort } from './k8s-endpoints.js';
import { apiServiceAddresses, dnsDomain } from './networks.js';

const day = 24 * hour;
const year = 365 * day;
const etcdValidity = 87600 * hour;
const saltSize = 32;

/** Keys, certificates and tokens: the roots from the configuration, and what the node issues to itself from them. */
export const secretsRules: Rule = (node) => {
  const { facts, config } = node;
  const names = hostNames(node);
  return [
    resource('CertSANs.secrets.talos.dev', 'maintenance', 'secrets.MaintenanceCertSANsController', {
      ips: [facts.address, '127.0.0.1', '::1'],
      dnsNames: names,
      fqdn: 'maintenance-service.talos.dev',
    }),
    ...(config === undefined
      ? []
      : [
          resource('EncryptionSalts.secrets.talos.dev', 'salt', 'secrets.EncryptionSaltController', {
            diskSalt: [...Buffer.from(fingerprint(node, 'disk salt'), 'hex').subarray(0, saltSize)],
          }),
          ...talosApi(node, config),
          ...kubelet(node, config),
          ...(isControlPlane(node) ? [...etcd(node, config), ...kubernetes(node, config)] : []),
        ]),
  ];
};

function hostNames({ facts }: NodeView): readonly string[] {
  const [short = ''] = facts.hostname.split('.');
  return [...new Set([short, facts.hostname])];
}

/** A certificate, or a pair, in the base64 form of a configuration. */
interface Encoded {
  readonly crt: string;
  readonly key: string;
}

function pair(config: ConfigView, path: string): Encoded {
  return { crt: config.text(`${path}.crt`) ?? '', key: config.text(`${path}.key`) ?? '' };
}

/** The authority at a path with its key, which only control plane nodes have; undefined also where it is unusable. */
function authority(config: ConfigView, path: string): CertificateAndKey | undefined {
  const { crt, key } = pair(config, path);
  if (crt === '' || key === '') return undefined;
  const decoded = { crt: decode(crt), key: decode(key) };
  return isAuthority(decoded) ? decoded : undefined;
}

function acceptedCas(config: ConfigView, accepted: string, issuing: string) {
  const { crt } = pair(config, issuing);
  const others = config.list(accepted).map((certificate) => ({ crt: certificate.crt }));
  return crt === '' ? others : [...others, { crt }];
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}

function encode({ crt, key }: CertificateAndKey): Encoded {
  return { crt: Buffer.from(crt).toString('base64'), key: Buffer.from(key).toString('base64') };
}

/** Issues in the name of an authority of the configuration, from the boot on. */
function issuer(node: NodeView, from: CertificateAndKey) {
  return (name: string, validity: number, wanted: Omit<Wanted, 'notBefore' | 'notAfter'>): CertificateAndKey =>
    node.certificates.get(name, from, { ...wanted, ...validFor(node.facts.bootedAt, validity) });
}

function talosApi(node: NodeView, config: ConfigView) {
  const sans = config.texts('machine.certSANs');
  const addresses = sans.filter((san) => isIP(san) > 0);
  const dnsNames = sans.filter((san) => isIP(san) === 0);
  const accepted = acceptedCas(config, 'machine.acceptedCAs', 'machine.ca');
  const root = authority(config, 'machine.ca');
  const names = {
    ipAddresses: [...addresses, node.facts.address, '127.0.0.1'],
    dnsNames: [...new Set([...dnsNames, ...hostNames(node)])],
  };
  const fqdn = node.facts.hostname;
  return [
    resource('OSRootSecrets.secrets.talos.dev', 'os', 'secrets.RootOSController', {
      ...(root === undefined ? {} : { issuingCA: pair(config, 'machine.ca') }),
      acceptedCAs: accepted,
      certSANIPs: addresses,
      certSANDNSNames: dnsNames,
      token: config.text('machine.token'),
    }),
    resource('CertSANs.secrets.talos.dev', 'api', 'secrets.APICertSANsController', {
      ips: names.ipAddresses,
      dnsNames: names.dnsNames,
      fqdn,
    }),
    ...(root === undefined ? [] : issuedForApi(node, root, accepted, { ...names, fqdn })),
  ];
}

function issuedForApi(
  node: NodeView,
  root: CertificateAndKey,
  acceptedCAs: readonly unknown[],
  names: { readonly ipAddresses: readonly string[]; readonly dnsNames: readonly string[]; readonly fqdn: string },
) {
  const issue = issuer(node, root);
  const { ipAddresses, dnsNames, fqdn } = names;
  const server = (name: string) =>
    encode(issue(name, day, { commonName: fqdn, ipAddresses, dnsNames, usages: ['server'] }));
  return [
    resource('ApiCertificates.secrets.talos.dev', 'api', 'secrets.APIController', {
      acceptedCAs,
      client: encode(
        issue('apid client', day, { commonName: fqdn, organizations: [talosRole.impersonator], usages: ['client'] }),
      ),
      server: server('apid server'),
    }),
    resource('TrustdCertificates.secrets.talos.dev', 'trustd', 'secrets.TrustdController', {
      acceptedCAs,
      server: server('trustd server'),
    }),
  ];
}

function bootstrapToken(config: ConfigView) {
  const [bootstrapTokenID = '', bootstrapTokenSecret = ''] = (config.text('cluster.token') ?? '').split('.');
  return { bootstrapTokenID, bootstrapTokenSecret };
}

/** Where components on this node find the Kubernetes API. */
function localEndpoint(node: NodeView): string {
  const prism = prismPort(node);
  return prism === undefined ? `https://localhost:${apiServerPort(node)}` : `https://127.0.0.1:${prism}`;
}

function kubelet(node: NodeView, config: ConfigView) {
  const local = prismPort(node) !== undefined || isControlPlane(node);
  return [
    resource('KubeletSecrets.secrets.talos.dev', 'kubelet', 'secrets.KubeletController', {
      endpoint: local ? localEndpoint(node) : controlPlaneEndpoint(node)?.url,
      acceptedCAs: acceptedCas(config, 'cluster.acceptedCAs', 'cluster.ca'),
      ...bootstrapToken(config),
    }),
  ];
}

function etcd(node: NodeView, config: ConfigView) {
  const root = authority(config, 'cluster.etcd.ca');
  if (root === undefined) return [];
  const issue = issuer(node, root);
  const { address, hostname } = node.facts;
  const member = (localhost: boolean): Omit<Wanted, 'notBefore' | 'notAfter'> => ({
    commonName: hostname,
    dnsNames: [...hostNames(node), ...(localhost ? ['localhost'] : [])],
    ipAddresses: [address, ...(localhost ? ['127.0.0.1', '::1'] : [])],
    usages: ['server', 'client'],
  });
  const client = (commonName: string) =>
    encode(issue(`etcd ${commonName}`, etcdValidity, { commonName, usages: ['client'] }));
  return [
    resource('EtcdRootSecrets.secrets.talos.dev', 'etcd', 'secrets.RootEtcdController', {
      etcdCA: pair(config, 'cluster.etcd.ca'),
    }),
    resource('EtcdSecrets.secrets.talos.dev', 'etcd', 'secrets.EtcdController', {
      etcd: encode(issue('etcd server', etcdValidity, member(true))),
      etcdPeer: encode(issue('etcd peer', etcdValidity, member(false))),
      etcdAdmin: client('talos'),
      etcdAPIServer: client('kube-apiserver'),
    }),
  ];
}

function kubernetes(node: NodeView, config: ConfigView) {
  const root = authority(config, 'cluster.ca');
  const aggregator = authority(config, 'cluster.aggregatorCA');
  if (root === undefined || aggregator === undefined) return [];
  const issue = issuer(node, root);
  const endpoint = controlPlaneEndpoint(node);
  const domain = dnsDomain(config);
  const service = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', `kubernetes.default.svc.${domain}`];
  const sans = config.texts('cluster.apiServer.certSANs');
  const endpointHost = endpoint === undefined ? [] : [endpoint.host];
  const all = [...endpointHost, ...sans];
  const ipAddresses = [
    ...new Set([
      ...all.filter((san) => isIP(san) > 0),
      ...apiServiceAddresses(config),
      node.facts.address,
      '127.0.0.1',
    ]),
  ];
  const dnsNames = [...new Set([...all.filter((san) => isIP(san) === 0), ...service, 'localhost', ...hostNames(node)])];
  return [
    resource('KubernetesRootSecrets.secrets.talos.dev', 'k8s', 'secrets.RootKubernetesController', {
      name: config.text('cluster.clusterName'),
      endpoint: endpoint?.url,
      local_endpoint: localEndpoint(node),
      certSANs: sans,
      apiServerIPs: apiServiceAddresses(config),
      dnsDomain: domain,
      issuingCA: pair(config, 'cluster.ca'),
      acceptedCAs: acceptedCas(config, 'cluster.acceptedCAs', 'cluster.ca'),
      serviceAccount: { key: config.text('cluster.serviceAccount.key') ?? '' },
      aggregatorCA: pair(config, 'cluster.aggregatorCA'),
      aesCBCEncryptionSecret: config.text('cluster.aescbcEncryptionSecret'),
      ...bootstrapToken(config),
      secretboxEncryptionSecret: config.text('cluster.secretboxEncryptionSecret'),
    }),
    resource('CertSANs.secrets.talos.dev', 'k8s', 'secrets.KubernetesCertSANsController', {
      ips: ipAddresses,
      dnsNames,
      fqdn: node.facts.hostname,
    }),
    resource(
      'KubernetesDynamicCerts.secrets.talos.dev',
      'k8s-dynamic-certs',
      'secrets.KubernetesDynamicCertsController',
      {
        apiServer: encode(
          issue('kube-apiserver', year, {
            commonName: 'kube-apiserver',
            organizations: ['kube-master'],
            ipAddresses,
            dnsNames,
            usages: ['server'],
          }),
        ),
        apiServerKubeletClient: encode(
          issue('kubelet client', year, {
            commonName: 'apiserver-kubelet-client',
            organizations: ['system:masters'],
            usages: ['client'],
          }),
        ),
        frontProxy: encode(
          issuer(node, aggregator)('front proxy', year, { commonName: 'front-proxy-client', usages: ['client'] }),
        ),
      },
    ),
    resource('KubernetesSecrets.secrets.talos.dev', 'k8s-certs', 'secrets.KubernetesController', {
      schedulerKubeconfig: component(node, config, issue, 'system:kube-scheduler'),
      controllerManagerKubeconfig: component(node, config, issue, 'system:kube-controller-manager'),
      localhostAdminKubeconfig: admin(config, issue, localEndpoint(node)),
      adminKubeconfig: admin(config, issue, endpoint?.url ?? ''),
    }),
  ];
}

type Issue = ReturnType<typeof issuer>;

function component(node: NodeView, config: ConfigView, issue: Issue, user: string): string {
  const credentials = issue(user, year, { commonName: user, organizations: [user], usages: ['client'] });
  return kubeconfig(config, credentials, { server: localEndpoint(node), user, context: 'default' });
}

function admin(config: ConfigView, issue: Issue, server: string): string {
  const user = `admin@${config.text('cluster.clusterName') ?? ''}`;
  const credentials = issue('talos:admin', year, {
    commonName: 'talos:admin',
    organizations: ['system:masters'],
    usages: ['client'],
  });
  return kubeconfig(config, credentials, { server, user, context: user });
}

/** A kubeconfig of one user, with the credentials inside. */
function kubeconfig(
  config: ConfigView,
  credentials: CertificateAndKey,
  { server, user, context }: { readonly server: string; readonly user: string; readonly context: string },
): string {
  const { crt, key } = encode(credentials);
  const cluster = config.text('cluster.clusterName') ?? '';
  return emitYaml(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: cluster, cluster: { server, 'certificate-authority-data': pair(config, 'cluster.ca').crt } }],
      users: [{ name: user, user: { 'client-certificate-data': crt, 'client-key-data': key } }],
      contexts: [{ context: { cluster, namespace: 'default', user }, name: context }],
      'current-context': context,
    },
    { indent: 2 },
  );
}
