import { PersistentMap } from './persistent-map.ts'

/** Immutable set, built on `PersistentMap`. */
export class PersistentSet implements ReadonlySet<string> {
  private readonly map: PersistentMap<true>

  private constructor(map: PersistentMap<true>) {
    this.map = map
  }

  static of(items: Iterable<string> = []): PersistentSet {
    return items instanceof PersistentSet ? items : new PersistentSet(PersistentMap.of()).with(items)
  }

  get size(): number {
    return this.map.size
  }

  has(item: string): boolean {
    return this.map.has(item)
  }

  /** Returns a set with these items added; this set if it already has all of them. */
  with(items: Iterable<string>): PersistentSet {
    const after =
      items instanceof PersistentSet
        ? this.map.merge(items.map, () => true)
        : [...items].reduce((map, item) => map.set(item, true), this.map)
    return after === this.map ? this : new PersistentSet(after)
  }

  /** Returns a set without some items; this set if it has none of them. */
  without(items: Iterable<string>): PersistentSet {
    const after = [...items].reduce((map, item) => map.delete(item), this.map)
    return after === this.map ? this : new PersistentSet(after)
  }

  [Symbol.iterator](): SetIterator<string> {
    return this.map.keys()
  }

  keys(): SetIterator<string> {
    return this.map.keys()
  }

  values(): SetIterator<string> {
    return this.map.keys()
  }

  *entries(): SetIterator<[string, string]> {
    for (const item of this.map.keys()) yield [item, item]
  }

  forEach(run: (item: string, again: string, set: ReadonlySet<string>) => void): void {
    for (const item of this.map.keys()) run(item, item, this)
  }
}
