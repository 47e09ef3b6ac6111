import type { Origin, Run, Segment } from '../ir/origin.ts'

/** Origin of a string, or its segments if it has several origins. */
export type StringOrigin = Origin | readonly Segment[]

/**
 * Origins of an object's strings: one origin for the whole object, or alternating keys and origins, where the key ''
 * means the whole object.
 */
type Said = Origin | (string | StringOrigin)[]

const self = ''

/**
 * Origins of a request's strings, stored by the objects that contain the strings. So a message keeps its origins when
 * it is merged, moved or put into another object. A string without an entry has the origin of the object that contains
 * it.
 */
export class StringOrigins {
  /** Number of recorded origins. */
  noted = 0
  private readonly said = new WeakMap<object, Said>()
  /** Origins of the parts that were joined into an object. */
  private readonly parts = new WeakMap<object, readonly Origin[]>()

  /**
   * Records one origin for everything inside an object, except for keys and inner objects that have their own origins.
   * Returns the object.
   */
  recordWhole<T extends object>(container: T, origin: Origin): T {
    const said = this.said.get(container)
    if (said === undefined || typeof said === 'string') {
      this.noted++
      this.said.set(container, origin)
    } else this.recordKey(container, self, origin)
    return container
  }

  /** Records the origin of the value of one key. */
  recordKey(container: object, key: string, origin: StringOrigin): void {
    this.noted++
    const said = this.said.get(container)
    if (said === undefined) this.said.set(container, [key, origin])
    else if (typeof said === 'string') this.said.set(container, [self, said, key, origin])
    else {
      const at = indexOfKey(said, key)
      if (at < 0) said.push(key, origin)
      else said[at + 1] = origin
    }
  }

  /**
   * Joins runs (pieces of text with one origin) into one text, and records the origin of each run under the key. Assign
   * the returned text to this key.
   */
  joinRuns(container: object, key: string, runs: readonly Run[]): string {
    const [first] = runs
    if (runs.length === 1 && first) {
      this.recordKey(container, key, first[1])
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
    if (only !== undefined) this.recordKey(container, key, only)
    return text
  }

  /** Records, for a key, the origin that another string has. */
  copyKeyOrigin(container: object, key: string, entry: StringOrigin | undefined): void {
    if (entry !== undefined) this.recordKey(container, key, entry)
  }

  /** Records that an object was joined from several parts. */
  recordParts(container: object, origins: readonly Origin[]): void {
    this.parts.set(container, origins)
  }

  /** Returns the origins of the parts that were joined into an item. */
  partsOf(item: object): readonly Origin[] {
    return this.parts.get(item) ?? [this.originsIn(item).whole ?? 'c:item']
  }

  /** Copies the origins of an object to its copy or replacement. Returns the copy. */
  copyOrigins<T extends object>(copy: T, original: object): T {
    const said = this.said.get(original)
    if (said !== undefined) this.said.set(copy, typeof said === 'string' ? said : [...said])
    const parts = this.parts.get(original)
    if (parts !== undefined) this.parts.set(copy, parts)
    return copy
  }

  /** Returns a lookup of the origins that were recorded for an object and its keys. */
  originsIn(container: object): OriginsIn {
    const said = this.said.get(container)
    if (said === undefined) return nothing
    if (typeof said === 'string') return { whole: said, key: nothing.key }
    const whole = originOfKey(said, self)
    return { whole: typeof whole === 'string' ? whole : undefined, key: key => originOfKey(said, key) }
  }
}

/** Lookup of the origins that were recorded for an object and its keys. */
interface OriginsIn {
  readonly whole: Origin | undefined
  key(key: string): StringOrigin | undefined
}

const nothing: OriginsIn = { whole: undefined, key: () => undefined }

const indexOfKey = (said: readonly unknown[], key: string): number => {
  for (let index = 0; index < said.length; index += 2) if (said[index] === key) return index
  return -1
}

const originOfKey = (said: readonly (string | StringOrigin)[], key: string): StringOrigin | undefined => {
  const at = indexOfKey(said, key)
  return at < 0 ? undefined : said[at + 1]
}
