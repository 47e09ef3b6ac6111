import type { Span } from '../detect/span.ts'
import { applyEdits, mergeEdits, type TextEdit } from '../literals/edit.ts'
import { LiteralIndex } from '../literals/literal-index.ts'
import { type FoundPlace, valueAtPlace } from './place.ts'
import { schemaWords } from './schema-words.ts'

/** Minimum length of a value that is replaced everywhere. A shorter value would occur by chance in other words. */
const shortest = 6

/**
 * Whether a value is replaced everywhere. Words used in schemas are not replaced, because a tool could not be called if
 * words of its schema were replaced.
 */
export const isReplacedAnywhere = (value: string): boolean =>
  value.length >= shortest && !schemaWords.has(value)

/** Pattern of the text that replaces a removed value. It is not a value, even after a name such as `password`. */
const removed = /^(?:\w+ )?\[removed:[\w-]+\]$/

/** Pattern of a complete placeholder, or of the beginning of one. */
const form = /\[secret:(?:[\w-]+:\d+\])?/g

/** Function that returns whether a reader must not see a value. */
export type IsHidden = (value: string) => boolean

const noKinds: ReadonlyMap<string, number> = new Map()

/** Function that returns whether a part may contain a placeholder unchanged, because the part's author was shown it. */
export type Keeps = (placeholder: string) => boolean

/**
 * Returns the edits of a text, plus edits that make forged placeholders harmless. Only placeholders that `keeps`
 * accepts stay, because all other placeholders must come from the compiler.
 */
export function disarmForgedPlaceholders(
  text: string,
  edits: readonly TextEdit[],
  keeps: Keeps,
): readonly TextEdit[] {
  if (!text.includes('[secret:')) return edits
  const all: TextEdit[] = []
  let at = 0
  const disarm = (to: number): void => {
    for (const { 0: found, index } of text.slice(at, to).matchAll(form))
      if (!keeps(found)) all.push({ start: at + index, end: at + index + 1, by: '[ ' })
  }
  for (const edit of edits) {
    disarm(edit.start)
    all.push(edit)
    at = edit.end
  }
  disarm(text.length)
  return all
}

/** Replaces the placeholders in a text by the values that `reveal` returns. */
export const replacePlaceholders = (text: string, reveal: (placeholder: string) => string | null): string =>
  text.replace(form, found => reveal(found) ?? found)

/** Returns all texts in the form of a placeholder. */
export const placeholdersIn = (text: string): readonly string[] => text.match(form) ?? []

/** Placeholders for a session's values, numbered in the order in which the values were found. */
export class Registry {
  private readonly placeholders = new Map<string, string>()
  /** Value and position in the order of finds, by placeholder. */
  private readonly finds = new Map<string, { readonly value: string; readonly order: number }>()
  private readonly counts = new Map<string, number>()
  /** Kinds as which each value was found, with the first event of each kind, in order. */
  private readonly kindsByValue = new Map<string, Map<string, number>>()
  /** Number of values and of further kinds of values that were found so far. */
  version = 0
  /** Index of the values that are replaced everywhere. */
  readonly index = new LiteralIndex()
  /**
   * Letter before the number in this registry's placeholders; empty for values of events. Each registry has its own
   * letter, so that new values in one registry do not change the numbers of another.
   */
  private readonly mark: string

  /**
   * Registry of the session, if this registry is for texts outside the session's events. Placeholders of the session do
   * not count as values.
   */
  private readonly beside: Registry | null

  constructor(mark = '', beside: Registry | null = null) {
    this.mark = mark
    this.beside = beside
  }

  get size(): number {
    return this.placeholders.size
  }

