const polynomial = 0x82f63b78;
const slices = 8;

/** For each value of a byte, and for each number of bytes that follow it, what it adds to the sum. */
function makeTables(): readonly Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
    return sum;
  });
  const tables = [first];
  for (let slice = 1; slice < slices; slice++) {
    const previous = tables[slice - 1] ?? first;
    tables.push(previous.map((sum) => (first[sum & 0xff] ?? 0) ^ (sum >>> 8)));
  }
  return tables;
}

/** CRC-32C (Castagnoli) of bytes that come in pieces. */
export class Crc32c {
  readonly #tables = makeTables();
  #sum = 0xffffffff;

  update(bytes: Buffer): void {
    const [t0, t1, t2, t3, t4, t5, t6, t7] = this.#tables as readonly [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    let sum = this.#sum;
    let at = 0;
    const at8 = (table: Uint32Array, index: number): number => table[index & 0xff] ?? 0;
    for (; at + slices <= bytes.length; at += slices) {
      const low = sum ^ bytes.readUInt32LE(at);
      const high = bytes.readUInt32LE(at + 4);
      sum =
        at8(t7, low) ^
        at8(t6, low >>> 8) ^
        at8(t5, low >>> 16) ^
        at8(t4, low >>> 24) ^
        at8(t3, high) ^
        at8(t2, high >>> 8) ^
        at8(t1, high >>> 16) ^
        at8(t0, high >>> 24);
    }
    for (; at < bytes.length; at++) sum = at8(t0, sum ^ (bytes[at] ?? 0)) ^ (sum >>> 8);
    this.#sum = sum;
  }

  /** The sum of what was given so far, 32 bits without sign. */
  get value(): number {
    return (this.#sum ^ 0xffffffff) >>> 0;
  }
}
