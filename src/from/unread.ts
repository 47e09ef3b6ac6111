import type { FormatName } from '../ir/format-name.ts'
import { deepest } from '../text/depth.ts'
import { pointerStep } from '../text/json-pointer.ts'
import { isRecord, isSign } from './bookkeeping.ts'
import { isPlain, parseDataUrl } from './read.ts'

/** A value of the input, and the JSON pointer at which it is. */
export interface InputPiece {
  readonly at: string
  readonly value: unknown
  /** The field that it is under, if it is one of a request's. */
  readonly field?: string
}

/** The pieces of an input that an event was made from, and other values that hold some of the same. */
export interface EventPieces {
  readonly pieces: readonly InputPiece[]
  readonly beside?: unknown
}

/** The fate of a value: nothing to say, read, or not read. */
type Outcome = 'neutral' | 'read' | 'unread'

/** Texts that readers put together from several, or cut from one, are found by search: so many for each event. */
const mostSearches = 16

/** A text shorter than this may be in another by chance. */
const shortest = 12

/** From here on objects are looked at once: some hold themselves. */
const shallow = 8

/** Signs that stand in the place of a signature, and are dropped. */
const stands: ReadonlySet<string> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/**
 * Places of what pieces of an input hold and what was made of them does not: each `i:` and a JSON pointer, and of an
 * object of which nothing was read its own place. Costs what the two hold.
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

/** Levels of objects that are looked at before anything is asked: those of an event, its parts, and what they hold. */
const usual = 4

/** The strings of a value, and the objects that hold them: looked for level by level, no further than is asked for. */
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

  /** Whether an object is kept as it is. Only those not deeper than texts that were asked for are known. */
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

  /** Looks into the objects of the next level; false where there are none. */
  private look(): boolean {
    const { level } = this
    this.level = []
    for (const object of level)
      if (Array.isArray(object)) for (const item of object) this.add(item)
      else for (const key of Object.keys(object)) this.add((object as Record<string, unknown>)[key])
    return level.length > 0
  }

  /** Whether a text is in one of those that are kept, which were then put together from it. */
  holds(text: string, field: string): boolean {
    if ((field !== 'text' && text.length < shortest) || this.searches++ >= mostSearches) return false
    while (this.look());
    this.joined ??= [...this.known].filter(item => typeof item === 'string').join('\n')
    return this.joined.includes(text) || this.joined.includes(JSON.stringify(text).slice(1, -1))
  }
}

/** One piece, gone through from the top. */
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

  /** Looks at a value under a field; elements of a list are under the list's. */
  value(value: unknown, field: string, depth: number): Outcome {
    if (typeof value === 'string') return this.text(value, field)
    if (typeof value !== 'object' || value === null) return 'neutral'
    // A class is read by its own fields where it is a message; anywhere else it is no JSON.
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
    // Nothing of it was read: one place tells that.
    this.found.length = before
    return this.name()
  }

  private name(): Outcome {
    this.found.push(this.at + this.path.map(pointerStep).join(''))
    return 'unread'
  }
}
