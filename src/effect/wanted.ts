import type { Note } from '../diag/collect.ts'
import { effectFailed, effectNotAwaited, noHandler } from '../diag/effect.ts'
import type { EffectOutcome, EventInput } from '../ir/event.ts'
import type { Wants } from '../ir/wants.ts'
import type { Outcomes } from '../session/unit/outcomes.ts'
import { wellFormed } from '../text/well-formed.ts'
import type { Round } from './drive.ts'
import type { Effect } from './effect.ts'
import type { Effects } from './handler.ts'
import type { EffectKeys } from './keys.ts'
import { differentLengths } from './read-vectors.ts'

/** Inputs for the requests of one core run. */
export interface Asked extends Omit<Round<unknown>, 'before'> {
  readonly handlers: Effects
  /** Outcomes in the session, which take precedence over fresh ones. */
  readonly known: Outcomes
  readonly keys: EffectKeys
  /** Redacts every text before it is hashed or passed to a handler. */
  readonly redact?: (text: string) => string
}

/** Requests of one core run. Answers them from known outcomes, and records the others. */
export class Wanted implements Wants {
  /** Requested work without an outcome, for handlers to do, by key and in the order of the requests. */
  readonly pending = new Map<string, Effect>()
  /** Work for later compiles, by key and in the order of the requests. */
  private readonly later = new Map<string, Effect>()
  /** Notes about every request without a result. */
  readonly notes: Note[] = []
  private readonly asked: Asked
  /** Length of every vector; null before the first one. */
  private length: number | null = null

  constructor(asked: Asked) {
    this.asked = asked
  }

  /** Outcomes of this compile, failures included, as events to append so that no work is repeated. */
  get events(): readonly EventInput[] {
    return this.asked.fresh.list().map(effect => ({ author: 'developer', actions: { effect } }))
  }

  /** All work without an outcome: what this request lacks, and then what later ones would use. */
  get left(): readonly Effect[] {
    return [...new Map([...this.pending, ...this.later]).values()]
  }

  embed(given: string, at: string): Float32Array | null {
    const { handlers, known, fresh, keys } = this.asked
    const text = this.textOf(given)
    if (text.trim() === '') return null
    const handler = handlers.embed
    if (handler === undefined) return this.without('none', at, places => noHandler('embed', places))
    const effect = keys.embed(handler, text)
    const outcomes = known.of(effect.key) ? known : fresh
    const outcome = outcomes.of(effect.key)
    if (outcome === undefined) return this.notYet(effect, at)
    const numbers = outcomes.numbersOf(effect.key)
    if (numbers === null) return this.failed(outcome, 'error' in outcome ? outcome.error : '', at)
    this.length ??= numbers.length
    if (numbers.length === this.length) return numbers
    return this.failed(outcome, differentLengths, at)
  }

  embedLater(given: string): void {
    const { handlers, fresh, keys } = this.asked
    if (handlers.embed === undefined || !this.isNew(given)) return
    const effect = keys.embed(handlers.embed, this.textOf(given))
    if (fresh.of(effect.key) === undefined) this.later.set(effect.key, effect)
  }

  isNew(given: string): boolean {
    const { handlers, known, keys } = this.asked
    const text = this.textOf(given)
    if (handlers.embed === undefined || text.trim() === '') return false
    return known.of(keys.embed(handlers.embed, text).key) === undefined
  }

  private textOf(given: string): string {
    return (this.asked.redact ?? same)(wellFormed(given))
  }

  private notYet(effect: Effect, at: string): null {
    const { isLast } = this.asked
    this.pending.set(effect.key, effect)
    return this.without('later', at, places => effectNotAwaited(effect.kind, isLast, places))
  }

  private failed({ kind, handler }: EffectOutcome, why: string, at: string): null {
    return this.without(`failed ${handler} ${why}`, at, places =>
      effectFailed({ kind, handler, why }, places),
    )
  }

  private without(kind: string, at: string, say: Note['say']): null {
    this.notes.push({ kind: `effect ${kind}`, say, at })
    return null
  }
}

const same = (text: string): string => text
