import { asText, type Rule, resource } from '../node.js';

/** The link to a management service, as configured. It is never up: there is no such service to reach. */
export const siderolinkRules: Rule = ({ config }) => {
  const document = config?.documents('SideroLinkConfig')[0];
  const apiUrl = asText(document?.apiUrl);
  if (apiUrl === undefined || !URL.canParse(apiUrl)) return [];
  const { host, protocol, searchParams } = new URL(apiUrl);
  const tunnel = ['true', 'y'].includes(searchParams.get('grpc_tunnel') ?? '');
  const uniqueToken = asText(document?.uniqueToken);
  return [
    resource('SiderolinkConfigs.siderolink.talos.dev', 'siderolink', 'siderolink.ConfigController', {
      apiEndpoint: apiUrl,
      host,
      joinToken: searchParams.get('jointoken') ?? '',
      insecure: protocol === 'grpc:',
      tunnel,
    }),
    resource('SiderolinkStatuses.siderolink.talos.dev', 'siderolink-status', 'siderolink.StatusController', {
      host,
      linkName: 'siderolink',
      grpcTunnel: tunnel,
    }),
    ...(uniqueToken === undefined || uniqueToken === ''
      ? []
      : [
          resource(
            'UniqueMachineTokens.runtime.talos.dev',
            'unique-machine-token',
            'runtime.UniqueMachineTokenController',
            { token: uniqueToken },
          ),
        ]),
  ];
};
