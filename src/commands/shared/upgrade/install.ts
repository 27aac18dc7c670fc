import type { CallOptions, Client } from '../../../client/client.js';
import { TalosctlError } from '../../../errors/errors.js';
import { LifecycleServiceService } from '../../../gen/machine/lifecycle.js';
import { containerdInstance } from '../image/instance.js';
import type { ImageNamespace } from '../image/namespace-flag.js';

/** Lines of the installer that a failure is told with. */
const lastLines = 3;

/**
 * Has a node install a version beside the one that runs, from an image that it has pulled.
 * @param say told the installer's output, line by line
 * @throws TalosctlError where the installer fails, CallError where the node refuses
 */
export async function installBeside(
  client: Client,
  image: string,
  namespace: ImageNamespace,
  say: (line: string) => void,
  options: CallOptions,
): Promise<void> {
  const request = { containerd: containerdInstance(namespace), source: { imageName: image } };
  const node = options.node || 'the node';
  const lines: string[] = [];
  let rest = '';
  let exitCode: number | undefined;
  const take = (line: string): void => {
    if (line.trim() === '') return;
    lines.push(line);
    say(line);
  };
  for await (const { progress } of client.serverStream(LifecycleServiceService.upgrade, request, options)) {
    const { response } = progress ?? {};
    if (response?.$case === 'exitCode') exitCode = response.value;
    else if (response !== undefined) {
      // It comes in pieces, wherever its lines end.
      const whole = (rest + response.value).split('\n');
      rest = whole.pop() ?? '';
      for (const line of whole) take(line);
    }
  }
  take(rest);
  if (exitCode === 0) return;
  const how = exitCode === undefined ? 'ended without saying how' : `failed with exit code ${exitCode}`;
  const told = lines.length === 0 ? '' : `: ${lines.slice(-lastLines).join('; ')}`;
  throw new TalosctlError(`the installer on ${node} ${how}${told}`, {
    hint: 'the node goes on with what it runs; nothing was rebooted',
  });
}
