import { TalosctlError } from '../errors/errors.js';
import type { ControlReport } from '../sim/process/control.js';
import type { ProcessState } from '../sim/process/state.js';

const answerTime = 5000;

/** Asks the process of a cluster; undefined where nobody answers, or somebody else. */
export async function askProcess(process: ProcessState, order = 'GET /'): Promise<ControlReport | undefined> {
  const [method = 'GET', path = '/'] = order.split(' ');
  let response: Response;
  try {
    response = await fetch(`${process.control}${path}`, {
      method,
      headers: { authorization: `Bearer ${process.token}` },
      signal: AbortSignal.timeout(answerTime),
    });
  } catch {
    return undefined;
  }
  if (response.status === 401) return undefined;
  const body = (await response.json()) as ControlReport & { error?: string };
  if (!response.ok)
    throw new TalosctlError(`the simulated cluster refused "${order}": ${body.error ?? response.status}`);
  return body.pid === process.pid ? body : undefined;
}
