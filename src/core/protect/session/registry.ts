import type { Span } from '../detect/span.ts'
import { disjoint, edited, type TextEdit } from '../literals/edit.ts'
import { LiteralIndex } from '../literals/literal-index.ts'
import { type FoundPlace, valueAt } from './place.ts'
import { schemaWords } from './schema-words.ts'

/** Shortest value that is replaced wherever it occurs. A shorter one would be found by chance in other words. */
const shortest = 6

/** Whether a value is replaced wherever it occurs. The words of schemas are not: a tool without its types could not be called. */
export const isReplacedAnywhere = (value: string): boolean =>
  value.length >= shortest && !schemaWords.has(value)

/** Words for a value that is gone. A name beside them, such as `password`, would make them one again. */
const removed = /^(?:\w+ )?\[removed:[\w-]+\]$/

/** Start of a placeholder, or a whole one. */
const form = /\[secret:(?:[\w-]+:\d+\])?/g

/** Whether a part may hold a placeholder unchanged, because its author was shown it. */
export type Keeps = (placeholder: string) => boolean

/**
 * Returns edits of a text, and those after which nothing between them looks like a placeholder but what may stay: only the
 * compiler makes them.
 */
export function disarming(text: string, edits: readonly TextEdit[], keeps: Keeps): readonly TextEdit[] {
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

/** Returns a text with the values of its placeholders. */
export const placeholdersReplaced = (text: string, reveal: (placeholder: string) => string | null): string =>
  text.replace(form, found => reveal(found) ?? found)

/** Returns the placeholders that a text holds, by their form. */
export const placeholdersIn = (text: string): readonly string[] => text.match(form) ?? []

/** Placeholders of the values of a session, numbered in the order in which they were found. */
export class Registry {
  private readonly placeholders = new Map<string, string>()
  /** Value and place in the order of finds, by placeholder. */
  private readonly finds = new Map<string, { readonly value: string; readonly order: number }>()
  private readonly counts = new Map<string, number>()
  /** Values that are replaced wherever they occur. */
  readonly index = new LiteralIndex()
  /** Mark before the number: declarations are numbered apart from events, so that neither changes the other's numbers. */
  private readonly mark: string

  /** Values beside which these are: placeholders of theirs are no values. */
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

  /** Returns the value of a placeholder; null for a text that is none of this session. */
  valueOf(placeholder: string): string | null {
    return this.finds.get(placeholder)?.value ?? null
  }

  /** Returns the place of a placeholder in the order of finds; undefined for a text that is none of this session. */
  orderOf(placeholder: string): number | undefined {
    return this.finds.get(placeholder)?.order
  }

  /** Whether a placeholder was among the first `count`. */
  isAmong(placeholder: string, count: number): boolean {
    return (this.finds.get(placeholder)?.order ?? count) < count
  }

  private isPlaceholder(text: string): boolean {
    return this.finds.has(text) || this.beside?.isPlaceholder(text) === true
  }

  /** Takes note of a value, unless it is a placeholder itself, with or without a scheme such as `Bearer` before it. */
  learn(value: string, kind: string): void {
    if (value === '' || this.placeholders.has(value) || removed.test(value)) return
    if (this.isPlaceholder(value.replace(/^\w+ /, ''))) return
    const safe = kind.replace(/[^\w-]/g, '-')
    const number = (this.counts.get(safe) ?? 0) + 1
    this.counts.set(safe, number)
    const placeholder = `[secret:${safe}:${this.mark}${number}]`
    this.finds.set(placeholder, { value, order: this.finds.size })
    this.placeholders.set(value, placeholder)
    if (isReplacedAnywhere(value)) this.index.add(value)
  }

  /** Returns where a text holds placeholders of the session. A value that is part of their form does not replace them. */
  placesIn(text: string): readonly Pick<Span, 'start' | 'end'>[] {
    let at = 0
    return placeholdersIn(text).flatMap(placeholder => {
      const start = text.indexOf(placeholder, at)
      at = start + placeholder.length
      return this.isPlaceholder(placeholder) ? [{ start, end: at }] : []
    })
  }

  /** Returns where known values are, also those of the values beside which these are, and their placeholders. */
  private known(text: string): readonly TextEdit[] {
    const own = this.index
      .find(text)
      .map(({ start, end, literal }) => ({ start, end, by: this.placeholders.get(literal) as string }))
    return this.beside === null ? own : [...own, ...this.beside.known(text)]
  }

  /** Returns the edit of a text that was cut and ends with the beginning of a known value. */
  private cut(text: string): readonly TextEdit[] {
    if (!text.endsWith('\u2026')) return []
    const end = text.length - 1
    const open = Math.max(...[this, this.beside].map(each => each?.index.openIn(text.slice(0, end)) ?? 0))
    return open < shortest ? [] : [{ start: end - open, end, by: '' }]
  }

  /** Returns the edits that replace known values of a text, and what was found at a place; `inner` are others of the text. */
  edits(
    text: string,
    found: readonly FoundPlace[] = [],
    inner: readonly TextEdit[] = [],
  ): readonly TextEdit[] {
    if (this.size === 0 && (this.beside?.size ?? 0) === 0) return inner
    const own = this.placesIn(text)
    const isOwn = ({ start, end }: TextEdit): boolean =>
      own.some(place => place.start <= start && end <= place.end)
    const here = found.flatMap(place => {
      const by = this.placeholders.get(valueAt(text, place))
      return by === undefined ? [] : [{ start: place.start, end: place.end, by }]
    })
    // Several of one range become one, the first of them: a number in JSON is replaced by a string.
    const all = [...inner, ...this.known(text), ...here].filter(edit => !isOwn(edit))
    return disjoint([...all, ...this.cut(text)])
  }

  /** Returns a text in which known values are replaced, and what was found at a place. */
  replace(text: string, found: readonly FoundPlace[] = []): string {
    return edited(text, this.edits(text, found))
  }
}
