import type { FindingNote } from '../diag/collect.ts'
import { effectFailed, effectNotAwaited, noHandler } from '../diag/effect.ts'
import type { EffectOutcome, EventInput, EventRange } from '../ir/event.ts'
import type { Wants } from '../ir/wants.ts'
import type { Outcomes } from '../session/unit/outcomes.ts'
import { wellFormed } from '../text/well-formed.ts'
import type { CacheHandler } from './cache/handler.ts'
import type { CompactHandler } from './compact/handler.ts'
import type { CountHandler } from './count/handler.ts'
import type { DriveRound } from './drive.ts'
import { type Effect, type EffectOf, effectOf } from './effect.ts'
import type { Effects } from './handler.ts'
import type { EffectKeys } from './keys.ts'
import { differentLengths } from './read-vectors.ts'
import type { SummarizeHandler, SummarizeInput } from './summarize/handler.ts'

/** Inputs of one core run for answering its requests for work (effects). */
export interface Asked extends Omit<DriveRound<unknown>, 'before'> {
  readonly handlers: Effects
  /** Outcomes that the session already contains. They take precedence over fresh outcomes. */
  readonly known: Outcomes
  readonly keys: EffectKeys
  /** Events that the compile itself appended to the session. */
  readonly added?: readonly EventInput[]
  /** Redacts every text before it is hashed or passed to a handler. */
  readonly redact?: (text: string) => string
}

/** Work that makes a summary, and its outcome if there is one. */
export interface AskedSummary {
  readonly effect: EffectOf<'summarize'>
  readonly outcome: EffectOutcome | undefined
  /** Seq of the event with the outcome; 0 if there is none. */
  readonly seq: number
}

/** Requests for work (effects) in one core run. A request with a known outcome is answered; all others are recorded. */
export class Wanted implements Wants {
  /** Requested work without an outcome, for handlers to do, by key and in the order of the requests. */
  readonly pending = new Map<string, Effect>()
  /** Work for later compiles, by key and in the order of the requests. */
  private readonly later = new Map<string, Effect>()
  /** Notes about every request without a result. */
  readonly notes: FindingNote[] = []
  private readonly asked: Asked
  /** Length of the first vector. Every other vector must have this length. Null before the first vector. */
  private length: number | null = null

  constructor(asked: Asked) {
    this.asked = asked
  }

  /** Events to append: events of the compile itself, and outcomes, including failures, so that no work is repeated. */
  get events(): readonly EventInput[] {
    const { added = [], fresh } = this.asked
    return [
      ...added,
      ...fresh.allOutcomes().map((effect): EventInput => ({ author: 'developer', actions: { effect } })),
    ]
  }

  /** All work without an outcome: first the work that this request needs, then the work for later requests. */
  get left(): readonly Effect[] {
    return [...new Map([...this.pending, ...this.later]).values()]
  }

  embed(given: string, at: string): Float32Array | null {
    const { handlers, known, fresh, keys } = this.asked
    const text = this.textOf(given)
    if (text.trim() === '') return null
    const handler = handlers.embed
    if (handler === undefined) return this.noteWithoutResult('none', at, places => noHandler('embed', places))
    const effect = keys.embed(handler, text)
    const outcomes = known.outcomeForKey(effect.key) ? known : fresh
    const outcome = outcomes.outcomeForKey(effect.key)
    if (outcome === undefined) return this.requestEffect(effect, at)
    const numbers = outcomes.numbersOf(effect.key)
    if (numbers === null) return this.noteFailedEffect(outcome, 'error' in outcome ? outcome.error : '', at)
    this.length ??= numbers.length
    if (numbers.length === this.length) return numbers
    return this.noteFailedEffect(outcome, differentLengths, at)
  }

  embedLater(given: string): void {
    const { handlers, fresh, keys } = this.asked
    if (handlers.embed === undefined || !this.isNew(given)) return
    const effect = keys.embed(handlers.embed, this.textOf(given))
    if (fresh.outcomeForKey(effect.key) === undefined) this.later.set(effect.key, effect)
  }

  isNew(given: string): boolean {
    const { handlers, known, keys } = this.asked
    const text = this.textOf(given)
    if (handlers.embed === undefined || text.trim() === '') return false
    return known.outcomeForKey(keys.embed(handlers.embed, text).key) === undefined
  }

  /** Whether there is a handler that makes summaries. */
  get summarizes(): boolean {
    return this.asked.handlers.summarize !== undefined
  }

  /** Returns the work that makes a summary of some events, and its outcome if there is one. Requires a handler. */
  summary(input: SummarizeInput, covers: readonly EventRange[]): AskedSummary {
    const { handlers, known } = this.asked
    const effect = { ...effectOf('summarize', handlers.summarize as SummarizeHandler, input), covers }
    return { effect, outcome: known.outcomeForKey(effect.key), seq: known.seqOf(effect.key) }
  }

  /** Records a note about work that was not done. */
  note(note: FindingNote): void {
    this.notes.push(note)
  }

  /** Requests a summary for later compiles; this compile does not wait for it. */
  summarizeLater(effect: EffectOf<'summarize'>): void {
    this.later.set(effect.key, effect)
  }

  /** Outcomes of summaries that the session contains and that are not used yet, oldest first. */
  get summaries(): readonly EffectOutcome[] {
    return this.asked.known.openSummaries
  }

  /** Handler that makes caches; null if there is none. */
  get caching(): CacheHandler | null {
    return this.asked.handlers.cache ?? null
  }

  /** Outcomes of caches in the session, oldest first. */
  get caches(): readonly EffectOutcome[] {
    return this.asked.known.caches
  }

  /** Requests a cache for later requests; this compile does not wait for it. */
  cacheLater(effect: EffectOf<'cache'>): void {
    this.later.set(effect.key, effect)
  }

  /** Handler that has the provider compact the history; null if there is none. */
  get compacting(): CompactHandler | null {
    return this.asked.handlers.compact ?? null
  }

  /** Outcomes of effects that the session contains. */
  get outcomes(): Outcomes {
    return this.asked.known
  }

  /** Handler that has the provider count requests; null if there is none. */
  get counting(): CountHandler | null {
    return this.asked.handlers.count ?? null
  }

  /** Requests a compaction or a count for later requests; this compile does not wait for it. */
  askProviderLater(effect: EffectOf<'compact'> | EffectOf<'count'>): void {
    this.later.set(effect.key, effect)
  }

  private textOf(given: string): string {
    return (this.asked.redact ?? unchangedText)(wellFormed(given))
  }

  private requestEffect(effect: EffectOf<'embed'>, at: string): null {
    const { isLast } = this.asked
    this.pending.set(effect.key, effect)
    return this.noteWithoutResult('later', at, places => effectNotAwaited(effect.kind, isLast, places))
  }

  private noteFailedEffect({ handler }: EffectOutcome, why: string, at: string): null {
    return this.noteWithoutResult(`failed ${handler} ${why}`, at, places =>
      effectFailed({ kind: 'embed', handler, why }, places),
    )
  }

  private noteWithoutResult(kind: string, at: string, say: FindingNote['say']): null {
    this.notes.push({ kind: `effect ${kind}`, say, at })
    return null
  }
}

const unchangedText = (text: string): string => text
