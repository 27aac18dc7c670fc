import type { ValueMap } from '../document.js';
import { contractHas } from './contract.js';
import { kubernetesImage } from './images.js';
import type { GenerateInput, MachineType } from './input.js';
import { registriesField } from './registries.js';
import { certificateAndKey, certificateOnly } from './secret-values.js';

const kubePrismPort = 7445;
const excludeFromLoadBalancer = 'node.kubernetes.io/exclude-from-external-load-balancers';

/** The `machine` section. */
export function machineSection(input: GenerateInput, type: MachineType): ValueMap {
  const { contract, secrets } = input;
  const controlPlane = type === 'controlplane';
  const registries = registriesField(input);
  return {
    type,
    token: secrets.trustdInfo.token,
    ca: controlPlane ? certificateAndKey(secrets.certs.os) : certificateOnly(secrets.certs.os),
    certSANs: [...input.additionalSans],
    kubelet: kubelet(input),
    ...(contractHas(contract, 'networkField') ? { network: legacyNetwork(input) } : {}),
    install: install(input),
    ...(registries === undefined ? {} : { registries }),
    features: machineFeatures(input),
    ...(controlPlane && contractHas(contract, 'excludeFromLoadBalancerLabel')
      ? { nodeLabels: { [excludeFromLoadBalancer]: '' } }
      : {}),
  };
}

function kubelet(input: GenerateInput): ValueMap {
  return {
    ...kubernetesImage('kubelet', input.kubernetesVersion),
    ...(contractHas(input.contract, 'seccompDefault') ? { defaultRuntimeSeccompProfileEnabled: true } : {}),
    ...(contractHas(input.contract, 'manifestsDirectoryOff') ? { disableManifestsDirectory: true } : {}),
  };
}

function legacyNetwork(input: GenerateInput): ValueMap {
  const inDocument = contractHas(input.contract, 'kubeSpanDocument');
  return input.kubeSpan && !inDocument ? { kubespan: { enabled: true } } : {};
}

function install(input: GenerateInput): ValueMap {
  return {
    ...(input.installDisk === '' ? {} : { disk: input.installDisk }),
    ...(input.installImage === '' ? {} : { image: input.installImage }),
    wipe: false,
    ...(contractHas(input.contract, 'ukiCommandLine') ? { grubUseUKICmdline: true } : {}),
  };
}

function machineFeatures({ contract }: GenerateInput): ValueMap {
  return {
    ...(contractHas(contract, 'rbacField') ? { rbac: true } : {}),
    ...(contractHas(contract, 'stableHostnameField') ? { stableHostname: true } : {}),
    ...(contractHas(contract, 'extKeyUsageCheckField') ? { apidCheckExtKeyUsage: true } : {}),
    ...(contractHas(contract, 'diskQuota') ? { diskQuotaSupport: true } : {}),
    ...(contractHas(contract, 'kubePrism') ? { kubePrism: { enabled: true, port: kubePrismPort } } : {}),
    ...(contractHas(contract, 'hostDns')
      ? {
          hostDNS: {
            enabled: true,
            ...(contractHas(contract, 'hostDnsForKubernetes') ? { forwardKubeDNSToHost: true } : {}),
          },
        }
      : {}),
  };
}
