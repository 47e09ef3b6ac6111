import type { Span } from '../detect/span.ts'
import { LiteralIndex } from '../literals/literal-index.ts'

/** Shortest value that is replaced wherever it occurs. A shorter one would be found by chance in other words. */
const shortest = 6

/** Start of a placeholder. Text that already has it is changed, so that only the compiler makes placeholders. */
const forged = /\[(?=secret:)/g

/** Returns a text in which nothing looks like a placeholder. */
export const withoutPlaceholders = (text: string): string =>
  text.includes('[secret:') ? text.replace(forged, '[ ') : text

/** Placeholders of the values of a session, numbered in the order in which they were found. */
export class Registry {
  private readonly placeholders = new Map<string, string>()
  private readonly counts = new Map<string, number>()
  private readonly index = new LiteralIndex()
  /** Mark before the number: declarations are numbered apart from events, so that neither changes the other's numbers. */
  private readonly mark: string

  constructor(mark = '') {
    this.mark = mark
  }

  get size(): number {
    return this.placeholders.size
  }

  /** Number of values by kind. */
  get kinds(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counts)
  }

  /** Takes note of a value. */
  learn(value: string, kind: string): void {
    if (value === '' || this.placeholders.has(value)) return
    const safe = kind.replace(/[^\w-]/g, '-')
    const number = (this.counts.get(safe) ?? 0) + 1
    this.counts.set(safe, number)
    this.placeholders.set(value, `[secret:${safe}:${this.mark}${number}]`)
    if (value.length >= shortest) this.index.add(value)
  }

  /** Returns a text in which known values are replaced, and what was found at a place. */
  replace(text: string, found: readonly Span[] = []): string {
    if (this.size === 0) return text
    const known = this.index.find(text).map(({ start, end, literal }) => ({
      ...{ start, end },
      placeholder: this.placeholders.get(literal) as string,
    }))
    const here = found.flatMap(({ start, end }) => {
      const placeholder = this.placeholders.get(text.slice(start, end))
      return placeholder === undefined ? [] : [{ start, end, placeholder }]
    })
    const all = [...known, ...here].sort((a, b) => a.start - b.start || b.end - a.end)
    if (all.length === 0) return text
    let [result, at] = ['', 0]
    for (const { start, end, placeholder } of all) {
      // A find that overlaps the one before is replaced with it.
      if (end <= at) continue
      if (start >= at) result += text.slice(at, start) + placeholder
      at = end
    }
    return result + text.slice(at)
  }
}
