import { CallError, TalosctlError } from '../errors/errors.js';
import { GrpcStatus } from '../errors/status.js';
import { EventType, StateService, type WatchRequest, type WatchResponse } from '../gen/v1alpha1/state.js';
import { decodeDefinition, definitionKind, type ResourceDefinition } from '../resources/definition.js';
import { decodeResource, type Resource } from '../resources/resource.js';
import type { CallOptions, Client } from './client.js';

/** Where resources of one type are kept. */
export interface ResourceKind {
  readonly namespace: string;
  /** Full type, `Members.cluster.talos.dev`. */
  readonly type: string;
}

/** What happened to a watched resource; `bootstrapped` says that all that was there has been told. */
export interface ResourceEvent {
  readonly type: 'created' | 'updated' | 'destroyed' | 'bootstrapped' | 'noop';
  /** Absent with `bootstrapped` and `noop`. */
  readonly resource: Resource | undefined;
}

/** All resources of a kind, in the order of the node. */
export async function listResources(
  client: Client,
  { namespace, type }: ResourceKind,
  options?: CallOptions,
): Promise<readonly Resource[]> {
  const resources: Resource[] = [];
  const request = { namespace, type, options: { labelQuery: [], idQuery: undefined } };
  const call = { ...options, timeout: options?.timeout ?? listTimeout };
  for await (const response of client.serverStream(StateService.list, request, call)) {
    resources.push(decodeResource(response.resource));
  }
  return resources;
}

/** One resource. Fails with NotFound where it is not there. */
export async function getResource(
  client: Client,
  { namespace, type }: ResourceKind,
  id: string,
  options?: CallOptions,
): Promise<Resource> {
  const response = await client.unary(StateService.get, { namespace, type, id, options: {} }, options);
  return decodeResource(response.resource);
}

/** All types of resources that a node has. */
export async function listDefinitions(client: Client, options?: CallOptions): Promise<readonly ResourceDefinition[]> {
  return (await listResources(client, definitionKind, options)).map(decodeDefinition);
}

/** Milliseconds in which a node has sent all resources of a kind. */
const listTimeout = 60_000;

const firstDelay = 500;
const longestDelay = 60_000;
/** Milliseconds after which a broken watch is given up. */
const patience = 15 * 60_000;

export interface WatchOptions extends CallOptions {
  /** Watches this resource only, and tells its state first, also when it is not there. Absent: all of the kind. */
  readonly id?: string | undefined;
  /** Waits between attempts to take up a broken watch. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Called when the watch has broken and will be taken up; not again until it has gone on. */
  broken(failure: unknown): Promise<void>;
  /** Called when a broken watch goes on: where it was, or from the beginning, since the node has started anew. */
  resumed(from: 'bookmark' | 'beginning'): Promise<void>;
}

/**
 * Tells what is there and then every change, until the caller leaves. A watch that breaks is taken up where it was,
 * with growing pauses for a quarter of an hour, if the node gives bookmarks or it is of one resource; otherwise it fails with the CallError. A node
 * that has started anew knows no bookmark of before: it tells again what is there.
 */
export async function* watchResources(
  client: Client,
  kind: ResourceKind,
  options: WatchOptions,
): AsyncGenerator<ResourceEvent, void, undefined> {
  let bookmark: Buffer | undefined;
  let waited = 0;
  let delay = firstDelay;
  let isBroken = false;
  let hasBegun = false;
  // The watch of one resource tells the state of it whenever it begins.
  const needsBookmark = options.id === undefined;
  for (;;) {
    let failure: unknown;
    let told = false;
    try {
      const request = watchRequest(kind, options, bookmark);
      for await (const response of client.serverStream(StateService.watch, request, options)) {
        told = true;
        hasBegun = true;
        if (isBroken) await options.resumed(needsBookmark && bookmark === undefined ? 'beginning' : 'bookmark');
        isBroken = false;
        for (const { event, mark } of decodeEvents(response)) {
          bookmark = mark ?? bookmark;
          waited = 0;
          delay = firstDelay;
          yield event;
        }
      }
    } catch (error) {
      if (bookmark !== undefined && !told && isUnknownBookmark(error)) {
        bookmark = undefined;
        continue;
      }
      if (!canBeTakenUp(error)) {
        throw error;
      }
      failure = error;
    }
    const canGoOn = isBroken || (hasBegun && (bookmark !== undefined || !needsBookmark));
    if (!canGoOn || waited >= patience) {
      throw failure ?? new TalosctlError('the node ended the watch');
    }
    if (!isBroken) await options.broken(failure);
    isBroken = true;
    await options.sleep(delay, options.signal);
    waited += delay;
    delay = Math.min(delay * 1.5, longestDelay);
  }
}

function isUnknownBookmark(error: unknown): boolean {
  return error instanceof CallError && error.code === GrpcStatus.FailedPrecondition;
}

/** Not where the node refuses: it would again. */
function canBeTakenUp(error: unknown): boolean {
  const lasting: readonly number[] = [
    GrpcStatus.Canceled,
    GrpcStatus.FailedPrecondition,
    GrpcStatus.InvalidArgument,
    GrpcStatus.NotFound,
    GrpcStatus.PermissionDenied,
    GrpcStatus.Unauthenticated,
    GrpcStatus.Unimplemented,
  ];
  return error instanceof CallError && !lasting.includes(error.code);
}

function watchRequest(
  { namespace, type }: ResourceKind,
  { id }: WatchOptions,
  bookmark: Buffer | undefined,
): WatchRequest {
  return {
    namespace,
    type,
    id,
    options: {
      bootstrapContents: id === undefined && bookmark === undefined,
      bootstrapBookmark: false,
      startFromBookmark: bookmark,
      tailEvents: 0,
      labelQuery: [],
      idQuery: undefined,
      aggregated: false,
    },
    apiVersion: 1,
  };
}

const eventTypes: ReadonlyMap<EventType, ResourceEvent['type']> = new Map([
  [EventType.CREATED, 'created'],
  [EventType.UPDATED, 'updated'],
  [EventType.DESTROYED, 'destroyed'],
  [EventType.BOOTSTRAPPED, 'bootstrapped'],
  [EventType.NOOP, 'noop'],
]);

interface MarkedEvent {
  readonly event: ResourceEvent;
  /** Where a watch can be taken up after this event. */
  readonly mark: Buffer | undefined;
}

function* decodeEvents(response: WatchResponse): Generator<MarkedEvent> {
  for (const event of response.event) {
    if (event.eventType === EventType.ERRORED) {
      throw new TalosctlError(`the node ended the watch: ${event.error ?? 'it gave no reason'}`);
    }
    const type = eventTypes.get(event.eventType);
    // Kinds of events that came after this client tell it nothing.
    if (type !== undefined) {
      const resource = event.resource === undefined ? undefined : decodeResource(event.resource);
      yield { event: { type, resource }, mark: event.bookmark };
    }
  }
}
