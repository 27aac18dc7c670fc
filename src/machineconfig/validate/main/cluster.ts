import { keyPath } from '../../path.js';
import type { Section } from '../section.js';
import { isSubnetFilter } from '../values/networks.js';
import { endpointProblem, parseUrl } from '../values/urls.js';

const dnsName = /^[a-zA-Z0-9_][a-zA-Z0-9_-]{0,62}(\.[a-zA-Z0-9_][a-zA-Z0-9_-]{0,62})*[._]?$/;

/** The cluster section. */
export function checkCluster(cluster: Section, controlPlane: boolean): void {
  const endpoint = cluster.sub('controlPlane');
  if (endpoint === undefined || !endpoint.has('endpoint')) {
    cluster.report.error(keyPath(cluster.at('controlPlane'), 'endpoint'), 'the control plane endpoint is missing');
    return;
  }
  const problem = endpointProblem(endpoint.text('endpoint'));
  if (problem !== undefined) endpoint.error('endpoint', problem);
  checkDomain(cluster);
  checkCloudProvider(cluster);
  checkEtcd(cluster, controlPlane);
  const ca = cluster.sub('ca');
  if (ca !== undefined && !controlPlane && ca.text('key') !== '') {
    ca.error('key', 'only control plane machines may have the key of the Kubernetes API');
  }
  checkInlineManifests(cluster);
  checkDiscovery(cluster);
  checkApiServer(cluster);
  for (const component of ['controllerManager', 'scheduler']) checkResources(cluster.sub(component));
}

function checkDomain(cluster: Section): void {
  const network = cluster.sub('network');
  const domain = network?.text('dnsDomain') ?? '';
  if (domain === '') return;
  if (domain.replaceAll('.', '').length > 255 || !dnsName.test(domain)) {
    network?.error('dnsDomain', `${JSON.stringify(domain)} is no DNS name`);
  }
}

function checkCloudProvider(cluster: Section): void {
  const provider = cluster.sub('externalCloudProvider');
  if (provider === undefined) return;
  const manifests = provider.texts('manifests');
  if (!provider.flag('enabled')) {
    if (manifests.length > 0) provider.error('manifests', 'manifests without enabled have no effect');
    return;
  }
  for (const { path, text } of manifests) {
    const problem = endpointProblem(text);
    if (problem !== undefined) provider.report.error(path, problem);
  }
}

function checkEtcd(cluster: Section, controlPlane: boolean): void {
  const etcd = cluster.sub('etcd');
  if (etcd === undefined) return;
  if (!controlPlane) {
    cluster.error('etcd', 'etcd runs on control plane machines only');
    return;
  }
  if (!etcd.has('ca')) etcd.error('ca', 'the certificate authority of etcd is missing');
  if (etcd.text('subnet') !== '' && etcd.texts('advertisedSubnets').length > 0) {
    etcd.error('subnet', 'subnet is the old form of advertisedSubnets: only one of the two may be set');
  }
  const subnets = [...etcd.texts('advertisedSubnets'), ...etcd.texts('listenSubnets')];
  if (etcd.text('subnet') !== '' && etcd.texts('advertisedSubnets').length === 0) {
    subnets.unshift({ path: etcd.at('subnet'), text: etcd.text('subnet') });
  }
  for (const { path, text } of subnets) {
    if (!isSubnetFilter(text)) etcd.report.error(path, `${JSON.stringify(text)} is no network`);
  }
}

function checkInlineManifests(cluster: Section): void {
  const names = new Set<string>();
  for (const manifest of cluster.items('inlineManifests')) {
    const name = manifest.text('name');
    if (name.trim() === '') manifest.error('name', 'an inline manifest needs a name');
    if (names.has(name)) manifest.error('name', `the inline manifest ${JSON.stringify(name)} stands twice`);
    names.add(name);
  }
}

function checkDiscovery(cluster: Section): void {
  const discovery = cluster.sub('discovery');
  if (discovery?.flag('enabled') !== true) return;
  const service = discovery.sub('registries', 'service');
  if (service?.flag('disabled') === true) return;
  const endpoint = service?.text('endpoint') ?? '';
  if (service !== undefined && endpoint !== '') {
    const url = parseUrl(endpoint);
    if (url === undefined || (url.scheme === '' && !endpoint.startsWith('/'))) {
      service.error('endpoint', `${JSON.stringify(endpoint)} is no URL`);
    } else if (!['', '/'].includes(url.path) || endpoint.includes('#')) {
      service.error('endpoint', 'the URL of the discovery service may not have a path');
    }
  }
  for (const key of ['id', 'secret']) {
    if (cluster.text(key) === '') cluster.error(key, `the discovery service needs cluster.${key}`);
  }
}

const authorizers = ['Node', 'RBAC', 'Webhook'];

function checkApiServer(cluster: Section): void {
  const server = cluster.sub('apiServer');
  if (server === undefined) return;
  if (server.has('authorizationConfig')) {
    for (const [flag] of server.entries('extraArgs')) {
      if (flag !== 'authorization-mode' && !flag.startsWith('authorization-webhook-')) continue;
      server.report.error(keyPath(server.at('extraArgs'), flag), `the flag ${flag} cannot go with authorizationConfig`);
    }
  }
  for (const authorizer of server.filledItems('authorizationConfig')) {
    const type = authorizer.text('type');
    if (type === '') authorizer.error('type', 'an authorizer needs a type');
    else if (!authorizers.includes(type)) {
      authorizer.error('type', `${JSON.stringify(type)} is no type of authorizer: one of ${authorizers.join(', ')}`);
    }
    if (authorizer.text('name') === '') authorizer.error('name', 'an authorizer needs a name');
  }
  checkResources(server);
}

function checkResources(component: Section | undefined): void {
  const resources = component?.sub('resources');
  for (const list of ['requests', 'limits']) {
    for (const [name] of resources?.entries(list) ?? []) {
      if (name === 'cpu' || name === 'memory') continue;
      resources?.report.error(
        keyPath(resources.at(list), name),
        `${JSON.stringify(name)} is no resource of a pod: cpu or memory`,
      );
    }
  }
}
