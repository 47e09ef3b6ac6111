import type { Origin, Run, Segment } from '../ir/origin.ts'

/** One origin, or the segments of a string of several. */
export type Entry = Origin | readonly Segment[]

const self = ''

/**
 * Where the strings of a request came from, kept beside the objects that hold them: so a message can be
 * merged, moved or wrapped without losing it. A string without an entry has its container's origin.
 */
export class Origins {
  /** How many were noted. */
  noted = 0
  private readonly entries = new WeakMap<object, Map<string, Entry>>()

  /** Says where everything in an object came from, unless said otherwise further in. Returns the object. */
  whole<T extends object>(container: T, origin: Origin): T {
    this.of(container).set(self, origin)
    return container
  }

  /** Says where the value of one key came from. */
  key(container: object, key: string, origin: Origin): void {
    this.of(container).set(key, origin)
  }

  /** The text of some runs joined, their borders noted under the key. Assign the result to that key. */
  rope(container: object, key: string, runs: readonly Run[]): string {
    const segments: Segment[] = []
    let text = ''
    for (const [piece, origin] of runs) {
      if (piece === '') continue
      segments.push({ start: text.length, end: text.length + piece.length, origin })
      text += piece
    }
    const [first] = segments
    if (segments.length === 1 && first) this.of(container).set(key, first.origin)
    else if (first) this.of(container).set(key, segments)
    else if (runs[0]) this.of(container).set(key, runs[0][1])
    return text
  }

  /** Gives a key what another string's entry said. */
  inherit(container: object, key: string, entry: Entry | undefined): void {
    if (entry !== undefined) this.of(container).set(key, entry)
  }

  /** Says of a copy, or of what takes an object's place, what was said of the object. Returns the copy. */
  like<T extends object>(copy: T, original: object): T {
    const entries = this.entries.get(original)
    if (entries) this.entries.set(copy, new Map(entries))
    return copy
  }

  /** What one object says of itself and of its keys. */
  at(container: object): { readonly whole: Origin | undefined; key(key: string): Entry | undefined } {
    const entries = this.entries.get(container)
    const whole = entries?.get(self)
    return { whole: typeof whole === 'string' ? whole : undefined, key: key => entries?.get(key) }
  }

  private of(container: object): Map<string, Entry> {
    this.noted++
    let entries = this.entries.get(container)
    if (!entries) {
      entries = new Map()
      this.entries.set(container, entries)
    }
    return entries
  }
}
