/** How a call ended when it did not end well. */
export class CallStatus extends Error {
  override readonly name = 'CallStatus';
  /** gRPC status number. */
  readonly code: number;
  readonly details: string;
  constructor(code: number, details: string) {
    super(details);
    this.code = code;
    this.details = details;
  }
}
