import { encodeBase64Text } from '../../pki/base64.js';
import type { Value, ValueMap } from '../document.js';
import { contractHas } from './contract.js';
import { kubernetesImage } from './images.js';
import type { GenerateInput, MachineType } from './input.js';
import { certificateAndKey, certificateOnly } from './secret-values.js';

const podSubnet = '10.244.0.0/16';
const serviceSubnet = '10.96.0.0/12';

/** The `cluster` section: workers get what they need to join, and no private keys. */
export function clusterSection(input: GenerateInput, type: MachineType): ValueMap {
  return type === 'controlplane' ? controlPlaneSection(input) : workerSection(input);
}

function workerSection(input: GenerateInput): ValueMap {
  const { contract, secrets } = input;
  return {
    ...identity(input),
    ...(contractHas(contract, 'clusterNameOnWorkers') ? { clusterName: input.clusterName } : {}),
    network: network(input),
    token: secrets.secrets.bootstrapToken,
    ca: certificateOnly(secrets.certs.k8s),
    discovery: discovery(input),
  };
}

function controlPlaneSection(input: GenerateInput): ValueMap {
  const { secrets, kubernetesVersion } = input;
  return {
    ...identity(input),
    clusterName: input.clusterName,
    network: network(input),
    token: secrets.secrets.bootstrapToken,
    ...encryptionSecret(input),
    ca: certificateAndKey(secrets.certs.k8s),
    aggregatorCA: certificateAndKey(secrets.certs.k8sAggregator),
    serviceAccount: { key: encodeBase64Text(secrets.certs.k8sServiceAccount.key) },
    apiServer: apiServer(input),
    controllerManager: kubernetesImage('controllerManager', kubernetesVersion),
    proxy: kubernetesImage('proxy', kubernetesVersion),
    scheduler: kubernetesImage('scheduler', kubernetesVersion),
    discovery: discovery(input),
    etcd: { ca: certificateAndKey(secrets.certs.etcd) },
  };
}

function identity({ secrets, endpoint }: GenerateInput): ValueMap {
  return {
    id: secrets.cluster.id,
    secret: secrets.cluster.secret,
    controlPlane: { endpoint: endpoint.url },
  };
}

function network({ dnsDomain }: GenerateInput): ValueMap {
  return { dnsDomain, podSubnets: [podSubnet], serviceSubnets: [serviceSubnet] };
}

/** The key that Kubernetes secrets are encrypted with in etcd; nothing where the bundle lacks the version's kind. */
function encryptionSecret({ contract, secrets }: GenerateInput): ValueMap {
  const { aescbcEncryptionSecret, secretboxEncryptionSecret } = secrets.secrets;
  if (contractHas(contract, 'secretboxEncryption')) {
    return secretboxEncryptionSecret === undefined ? {} : { secretboxEncryptionSecret };
  }
  return aescbcEncryptionSecret === undefined ? {} : { aescbcEncryptionSecret };
}

function discovery({ contract, discovery }: GenerateInput): ValueMap {
  const kubernetes: ValueMap = contractHas(contract, 'kubernetesDiscoveryOff') ? { disabled: true } : {};
  return { enabled: discovery, registries: { kubernetes, service: {} } };
}

function apiServer(input: GenerateInput): ValueMap {
  const { contract, kubernetesVersion, endpoint, additionalSans } = input;
  const fromEndpoint = contractHas(contract, 'endpointInApiServerNames') ? [endpoint.hostname] : [];
  const certSANs = [...fromEndpoint, ...additionalSans];
  return {
    ...kubernetesImage('apiServer', kubernetesVersion),
    ...(certSANs.length > 0 ? { certSANs } : {}),
    ...(contractHas(contract, 'podSecurityPolicyField') ? { disablePodSecurityPolicy: true } : {}),
    ...(contractHas(contract, 'podSecurityAdmission') ? { admissionControl: [podSecurityPlugin()] } : {}),
    ...(contractHas(contract, 'auditPolicy') ? { auditPolicy: auditPolicy() } : {}),
  };
}

function podSecurityPlugin(): Value {
  return {
    name: 'PodSecurity',
    configuration: {
      apiVersion: 'pod-security.admission.config.k8s.io/v1alpha1',
      kind: 'PodSecurityConfiguration',
      defaults: {
        enforce: 'baseline',
        'enforce-version': 'latest',
        audit: 'restricted',
        'audit-version': 'latest',
        warn: 'restricted',
        'warn-version': 'latest',
      },
      exemptions: { usernames: [], runtimeClasses: [], namespaces: ['kube-system'] },
    },
  };
}

function auditPolicy(): Value {
  return { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] };
}
