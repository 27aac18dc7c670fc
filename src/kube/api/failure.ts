import { TalosctlError } from '../../errors/errors.js';

/** The Kubernetes API refused a request. */
export class KubeError extends TalosctlError {
  override readonly name = 'KubeError';
  /** HTTP status. */
  readonly code: number;
  /** `NotFound`, `Conflict`, `TooManyRequests` … */
  readonly reason: string;
  constructor(message: string, options: { readonly code: number; readonly reason: string; readonly hint?: string }) {
    super(message, options);
    this.code = options.code;
    this.reason = options.reason;
  }
}

/** The Kubernetes API does not answer at all. */
export class KubeUnreachableError extends TalosctlError {
  override readonly name = 'KubeUnreachableError';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubeError && error.code === 404;
}

const passing: readonly number[] = [408, 429, 500, 502, 503, 504];

/** Whether a later attempt may succeed: nobody answers, or the server says it is too busy or in trouble. */
export function mayPass(error: unknown): boolean {
  return error instanceof KubeUnreachableError || (error instanceof KubeError && passing.includes(error.code));
}
