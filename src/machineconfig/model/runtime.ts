/** Documents about the running system, its extensions and devices. */

import { documentKind } from './kind.js';
import { duration, expression, field, flag, kept, list, map, string, struct, url } from './types.js';

const configFile = struct('ConfigFile', [
  kept('content', string, 'Text of the file.', { secret: true }),
  kept('mountPath', string, 'Path of the file for the service.'),
]);

export const extensionServiceConfig = documentKind(
  'ExtensionServiceConfig',
  '1.7',
  'Configuration of a service that a system extension brings.',
  [
    kept('name', string, "Name of the extension's service.", { example: 'nut-client' }),
    field(
      'configFiles',
      list(configFile, { by: ['mountPath'] }),
      'Files for the service; patches merge them by mountPath.',
    ),
    field('environment', list(string), 'Environment variables, NAME=value.', {
      secret: true,
      example: '[NUT_UPS=upsname]',
    }),
  ],
  { required: ['name'] },
);

export const pciDriverRebindConfig = documentKind(
  'PCIDriverRebindConfig',
  '1.10',
  'Binds a PCI device to another driver.',
  [
    kept('name', string, 'Address of the device.', { example: '0000:04:00.00' }),
    kept('targetDriver', string, 'Driver to bind to.', { example: 'vfio-pci' }),
  ],
  { required: ['name', 'targetDriver'] },
);

export const environment = documentKind('EnvironmentConfig', '1.13', 'Environment variables of the system services.', [
  kept('variables', map(string), 'Variables by name.', { secret: true }),
]);

export const eventSink = documentKind('EventSinkConfig', '1.5', 'Where events of the machine are sent.', [
  kept('endpoint', string, 'Host and port that take events by gRPC.', { example: '192.0.2.7:3247' }),
]);

export const kmsgLog = documentKind('KmsgLogConfig', '1.5', 'Where kernel messages are sent.', [
  kept('name', string, 'Name of the destination.'),
  kept('url', url, 'URL, tcp or udp.', { pattern: '^(tcp|udp)://', example: 'tcp://192.0.2.7:3478/' }),
]);

export const oom = documentKind('OOMConfig', '1.12', 'What happens when memory runs out.', [
  field('triggerExpression', expression, 'CEL expression that says when to act.'),
  field('cgroupRankingExpression', expression, 'CEL expression that ranks what to end first.'),
  field('strictCgroupClassOrdering', flag, 'Ends lower classes before higher ones whatever their rank.'),
  field('sampleInterval', duration, 'Time between looks.', { example: '100ms' }),
]);

export const watchdogTimer = documentKind('WatchdogTimerConfig', '1.7', 'Reboots the machine when it hangs.', [
  kept('device', string, 'Watchdog device.', { example: '/dev/watchdog0' }),
  field('timeout', duration, 'Time without a sign of life before the reboot.', { example: '1m0s' }),
]);

export const sideroLinkConfig = documentKind('SideroLinkConfig', '1.5', 'Tunnel to a management server such as Omni.', [
  kept('apiUrl', url, "URL of the server's API.", {
    secret: true,
    pattern: '^(https|grpc)://',
    example: 'https://omni.example.org/join?token=secret',
  }),
  field('uniqueToken', string, 'Token of this machine.', { since: '1.10', secret: true }),
]);
