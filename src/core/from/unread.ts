import type { FormatName } from '../ir/extra.ts'
import { deepest } from '../text/depth.ts'
import { pointerStep } from '../text/json.ts'
import { isRecord, isSign } from './bookkeeping.ts'
import { isPlain, parseDataUrl } from './read.ts'

/** Value of the input, and its JSON pointer. */
export interface InputPiece {
  readonly at: string
  readonly value: unknown
  /** Field of the request or message that holds the value, if there is one. */
  readonly field?: string
}

/** Pieces of an input that an event was made from, and other values that hold some of their content. */
export interface EventPieces {
  readonly pieces: readonly InputPiece[]
  readonly beside?: unknown
}

/** Outcome of checking a value: read, not read, or neither because it does not count. */
type Outcome = 'neutral' | 'read' | 'unread'

/** Upper bound on searches per event, which find texts that a reader joined with others. */
const mostSearches = 16

/** Length of the shortest text to search for: a shorter text may be in another by chance. */
const shortest = 12

/** Depth below which each object is checked only once, because some objects contain themselves. */
const shallow = 8

/** Placeholders for a signature, which readers drop. */
const stands: ReadonlySet<string> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/**
 * Returns the places of values that the pieces of an input hold and the result does not, each as `i:` and a JSON
 * pointer. An object of which nothing was read is one place. The cost is linear in the size of both.
 */
export function unreadIn(
  format: FormatName,
  pieces: readonly InputPiece[],
  ...held: readonly unknown[]
): readonly string[] {
  const kept = new Kept(held)
  const found: string[] = []
  for (const { at, value, field = '' } of pieces)
    if (!isRecord(format, field)) new Walk(format, kept, `i:${at}`, found).value(value, field, 0)
  return found
}

/** Number of object levels read at the start: those of an event, its parts, and their fields. */
const usual = 4

/** Strings of some values, and the objects that hold them, read level by level and only as far as needed. */
class Kept {
  private readonly known = new Set<unknown>()
  private level: object[] = []
  private joined: string | undefined
  private searches = 0

  constructor(held: readonly unknown[]) {
    for (const value of held) this.add(value)
    for (let depth = 0; depth < usual; depth++) this.look()
  }

  /** Whether a text is kept. */
  has(text: string): boolean {
    while (!this.known.has(text)) if (!this.look()) return false
    return true
  }

  /** Whether an object itself is kept. Only the levels that were read so far count. */
  hasObject(value: object): boolean {
    return this.known.has(value)
  }

  private add(value: unknown): void {
    if (typeof value === 'string') this.known.add(value)
    else if (typeof value === 'object' && value !== null && isPlain(value) && !this.known.has(value)) {
      this.known.add(value)
      this.level.push(value)
    }
  }

  /** Reads the objects of the next level; returns false if there are none. */
  private look(): boolean {
    const { level } = this
    this.level = []
    for (const object of level)
      if (Array.isArray(object)) for (const item of object) this.add(item)
      else for (const key of Object.keys(object)) this.add((object as Record<string, unknown>)[key])
    return level.length > 0
  }

  /** Whether a kept text contains a text, as when a reader joined several. */
  holds(text: string, field: string): boolean {
    if ((field !== 'text' && text.length < shortest) || this.searches++ >= mostSearches) return false
    while (this.look());
    this.joined ??= [...this.known].filter(item => typeof item === 'string').join('\n')
    return this.joined.includes(text) || this.joined.includes(JSON.stringify(text).slice(1, -1))
  }
}

/** Walk through one piece, from the top. */
class Walk {
  private readonly format: FormatName
  private readonly kept: Kept
  private readonly at: string
  private readonly found: string[]
  private readonly path: string[] = []
  private readonly seen = new Set<object>()

  constructor(format: FormatName, kept: Kept, at: string, found: string[]) {
    this.format = format
    this.kept = kept
    this.at = at
    this.found = found
  }

  /** Checks a value under a field; elements of a list are under the list's field. */
  value(value: unknown, field: string, depth: number): Outcome {
    if (typeof value === 'string') return this.text(value, field)
    if (typeof value !== 'object' || value === null) return 'neutral'
    // An instance of a class may be a message, and its own fields count. Anywhere deeper it is no JSON.
    if (depth > 0 && !isPlain(value)) return 'neutral'
    if (this.kept.hasObject(value)) return 'read'
    if (depth > shallow) {
      if (this.seen.has(value)) return 'neutral'
      this.seen.add(value)
    }
    if (depth > deepest) return this.name()
    return this.inside(value, field, depth)
  }

  private text(text: string, field: string): Outcome {
    if (isSign(this.format, field, text)) return 'neutral'
    if (this.kept.has(text)) return 'read'
    if (stands.has(text) || text.trim() === '') return 'neutral'
    const inline = parseDataUrl(text)
    if (inline !== null && this.kept.has(inline.data)) return 'read'
    return this.isParsed(text) || this.kept.holds(text, field) ? 'read' : this.name()
  }

  /** Whether a text is JSON whose values were read. */
  private isParsed(text: string): boolean {
    if (!/^\s*[[{]/.test(text)) return false
    try {
      const none: string[] = []
      new Walk(this.format, this.kept, '', none).value(JSON.parse(text), '', 1)
      return none.length === 0
    } catch {
      return false
    }
  }

  private inside(value: object, field: string, depth: number): Outcome {
    const before = this.found.length
    const isList = Array.isArray(value)
    let outcome: Outcome = 'neutral'
    let isRead = false
    for (const key of Object.keys(value)) {
      if (!isList && isRecord(this.format, key)) continue
      this.path.push(key)
      const inner = this.value((value as Record<string, unknown>)[key], isList ? field : key, depth + 1)
      this.path.pop()
      if (inner === 'read') isRead = true
      else if (inner === 'unread') outcome = 'unread'
    }
    if (outcome !== 'unread') return isRead ? 'read' : 'neutral'
    if (isRead) return 'read'
    // Nothing of the object was read, so its own place replaces the places of its fields.
    this.found.length = before
    return this.name()
  }

  private name(): Outcome {
    this.found.push(this.at + this.path.map(pointerStep).join(''))
    return 'unread'
  }
}
