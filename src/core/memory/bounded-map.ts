/** A map with a bounded number of entries: the least recently used one is dropped. */

export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #onDrop: (value: Value, key: Key) => void;

  constructor(most: number, onDrop: (value: Value, key: Key) => void = () => undefined) {
    this.#most = most;
    this.#onDrop = onDrop;
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const [oldest, dropped] of this.#entries) {
      this.#entries.delete(oldest);
      this.#onDrop(dropped, oldest);
      return;
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The least recently used one first. */
  entries(): Iterable<readonly [Key, Value]> {
    return this.#entries;
  }
}
