import type { FormatName } from '../ir/extra.ts'
import { deepest } from '../text/depth.ts'
import { pointerStep } from '../text/json.ts'
import { isIdentifierText, isIgnoredField } from './bookkeeping.ts'
import { isPlain, parseDataUrl } from './read.ts'

/** Value in the caller's input, with its JSON pointer. */
export interface InputPiece {
  readonly at: string
  readonly value: unknown
  /** Field of the request or message that contains the value, if any. */
  readonly field?: string
}

/**
 * Input pieces from which an event was made. `beside`: data outside the event in which some of their content was kept.
 */
export interface EventPieces {
  readonly pieces: readonly InputPiece[]
  readonly beside?: unknown
}

/** Outcome of a check whether a value was read. `neutral`: the value contains nothing that could be read. */
type Outcome = 'neutral' | 'read' | 'unread'

/** Maximum number of searches per event for a text that the reader may have joined with other texts. */
const mostSearches = 16

/** Minimum length of a text to search for. A shorter text may occur in another text by chance. */
const shortest = 12

/**
 * Depth below which each object is checked only once. Without this limit, an object that contains itself would be
 * checked very often.
 */
const shallow = 8

/** Placeholder signatures, which importers drop. */
const stands: ReadonlySet<string> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/**
 * Returns the places of input values that the result does not contain, each as `i:` and a JSON pointer. If nothing in
 * an object was read, only the object's place is returned. The time is linear in the size of input and result.
 */
export function findUnread(
  format: FormatName,
  pieces: readonly InputPiece[],
  ...held: readonly unknown[]
): readonly string[] {
  const kept = new Kept(held)
  const found: string[] = []
  for (const { at, value, field = '' } of pieces)
    if (!isIgnoredField(format, field)) new Walk(format, kept, `i:${at}`, found).checkValue(value, field, 0)
  return found
}

/** Number of levels of nested objects that are read at the start: enough for an event, its parts, and their fields. */
const usual = 4

/** Strings and objects that an event contains. Deeper levels are read only when a search needs them. */
class Kept {
  private readonly known = new Set<unknown>()
  private level: object[] = []
  private joined: string | undefined
  private searches = 0

  constructor(held: readonly unknown[]) {
    for (const value of held) this.add(value)
    for (let depth = 0; depth < usual; depth++) this.readNextLevel()
  }

  /** Whether the event contains a text. */
  hasText(text: string): boolean {
    while (!this.known.has(text)) if (!this.readNextLevel()) return false
    return true
  }

  /** Whether the event contains an object by reference, in one of the levels read so far. */
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

  /** Reads the next level of objects; returns false if there is none. */
  private readNextLevel(): boolean {
    const { level } = this
    this.level = []
    for (const object of level)
      if (Array.isArray(object)) for (const item of object) this.add(item)
      else for (const key of Object.keys(object)) this.add((object as Record<string, unknown>)[key])
    return level.length > 0
  }

  /** Whether a text of the event contains a given text, for example because the reader joined several texts. */
  containsText(text: string, field: string): boolean {
    if ((field !== 'text' && text.length < shortest) || this.searches++ >= mostSearches) return false
    while (this.readNextLevel());
    this.joined ??= [...this.known].filter(item => typeof item === 'string').join('\n')
    return this.joined.includes(text) || this.joined.includes(JSON.stringify(text).slice(1, -1))
  }
}

/** Walk through a piece of the input that finds values which were not read. */
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

  /** Checks a value. `field` is the value's key, or the key of the list that contains it. */
  checkValue(value: unknown, field: string, depth: number): Outcome {
    if (typeof value === 'string') return this.checkTextRead(value, field)
    if (typeof value !== 'object' || value === null) return 'neutral'
    // The piece itself may be a class instance, whose fields count. Instances inside it are not JSON and are skipped.
    if (depth > 0 && !isPlain(value)) return 'neutral'
    if (this.kept.hasObject(value)) return 'read'
    if (depth > shallow) {
      if (this.seen.has(value)) return 'neutral'
      this.seen.add(value)
    }
    if (depth > deepest) return this.addPlace()
    return this.checkInside(value, field, depth)
  }

  private checkTextRead(text: string, field: string): Outcome {
    if (isIdentifierText(this.format, field, text)) return 'neutral'
    if (this.kept.hasText(text)) return 'read'
    if (stands.has(text) || text.trim() === '') return 'neutral'
    const inline = parseDataUrl(text)
    if (inline !== null && this.kept.hasText(inline.data)) return 'read'
    return this.isParsed(text) || this.kept.containsText(text, field) ? 'read' : this.addPlace()
  }

  /** Whether a text is JSON and all of its values were read. */
  private isParsed(text: string): boolean {
    if (!/^\s*[[{]/.test(text)) return false
    try {
      const none: string[] = []
      new Walk(this.format, this.kept, '', none).checkValue(JSON.parse(text), '', 1)
      return none.length === 0
    } catch {
      return false
    }
  }

  private checkInside(value: object, field: string, depth: number): Outcome {
    const before = this.found.length
    const isList = Array.isArray(value)
    let outcome: Outcome = 'neutral'
    let isRead = false
    for (const key of Object.keys(value)) {
      if (!isList && isIgnoredField(this.format, key)) continue
      this.path.push(key)
      const inner = this.checkValue((value as Record<string, unknown>)[key], isList ? field : key, depth + 1)
      this.path.pop()
      if (inner === 'read') isRead = true
      else if (inner === 'unread') outcome = 'unread'
    }
    if (outcome !== 'unread') return isRead ? 'read' : 'neutral'
    if (isRead) return 'read'
    // Nothing in the object was read, so its place is reported instead of the places of its fields.
    this.found.length = before
    return this.addPlace()
  }

  private addPlace(): Outcome {
    this.found.push(this.at + this.path.map(pointerStep).join(''))
    return 'unread'
  }
}
