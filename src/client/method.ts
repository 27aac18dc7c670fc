/** One method of a generated service definition, as ts-proto writes it for grpc-js. */
export interface MethodDefinition<Q, R> {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestSerialize: (value: Q) => Buffer;
  readonly requestDeserialize: (value: Buffer) => Q;
  readonly responseSerialize: (value: R) => Buffer;
  readonly responseDeserialize: (value: Buffer) => R;
}
