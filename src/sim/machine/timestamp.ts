import type { Timestamp } from '../../gen/google/protobuf/timestamp.js';

/** A time as the API sends it. */
export function timestamp(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds: BigInt(seconds), nanos: (milliseconds - seconds * 1000) * 1_000_000 };
}
