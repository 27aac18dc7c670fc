import { isControlPlane, isHealthy, type Rule, resource } from '../node.js';
import { argValues } from './arguments.js';
import { images } from './images.js';

const unspecified = '0.0.0.0';

/** The etcd member that a control plane node runs. */
export const etcdRules: Rule = (node) => {
  const { facts, config } = node;
  if (config === undefined || !isControlPlane(node)) return [];
  const image = images(node).etcd;
  const extraArgs = argValues(config.map('cluster.etcd.extraArgs'));
  const listen = config.texts('cluster.etcd.listenSubnets');
  const listenPeer = listen.length > 0 ? facts.address : unspecified;
  const included = (subnets: readonly string[]) => subnets.filter((subnet) => !subnet.startsWith('!'));
  const excluded = (subnets: readonly string[]) =>
    subnets.filter((subnet) => subnet.startsWith('!')).map((subnet) => subnet.slice(1));
  const advertised = config.texts('cluster.etcd.advertisedSubnets');
  return [
    resource('EtcdConfigs.etcd.talos.dev', 'etcd', 'etcd.ConfigController', {
      advertiseValidSubnets: included(advertised),
      advertiseExcludeSubnets: excluded(advertised),
      listenValidSubnets: included(listen),
      listenExcludeSubnets: excluded(listen),
      image,
      extraArgs,
    }),
    resource('EtcdSpecs.etcd.talos.dev', 'etcd', 'etcd.SpecController', {
      name: facts.hostname,
      advertisedAddresses: [facts.address],
      listenPeerAddresses: [listenPeer],
      listenClientAddresses: listen.length > 0 ? ['127.0.0.1', listenPeer] : [unspecified],
      image,
      extraArgs,
    }),
    resource('PKIStatuses.etcd.talos.dev', 'etcd', 'etcd.PKIController', { ready: true, version: '1' }),
    ...(isHealthy(node, 'etcd') && facts.etcdMemberId !== undefined
      ? [
          resource('EtcdMembers.etcd.talos.dev', 'local', 'etcd.MemberController', {
            memberID: facts.etcdMemberId,
          }),
        ]
      : []),
  ];
};
