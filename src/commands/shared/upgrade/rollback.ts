import type { Client } from '../../../client/client.js';
import { printableField } from '../../../errors/control-characters.js';
import { MachineServiceService } from '../../../gen/machine/machine.js';
import { restarted } from '../../../tracker/goals/restarted.js';
import type { TrackedAction } from '../../../tracker/node-wait.js';
import { onlyMessage } from '../ask-nodes.js';
import { readVersion } from './node-system.js';

const versionTime = 60_000;

/** Back to what was installed before. The answer names no actor, so that everything the node tells is told. */
export function rollbackAction(client: Client): TrackedAction {
  return {
    name: 'rollback',
    async request(node, options) {
      onlyMessage(await client.unary(MachineServiceService.rollback, {}, options), node);
      return '';
    },
    async goal(wait) {
      wait.events.followEveryone();
      await restarted(wait);
      const { version } = await wait.phase('asking for the version', versionTime, (signal) =>
        readVersion(client, { node: wait.node, signal }),
      );
      return `is back with ${printableField(version)}, running and ready`;
    },
  };
}
