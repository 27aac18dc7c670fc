/** Counts keys that come and go. Of each only a number of 53 bits is kept, so that millions take little memory. */
export class LiveKeys {
  readonly #present = new Set<number>();

  add(key: Uint8Array): void {
    this.#present.add(digest(key));
  }

  delete(key: Uint8Array): void {
    this.#present.delete(digest(key));
  }

  get count(): number {
    return this.#present.size;
  }
}

/** Two multiplicative hashes of 32 bits, mixed at the end; good enough where nobody looks for collisions. */
function digest(bytes: Uint8Array): number {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (const byte of bytes) {
    left = Math.imul(left ^ byte, 0x9e3779b1);
    right = Math.imul(right ^ byte, 0x5f356495);
  }
  left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  return (right & 0x1fffff) * 0x100000000 + (left >>> 0);
}
