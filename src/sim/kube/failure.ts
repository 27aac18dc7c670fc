import type { Json, JsonMap } from './object.js';

/** A refusal in the form of the Kubernetes API. */
export class KubeFailure extends Error {
  override readonly name = 'KubeFailure';
  readonly code: number;
  readonly reason: string;
  readonly details: JsonMap | undefined;

  constructor(code: number, reason: string, message: string, details?: JsonMap) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  status(): JsonMap {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    };
  }
}

export function notFound(what: string, name: string): KubeFailure {
  return new KubeFailure(404, 'NotFound', `${what} ${JSON.stringify(name)} not found`, { name, kind: what });
}

export function noSuchPath(): KubeFailure {
  return new KubeFailure(404, 'NotFound', 'the server could not find the requested resource', {});
}

export function methodNotAllowed(): KubeFailure {
  return new KubeFailure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
}

export function conflict(what: string, name: string, why: string): KubeFailure {
  return new KubeFailure(409, 'Conflict', `Operation cannot be fulfilled on ${what} ${JSON.stringify(name)}: ${why}`, {
    name,
    kind: what,
  });
}

export function badRequest(message: string): KubeFailure {
  return new KubeFailure(400, 'BadRequest', message);
}

export function invalid(what: string, name: string, message: string): KubeFailure {
  return new KubeFailure(422, 'Invalid', `${what} ${JSON.stringify(name)} is invalid: ${message}`, {
    name,
    kind: what,
  });
}

/** The answer to a deletion. */
export function success(details: Json): JsonMap {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
