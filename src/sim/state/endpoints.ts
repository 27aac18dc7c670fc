import type { Resource } from '../../gen/v1alpha1/resource.js';
import { StateService, type WatchRequest, type WatchResponse } from '../../gen/v1alpha1/state.js';
import { type Call, type Endpoint, serverStream, unary } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';
import { checkReadAccess } from './access.js';
import type { StateEvent } from './collection.js';
import { StateMessages } from './message.js';
import { matcher } from './query.js';
import type { ResourceStore } from './store.js';

/**
 * The COSI state API of a node: reading and watching by anyone whose role allows it, writing by nobody.
 * Who may call a method at all is decided before; here the types and namespaces are guarded. The calls that v1.14 adds
 * are not served: a v1.13 node answers them as unknown methods.
 */
export function stateEndpoints<T>(storeOf: (target: T) => ResourceStore): readonly Endpoint<T>[] {
  const messages = new StateMessages();
  return [
    unary(StateService.get, (target: T, { namespace, type, id }, call) => {
      const store = storeOf(target);
      checkReadAccess(store, call.roles, namespace, type);
      const stored = store.get(namespace, type, id);
      if (stored === undefined) {
        throw new StatusError(Code.notFound, `resource ${type}(${namespace}/${id}@undefined) doesn't exist`);
      }
      return { resource: messages.resource(stored) };
    }),
    serverStream(StateService.list, async function* (target: T, { namespace, type, options }, call) {
      const matches = matcher(options?.labelQuery ?? [], options?.idQuery);
      const store = storeOf(target);
      checkReadAccess(store, call.roles, namespace, type);
      for (const stored of store.list(namespace, type, matches)) yield { resource: messages.resource(stored) };
    }),
    serverStream(StateService.watch, (target: T, request, call) => watch(storeOf(target), messages, request, call)),
    unary(StateService.create, (_: T, { resource }) => refuseWrite(resource)),
    unary(StateService.update, (_: T, { newResource }) => refuseWrite(newResource)),
    unary(StateService.destroy, () => refuse()),
  ];
}

async function* watch(
  store: ResourceStore,
  messages: StateMessages,
  request: WatchRequest,
  call: Call,
): AsyncGenerator<WatchResponse, void, undefined> {
  const { namespace, type, apiVersion } = request;
  const events = open(store, request, call);
  // An empty message says that the watch stands.
  yield { event: [] };
  const aggregated = request.id === undefined && request.options?.aggregated === true;
  for await (const batch of events) {
    const known = batch.filter(
      (event) => apiVersion >= 1 || (event.type !== 'bootstrapped' && event.type !== 'errored'),
    );
    const encoded = known.map((event) => messages.event(event, { namespace, type }));
    if (aggregated) yield { event: encoded };
    else for (const event of encoded) yield { event: [event] };
  }
}

function open(
  store: ResourceStore,
  { namespace, type, id, options }: WatchRequest,
  call: Call,
): AsyncGenerator<readonly StateEvent[], void, undefined> {
  const start = { tail: options?.tailEvents ?? 0, bookmark: options?.startFromBookmark };
  if (id === undefined) {
    const matches = matcher(options?.labelQuery ?? [], options?.idQuery);
    checkReadAccess(store, call.roles, namespace, type);
    return store.collection(namespace, type).watchKind(
      {
        ...start,
        matches,
        bootstrapContents: options?.bootstrapContents ?? false,
        bootstrapBookmark: options?.bootstrapBookmark ?? false,
      },
      call.signal,
    );
  }
  if (options?.bootstrapContents === true) {
    throw new StatusError(Code.unimplemented, 'bootstrap contents is not implemented for resource watch');
  }
  if ((options?.labelQuery.length ?? 0) > 0) {
    throw new StatusError(Code.unimplemented, 'label query is not implemented for resource watch');
  }
  checkReadAccess(store, call.roles, namespace, type);
  return store.collection(namespace, type).watch(id, start, call.signal);
}

function refuseWrite(resource: Resource | undefined): never {
  if (resource?.metadata === undefined) throw new StatusError(Code.unknown, 'metadata is missing');
  if (resource.spec === undefined) throw new StatusError(Code.unknown, 'spec is missing');
  return refuse();
}

function refuse(): never {
  throw new StatusError(Code.permissionDenied, 'write access is not allowed');
}
