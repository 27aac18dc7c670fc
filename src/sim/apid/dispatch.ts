import type { RawHandler } from '../rpc/handler.js';
import { Code, StatusError } from '../rpc/status.js';
import { mayCall } from './access.js';

/** The API of one machine: its methods by path, each for those who may call it. */
export function dispatch(methods: ReadonlyMap<string, RawHandler>): RawHandler {
  const services = new Set([...methods.keys()].map(serviceOf));
  return (call, requests) => {
    const handler = methods.get(call.path);
    if (handler === undefined) {
      const service = serviceOf(call.path);
      const method = call.path.slice(service.length + 2);
      throw new StatusError(
        Code.unimplemented,
        services.has(service) ? `unknown method ${method} for service ${service}` : `unknown service ${service}`,
      );
    }
    if (!mayCall(call.path, call.roles)) throw new StatusError(Code.permissionDenied, 'not authorized');
    return handler(call, requests);
  };
}

function serviceOf(path: string): string {
  return path.slice(1, Math.max(1, path.lastIndexOf('/')));
}
