import type { Client } from '../../../client/client.js';
import { printableText } from '../../../errors/control-characters.js';
import { TalosctlError } from '../../../errors/errors.js';
import { ContainerDriver } from '../../../gen/common/common.js';
import { type LogsRequest, MachineServiceService } from '../../../gen/machine/machine.js';
import { formatTable } from '../../../render/table.js';
import type { WorseError } from '../../../tracker/health/worse-error.js';

const logLines = 5;
const patience = 5000;

/** The services that got worse, as `services` shows them, and the last that each has logged; empty where none did. */
export async function describeWorse(client: Client, node: string, { worse }: WorseError): Promise<string> {
  const services = worse.flatMap(({ service }) => service ?? []);
  if (services.length === 0) return '';
  const rows = services.map(({ id, state, up, lastEvent }) => [node, id, state, up ? 'OK' : 'Fail', lastEvent]);
  let text = formatTable([['NODE', 'SERVICE', 'STATE', 'HEALTH', 'LAST EVENT'], ...rows]);
  for (const { id } of services) {
    for (const line of await lastLogLines(client, node, id)) text += `${node}: ${id}: ${line}\n`;
  }
  return printableText(text);
}

async function lastLogLines(client: Client, node: string, id: string): Promise<readonly string[]> {
  const request: LogsRequest = {
    namespace: 'system',
    id,
    driver: ContainerDriver.CONTAINERD,
    follow: false,
    tailLines: logLines,
  };
  const chunks: Buffer[] = [];
  try {
    for await (const { bytes } of client.serverStream(MachineServiceService.logs, request, {
      node,
      timeout: patience,
    })) {
      chunks.push(bytes);
    }
  } catch (error) {
    if (!(error instanceof TalosctlError)) throw error;
  }
  return Buffer.concat(chunks)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}
