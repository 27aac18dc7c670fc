import type { Context } from '../../../cli/context.js';
import type { Client } from '../../../client/client.js';
import { TalosctlError } from '../../../errors/errors.js';
import {
  DebugContainerRunRequest,
  DebugServiceService,
  DebugContainerRunRequestSpec_Profile as Profile,
} from '../../../gen/machine/debug.js';
import type { SessionEvent, TerminalSession } from '../../../terminal/session.js';
import { containerdInstance } from '../image/instance.js';
import type { ImageNamespace } from '../image/namespace-flag.js';
import { singleNode } from '../single-node.js';
import { provideImage } from './image.js';
import { Outbox } from './outbox.js';

export interface DebugOptions {
  /** Path of an archive, or a reference. */
  readonly image: string;
  readonly args: readonly string[];
  readonly namespace: ImageNamespace;
}

/** Runs a container on a node, connected to this terminal, until it ends. Fails where it ends with another code than 0. */
export async function runDebugContainer(ctx: Context, { image, args, namespace }: DebugOptions): Promise<void> {
  const client = await ctx.client();
  const node = singleNode(client, 'debug') ?? '';
  const imageName = await provideImage(ctx, client, node, image, namespace);
  const tty = ctx.stdin.isTerminal;
  const outbox = new Outbox<DebugContainerRunRequest>();
  void outbox.put(
    DebugContainerRunRequest.fromPartial({
      request: {
        $case: 'spec',
        value: {
          containerd: containerdInstance(namespace),
          imageName,
          args: [...args],
          profile: Profile.PROFILE_PRIVILEGED,
          tty,
        },
      },
    }),
  );
  const session = ctx.session();
  let code: number | undefined;
  try {
    connectSession(session, outbox);
    // Input that cannot be read any more is the end of it.
    sendInput(ctx, outbox).catch(() => undefined);
    code = await showOutput(ctx, client, outbox, node);
  } finally {
    outbox.end();
    session.close();
  }
  if (code === undefined) throw new TalosctlError('the node closed the connection before the container had ended');
  if (code !== 0) throw new TalosctlError(`container exited with code ${code}`);
}

/** Passes on sizes, the first one at once, and signals. */
function connectSession(session: TerminalSession, outbox: Outbox<DebugContainerRunRequest>): void {
  const send = (event: SessionEvent): void => {
    const request =
      event.kind === 'signal'
        ? ({ $case: 'signal', value: event.signal } as const)
        : ({ $case: 'termResize', value: { width: event.size.columns, height: event.size.rows } } as const);
    void outbox.put(DebugContainerRunRequest.fromPartial({ request }));
  };
  if (session.size !== undefined) send({ kind: 'resize', size: session.size });
  session.listen(send);
}

/** Passes the standard input on, and its end. */
async function sendInput(ctx: Context, outbox: Outbox<DebugContainerRunRequest>): Promise<void> {
  try {
    for await (const value of ctx.stdin.chunks()) {
      await outbox.put(DebugContainerRunRequest.fromPartial({ request: { $case: 'stdinData', value } }));
    }
  } finally {
    outbox.end();
  }
}

/** Writes what the container writes; gives its exit code, undefined where the node does not say. */
async function showOutput(
  ctx: Context,
  client: Client,
  outbox: Outbox<DebugContainerRunRequest>,
  node: string,
): Promise<number | undefined> {
  for await (const { resp } of client.duplex(DebugServiceService.containerRun, outbox, { node })) {
    if (resp?.$case === 'exitCode') return resp.value;
    if (resp?.$case === 'stdoutData') await ctx.stdout.write(resp.value);
  }
  return undefined;
}
