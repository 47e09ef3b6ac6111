import type { Span } from '../detect/span.ts'
import { LiteralIndex } from '../literals/literal-index.ts'
import { type Place, valueAt } from './place.ts'
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

/** Whether a part may hold a placeholder as it is, because its author was shown it. */
export type Keeps = (placeholder: string) => boolean

/** Returns a text in which nothing looks like a placeholder but those that may stay: only the compiler makes them. */
export const disarmed = (text: string, keeps: Keeps): string =>
  text.includes('[secret:')
    ? text.replace(form, found => (keeps(found) ? found : `[ ${found.slice(1)}`))
    : text

/** Returns a text with the values of its placeholders. */
export const placeholdersReplaced = (text: string, reveal: (placeholder: string) => string | null): string =>
  text.replace(form, found => reveal(found) ?? found)

/** Returns the placeholders that a text holds, by their form. */
export const placeholdersIn = (text: string): readonly string[] => text.match(form) ?? []

/** Range of a text that a placeholder replaces. */
interface Replacement {
  readonly start: number
  readonly end: number
  readonly placeholder: string
}

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
  private known(text: string): readonly Replacement[] {
    const own = this.index.find(text).map(({ start, end, literal }) => ({
      ...{ start, end },
      placeholder: this.placeholders.get(literal) as string,
    }))
    return this.beside === null ? own : [...own, ...this.beside.known(text)]
  }

  /** Returns where a text that was cut ends with the beginning of a known value; its length if it does not. */
  private cutEnd(text: string): number {
    if (!text.endsWith('\u2026')) return text.length
    const end = text.length - 1
    const open = Math.max(...[this, this.beside].map(each => each?.index.openIn(text.slice(0, end)) ?? 0))
    return open < shortest ? text.length : end - open
  }

  /** Returns a text in which known values are replaced, and what was found at a place; `between` changes what is not. */
  replace(
    text: string,
    found: readonly Place[] = [],
    between: (piece: string) => string = piece => piece,
  ): string {
    if (this.size === 0 && (this.beside?.size ?? 0) === 0) return between(text)
    const own = this.placesIn(text)
    const isOwn = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
      own.some(place => place.start <= start && end <= place.end)
    const here = found.flatMap(place => {
      const placeholder = this.placeholders.get(valueAt(text, place))
      return placeholder === undefined ? [] : [{ ...place, placeholder }]
    })
    const all = [...this.known(text), ...here]
      .filter(find => !isOwn(find))
      .sort((a, b) => a.start - b.start || b.end - a.end)
    let [result, at] = ['', 0]
    for (const { start, end, placeholder } of all) {
      // A find that overlaps the one before is replaced with it.
      if (end <= at) continue
      if (start >= at) result += between(text.slice(at, start)) + placeholder
      at = end
    }
    const cut = this.cutEnd(text)
    const rest = at < cut && cut < text.length ? `${text.slice(at, cut)}\u2026` : text.slice(at)
    return result + between(rest)
  }
}
