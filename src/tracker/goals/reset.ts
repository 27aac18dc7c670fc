import { CallError } from '../../errors/errors.js';
import { MachineServiceService } from '../../gen/machine/machine.js';
import type { Goal, NodeWait } from '../node-wait.js';
import { limits } from './limits.js';
import { getsReady, goesDown } from './restarted.js';

const answerTimeout = 5000;

/** The node has been reset and started again: it is in maintenance mode, or, where its configuration was kept, ready. */
export const resetAndRestarted: Goal = async (wait) => {
  await goesDown(wait);
  const found = await wait.phase('coming up', wait.stretched(limits.comingUp), (signal) =>
    wait.until(signal, async (sight) => {
      if (wait.isNewBoot(sight)) return 'configured';
      return sight.error !== undefined && (await isInMaintenance(wait, signal)) ? 'maintenance' : undefined;
    }),
  );
  return found === 'configured' ? getsReady(wait) : 'is back in maintenance mode';
};

async function isInMaintenance({ maintenance, node }: NodeWait, signal: AbortSignal): Promise<boolean> {
  const client = await maintenance?.(node);
  if (client === undefined) return false;
  try {
    await client.unary(MachineServiceService.version, {}, { node, signal, timeout: answerTimeout });
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  } finally {
    client.close();
  }
}
