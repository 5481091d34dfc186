/** Repeatable choices: the same seed and number give the same ones, whatever ran before. */
export class Random {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
    for (let round = 0; round < 4; round += 1) this.next();
  }

  /** From 0 inclusive to 1 exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both bounds inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** @throws Error when there is nothing to pick from */
  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined && values.length === 0) throw new Error("nothing to pick from");
    // The index is below the length, so the value is an element of the list, undefined only where T allows it.
    return value as T;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.int(0, 255)));
  }
}
