const firstSlots = 1024;
const free = 0;
/** Marks a slot whose key is gone; what lies behind it is still to be found. */
const gone = -1;

/**
 * Counts keys that come and go. Of each only a number of 53 bits is kept, in a table of eight bytes a slot, so that
 * millions take little memory.
 */
export class LiveKeys {
  #slots = new Float64Array(firstSlots);
  /** Slots that are not free, and those of them that hold a key. */
  #used = 0;
  #count = 0;

  add(key: Uint8Array): void {
    if (this.#used * 2 >= this.#slots.length) this.#grow();
    this.#put(digest(key));
  }

  delete(key: Uint8Array): void {
    const slot = this.#find(digest(key));
    if (this.#slots[slot] === free) return;
    this.#slots[slot] = gone;
    this.#count -= 1;
  }

  get count(): number {
    return this.#count;
  }

  #put(number: number): void {
    const slot = this.#find(number);
    if (this.#slots[slot] !== free) return;
    this.#slots[slot] = number;
    this.#used += 1;
    this.#count += 1;
  }

  /** The slot that holds the number, else the free one where it belongs. */
  #find(number: number): number {
    const slots = this.#slots;
    let slot = number % slots.length;
    while (slots[slot] !== free && slots[slot] !== number) slot = (slot + 1) % slots.length;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(Math.max(firstSlots, this.#count * 4));
    this.#used = 0;
    this.#count = 0;
    for (const number of before) if (number !== free && number !== gone) this.#put(number);
  }
}

/** Two multiplicative hashes of 32 bits, mixed at the end; good enough where nobody looks for collisions. Never 0. */
function digest(bytes: Uint8Array): number {
  let left = 0xdeadbeef;
  let right = 0x41c6ce57;
  for (const byte of bytes) {
    left = Math.imul(left ^ byte, 0x9e3779b1);
    right = Math.imul(right ^ byte, 0x5f356495);
  }
  left = Math.imul(left ^ (left >>> 16), 0x85ebca6b) ^ Math.imul(right ^ (right >>> 13), 0xc2b2ae35);
  right = Math.imul(right ^ (right >>> 16), 0x85ebca6b) ^ Math.imul(left ^ (left >>> 13), 0xc2b2ae35);
  return (right & 0x1fffff) * 0x100000000 + (left >>> 0) || 1;
}
