import {
  type DebugContainerRunRequest,
  type DebugContainerRunRequestSpec,
  DebugContainerRunResponse,
  DebugServiceService,
  DebugContainerRunRequestSpec_Profile as Profile,
} from '../../gen/machine/debug.js';
import { imageNamespace, parseReference } from '../machine/images.js';
import type { Runtime } from '../machine/runtime.js';
import { hasProgram, runProgram } from '../machine/shell.js';
import { LineInput } from '../machine/tty.js';
import { duplex } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';

const signalBase = 128;
const keyboardInterrupt = 2;

/** Containers that people run on a node to look for trouble. */
export const debug = [
  duplex(DebugServiceService.containerRun, async function* (runtime: Runtime, requests, call) {
    const messages = requests[Symbol.asyncIterator]();
    const first = await messages.next();
    const spec = first.done === true || first.value.request?.$case !== 'spec' ? undefined : first.value.request.value;
    if (spec === undefined) throw new StatusError(Code.invalidArgument, 'expected debug container spec');
    checkSpec(runtime, spec);
    runtime.log('machined', `debug container request received: image=${spec.imageName}`);
    const container = new Container(runtime, spec, AbortSignal.any([call.signal, runtime.signal]));
    void container.follow({ [Symbol.asyncIterator]: () => messages });
    yield* container.run();
  }),
];

/** Refuses what a node refuses, in its words. */
function checkSpec(runtime: Runtime, { profile, containerd, imageName, args }: DebugContainerRunRequestSpec): void {
  if (profile !== Profile.PROFILE_PRIVILEGED) {
    throw new StatusError(Code.invalidArgument, `unsupported debug container profile: ${Profile[profile]}`);
  }
  const namespace = imageNamespace(containerd);
  const { repository, version } = parseReference(imageName);
  if (runtime.images.find(namespace, `${repository}${version}`) === undefined) {
    throw new StatusError(Code.notFound, `image ${imageName} not found: image ${JSON.stringify(imageName)}: not found`);
  }
  const [program] = args;
  if (program !== undefined && !hasProgram(program)) {
    throw new Error(
      `failed to create task: OCI runtime create failed: runc create failed: unable to start container process: ` +
        `exec: ${JSON.stringify(program)}: executable file not found in $PATH`,
    );
  }
}

/** A container while it runs: output that waits to be sent, input, the end. */
class Container {
  readonly #runtime: Runtime;
  readonly #spec: DebugContainerRunRequestSpec;
  readonly #input: LineInput;
  readonly #signal: AbortSignal;
  readonly #killed = new AbortController();
  readonly #output: Buffer[] = [];
  #size: { readonly width: number; readonly height: number } | undefined;
  #exitCode: number | undefined;
  #wake: () => void = () => undefined;
  /** Ends what runs in the foreground of a terminal. */
  #foreground = new AbortController();

  constructor(runtime: Runtime, spec: DebugContainerRunRequestSpec, signal: AbortSignal) {
    this.#runtime = runtime;
    this.#spec = spec;
    this.#signal = signal;
    this.#size = spec.tty ? { width: 80, height: 24 } : undefined;
    this.#input = new LineInput(
      spec.tty,
      (text) => this.#write(text),
      () => this.#interrupt(),
    );
    signal.addEventListener('abort', () => this.#end(signalBase), { once: true });
  }

  /** Takes what the client sends. */
  async follow(requests: AsyncIterable<DebugContainerRunRequest>): Promise<void> {
    try {
      for await (const { request } of requests) {
        if (request?.$case === 'stdinData') this.#input.push(request.value);
        else if (request?.$case === 'termResize' && this.#spec.tty) this.#size = request.value;
        else if (request?.$case === 'signal') this.#kill(request.value);
      }
    } catch {
      // The client has gone: its end is told by the call's signal.
    }
    this.#input.end();
  }

  /** What the container writes, and its code at the end. */
  async *run(): AsyncGenerator<DebugContainerRunResponse, void, undefined> {
    const args = this.#spec.args.length > 0 ? this.#spec.args : ['/bin/sh'];
    const around = {
      hostname: this.#runtime.hostname,
      size: () => this.#size,
      write: (text: string) => this.#write(text),
      readLine: () => this.#input.readLine(),
      sleep: (milliseconds: number) => this.#sleep(milliseconds),
    };
    runProgram(args, around).then(
      (code) => this.#end(code),
      () => this.#end(signalBase + keyboardInterrupt),
    );
    for (;;) {
      const bytes = this.#output.splice(0);
      if (bytes.length > 0) {
        yield DebugContainerRunResponse.fromPartial({ resp: { $case: 'stdoutData', value: Buffer.concat(bytes) } });
      } else if (this.#exitCode !== undefined) {
        if (!this.#signal.aborted) {
          yield DebugContainerRunResponse.fromPartial({ resp: { $case: 'exitCode', value: this.#exitCode } });
        }
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #write(text: string): void {
    this.#output.push(Buffer.from(this.#spec.tty ? text.replace(/\n/g, '\r\n') : text));
    this.#wake();
  }

  #end(code: number): void {
    this.#exitCode ??= code;
    this.#killed.abort();
    this.#wake();
  }

  #kill(signal: number): void {
    if (this.#spec.tty && signal === keyboardInterrupt) this.#interrupt();
    else this.#end(signalBase + signal);
  }

  #interrupt(): void {
    this.#foreground.abort();
    this.#foreground = new AbortController();
  }

  async #sleep(milliseconds: number): Promise<void> {
    const until = AbortSignal.any([this.#killed.signal, this.#foreground.signal, this.#signal]);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      until.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