  /** Number of values by kind. */
  get kinds(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts)
  }

  /** Returns the placeholder of a known value. */
  placeholderOf(value: string): string | undefined {
    return this.placeholders.get(value)
  }

  /** Returns the value of a placeholder; null for a placeholder that the registry does not contain. */
  valueOf(placeholder: string): string | null {
    return this.finds.get(placeholder)?.value ?? null
  }

  /** All values, in the order in which they were found. */
  get values(): readonly string[] {
    return [...this.placeholders.keys()]
  }

  /** Returns the kinds as which a value was found, with the seq of the first event of each; -1 for the initial state. */
  kindsOf(value: string): ReadonlyMap<string, number> {
    return this.kindsByValue.get(value) ?? noKinds
  }

  /** Returns the seq of the event in which a value was found; -1 for the initial state and for an unknown value. */
  foundAt(value: string): number {
    const [first = -1] = this.kindsOf(value).values()
    return first
  }

  /** Whether a placeholder is among the first `count` placeholders. */
  isAmong(placeholder: string, count: number): boolean {
    return (this.finds.get(placeholder)?.order ?? count) < count
  }

  private isPlaceholder(text: string): boolean {
    return this.finds.has(text) || this.beside?.isPlaceholder(text) === true
  }

  /**
   * Registers a value that was found in the event `seq`. A placeholder is not a value, so it is ignored, also after a scheme
   * such as `Bearer`.
   */
  registerValue(value: string, kind: string, seq = -1): void {
    const kinds = this.kindsByValue.get(value)
    if (kinds !== undefined) {
      if (!kinds.has(kind)) this.version++
      if (!kinds.has(kind)) kinds.set(kind, seq)
      return
    }
    if (value === '' || removed.test(value)) return
    if (this.isPlaceholder(value.replace(/^\w+ /, ''))) return
    const safe = kind.replace(/[^\w-]/g, '-')
    const number = (this.counts.get(safe) ?? 0) + 1
    this.counts.set(safe, number)
    const placeholder = `[secret:${safe}:${this.mark}${number}]`
    this.finds.set(placeholder, { value, order: this.finds.size })
    this.placeholders.set(value, placeholder)
    this.kindsByValue.set(value, new Map([[kind, seq]]))
    this.version++
    if (isReplacedAnywhere(value)) this.index.add(value)
  }

  /**
   * Returns the places of registered placeholders in a text. A value that occurs inside a placeholder must not be
   * replaced there.
   */
  placesIn(text: string): readonly Pick<Span, 'start' | 'end'>[] {
    let at = 0
    return placeholdersIn(text).flatMap(placeholder => {
      const start = text.indexOf(placeholder, at)
      at = start + placeholder.length
      return this.isPlaceholder(placeholder) ? [{ start, end: at }] : []
    })
  }

  /** Returns edits that replace known values by their placeholders, including the values of the session's registry. */
  private knownValueEdits(text: string, isHidden: IsHidden): readonly TextEdit[] {
    const own = this.index
      .find(text)
      .filter(({ literal }) => isHidden(literal))
      .map(({ start, end, literal }) => ({ start, end, by: this.placeholders.get(literal) as string }))
    return this.beside === null ? own : [...own, ...this.beside.knownValueEdits(text, isHidden)]
  }

  /** Returns the edit for a text that was cut in the middle of a known value, or no edit. */
  private cutValueEdit(text: string): readonly TextEdit[] {
    if (!text.endsWith('\u2026')) return []
    const end = text.length - 1
    const open = Math.max(
      ...[this, this.beside].map(each => each?.index.openPrefixLength(text.slice(0, end)) ?? 0),
    )
    return open < shortest ? [] : [{ start: end - open, end, by: '' }]
  }

  /**
   * Returns edits that replace known values in a text, and the values `found` at given places: all of them, or those that
   * are hidden. `inner` are further edits of the text.
   */
  edits(
    text: string,
    found: readonly FoundPlace[] = [],
    inner: readonly TextEdit[] = [],
    isHidden: IsHidden = () => true,
  ): readonly TextEdit[] {
    if (this.size === 0 && (this.beside?.size ?? 0) === 0) return inner
    const own = this.placesIn(text)
    const isOwn = ({ start, end }: TextEdit): boolean =>
      own.some(place => place.start <= start && end <= place.end)
    const here = found.flatMap(place => {
      const value = valueAtPlace(text, place)
      const by = this.placeholders.get(value)
      return by === undefined || !isHidden(value) ? [] : [{ start: place.start, end: place.end, by }]
    })
    // If several edits have the same range, the first edit counts. So a number in JSON is replaced with a JSON string,
    // as `inner` requires.
    const all = [...inner, ...this.knownValueEdits(text, isHidden), ...here].filter(edit => !isOwn(edit))
    return mergeEdits([...all, ...this.cutValueEdit(text)])
  }

  /** Returns a text in which all known values, and the values `found` at given places, are replaced. */
  replace(text: string, found: readonly FoundPlace[] = []): string {
    return applyEdits(text, this.edits(text, found))
  }
}
