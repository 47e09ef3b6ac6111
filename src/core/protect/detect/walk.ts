import type { TokenCounter } from '../../count/tokenizer.ts'
import type { Automaton } from './automaton.ts'
import { AheadReader } from './reader.ts'
import type { DetectRule } from './rule.ts'
import type { Span } from './span.ts'

/** Span that a rule found. `general`: whether finds of rules with an exact format take precedence over it. */
interface Candidate extends Span {
  readonly general: boolean
}

/** Maximum number of characters before a keyword's end that a rule includes in its span. None of them is a blank. */
const reach = 80

/** Walk over a text that may still grow. It finds values that contain a keyword, in one pass. */
export class DetectWalk {
  readonly reader = new AheadReader()
  private readonly rules: readonly DetectRule[]
  private readonly automaton: Automaton
  private readonly counter: TokenCounter | undefined
  /** Index of the next character. */
  at = 0
  private state = 0
  /**
   * Value found after a name. It is not final, because a rule with an exact format may still find another kind of value
   * in it.
   */
  pending: Span | undefined

  constructor(rules: readonly DetectRule[], automaton: Automaton, counter?: TokenCounter) {
    this.rules = rules
    this.automaton = automaton
    this.counter = counter
  }

  /** Searches the text, but only as far as no later text can change the result. Adds the finds to `found`. */
  run(found: Span[]): void {
    const { next, shift, columns, found: ends } = this.automaton
    const { text } = this.reader
    let { state } = this
    let at = this.at
    while (at < text.length) {
      const code = text.charCodeAt(at)
      const to = next[(state << shift) + (code < 128 ? (columns[code] as number) : 0)] as number
      const some = ends[to]
      if (some !== undefined) {
        this.reader.touched = false
        const span = this.findAtKeyword(some, at + 1)
        if (this.reader.touched) break
        if (span !== undefined && this.recordSpan(span, found)) {
          at = Math.max(at + 1, this.reader.floor)
          state = 0
          continue
        }
      }
      state = to
      at++
      if (this.pending !== undefined && at >= this.pending.end) this.flush(found)
    }
    this.reader.steps += at - this.at
    this.state = state
    this.at = at
    if (this.reader.final && at >= text.length) this.flush(found)
  }

  /** Index before which no further value will be found, even if more text follows. */
  get settled(): number {
    const { text } = this.reader
    let start = this.at
    while (start > 0 && this.at - start < reach && text.charCodeAt(start - 1) > 32) start--
    start = Math.min(start, this.at - (this.automaton.depth[this.state] as number))
    return Math.max(this.reader.floor, Math.min(start, this.pending?.start ?? start))
  }

  /** Removes the first characters of the text, and shifts all places by that number. */
  drop(count: number): void {
    this.reader.drop(count)
    this.at -= count
    const { pending } = this
    if (pending) this.pending = { ...pending, start: pending.start - count, end: pending.end - count }
  }

  /**
   * Returns the find at a place where keywords end, from the rules of these keywords. An exact format takes precedence
   * over a value after a name.
   */
  private findAtKeyword(some: readonly number[], end: number): Candidate | undefined {
    let general: Candidate | undefined
    for (const index of some) {
      const rule = this.rules[index] as DetectRule
      if (rule.general && (general !== undefined || this.pending !== undefined)) continue
      const span = rule.read(this.reader, end, this.counter)
      if (span === null || span.start < this.reader.floor) continue
      if (!rule.general) return { ...span, general: false }
      general = { ...span, general: true }
    }
    return general
  }

  /** Records a span. Returns whether the walk continues after the span's end. */
  private recordSpan({ general, ...span }: Candidate, found: Span[]): boolean {
    const { pending } = this
    if (general) {
      this.pending = span
      return false
    }
    this.pending = undefined
    if (pending === undefined || span.start >= pending.end) {
      if (pending) found.push(pending)
      found.push(span)
      this.reader.floor = span.end
      return true
    }
    const both = {
      start: Math.min(pending.start, span.start),
      end: Math.max(pending.end, span.end),
      kind: span.kind,
    }
    found.push(both)
    this.reader.floor = both.end
    return true
  }

  private flush(found: Span[]): void {
    const { pending } = this
    if (pending === undefined) return
    found.push(pending)
    this.reader.floor = pending.end
    this.pending = undefined
  }
}
