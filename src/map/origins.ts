import type { Origin, Run, Segment } from '../ir/origin.ts'

/** One origin, or the segments of a string of several. */
export type StringOrigin = Origin | readonly Segment[]

/** Origins in an object: one for all of it, or pairs of a key and its entry; the key '' stands for all. */
type Said = Origin | (string | StringOrigin)[]

const self = ''

/**
 * Origins of the strings of a request, kept next to the objects that hold them: so a message can be
 * merged, moved or wrapped without losing them. A string without an entry has its container's origin.
 */
export class Origins {
  /** Number of origins noted. */
  noted = 0
  private readonly said = new WeakMap<object, Said>()

  /** Says where everything in an object came from, unless said otherwise further in. Returns the object. */
  whole<T extends object>(container: T, origin: Origin): T {
    const said = this.said.get(container)
    if (said === undefined || typeof said === 'string') {
      this.noted++
      this.said.set(container, origin)
    } else this.key(container, self, origin)
    return container
  }

  /** Says where the value of one key came from. */
  key(container: object, key: string, origin: StringOrigin): void {
    this.noted++
    const said = this.said.get(container)
    if (said === undefined) this.said.set(container, [key, origin])
    else if (typeof said === 'string') this.said.set(container, [self, said, key, origin])
    else {
      const at = placeOf(said, key)
      if (at < 0) said.push(key, origin)
      else said[at + 1] = origin
    }
  }

  /** The text of some runs joined, their borders noted under the key. Assign the result to that key. */
  rope(container: object, key: string, runs: readonly Run[]): string {
    const [first] = runs
    if (runs.length === 1 && first) {
      this.key(container, key, first[1])
      return first[0]
    }
    const segments: Segment[] = []
    let text = ''
    for (const [piece, origin] of runs) {
      if (piece === '') continue
      segments.push({ start: text.length, end: text.length + piece.length, origin })
      text += piece
    }
    const only = segments.length > 1 ? segments : (segments[0]?.origin ?? first?.[1])
    if (only !== undefined) this.key(container, key, only)
    return text
  }

  /** Gives a key what another string's entry said. */
  inherit(container: object, key: string, entry: StringOrigin | undefined): void {
    if (entry !== undefined) this.key(container, key, entry)
  }

  /** Says of a copy, or of what takes an object's place, what was said of the object. Returns the copy. */
  like<T extends object>(copy: T, original: object): T {
    const said = this.said.get(original)
    if (said !== undefined) this.said.set(copy, typeof said === 'string' ? said : [...said])
    return copy
  }

  /** Returns the origins noted for an object and for its keys. */
  at(container: object): { readonly whole: Origin | undefined; key(key: string): StringOrigin | undefined } {
    const said = this.said.get(container)
    const whole = said === undefined || typeof said === 'string' ? said : entryOf(said, self)
    return {
      whole: typeof whole === 'string' ? whole : undefined,
      key: key => (said === undefined || typeof said === 'string' ? undefined : entryOf(said, key)),
    }
  }
}

const placeOf = (said: readonly unknown[], key: string): number => {
  for (let index = 0; index < said.length; index += 2) if (said[index] === key) return index
  return -1
}

const entryOf = (said: readonly (string | StringOrigin)[], key: string): StringOrigin | undefined => {
  const at = placeOf(said, key)
  return at < 0 ? undefined : said[at + 1]
}
