import { TalosctlError } from '../errors/errors.js';
import type { ControlReport } from '../sim/process/control.js';
import type { ProcessState } from '../sim/process/state.js';

const answerTime = 5000;

/** Has the process of a cluster report, or take an order; undefined where nobody answers, or somebody else. */
export async function askProcess(process: ProcessState, order = 'GET /'): Promise<ControlReport | undefined> {
  const report = await ask<ControlReport>(process, order);
  return report?.pid === process.pid ? report : undefined;
}

/** What a node has on its console; undefined where nobody answers. */
export async function readConsole(process: ProcessState, node: string): Promise<string | undefined> {
  return (await ask<{ readonly text: string }>(process, `GET /nodes/${encodeURIComponent(node)}/console`))?.text;
}

async function ask<T>(process: ProcessState, order: string): Promise<T | undefined> {
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
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok)
    throw new TalosctlError(`the simulated cluster refused "${order}": ${body.error ?? response.status}`);
  return body;
}
