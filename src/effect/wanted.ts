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
  /** Outcomes in the session: they count before all others. */
  readonly known: Outcomes
  readonly keys: EffectKeys
  /** Applied to every text before anything is made of it: nobody outside is told what it takes out. */
  readonly redact?: (text: string) => string
}

/** Answers one run of the core from what is known, and notes down what is not. */
export class Wanted implements Wants {
  /** Work that it went without and a handler may do, in the order in which it was asked for, each once. */
  readonly pending = new Map<string, Effect>()
  /** Notes about everything that it went without. */
  readonly notes: Note[] = []
  private readonly asked: Asked
  /** Count of the numbers that every text has. */
  private length: number | null = null

  constructor(asked: Asked) {
    this.asked = asked
  }

  /** To be appended, so that nothing is made again: what this compile had made, and what failed. */
  get events(): readonly EventInput[] {
    return this.asked.fresh.list().map(effect => ({ author: 'developer', actions: { effect } }))
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
    if (outcome === undefined) return this.later(effect, at)
    const numbers = outcomes.numbersOf(effect.key)
    if (numbers === null) return this.failed(outcome, 'error' in outcome ? outcome.error : '', at)
    this.length ??= numbers.length
    if (numbers.length === this.length) return numbers
    return this.failed(outcome, differentLengths, at)
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

  private later(effect: Effect, at: string): null {
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
