import type { EffectOutcome } from '../../ir/event.ts'
import { readFloats } from '../../text/floats.ts'

/** Outcome of one effect, and its numbers once they have been read. */
interface Known {
  readonly outcome: EffectOutcome
  numbers: Float32Array | null
}

/** Returns the output of an effect; undefined if it failed. */
const outputOf = (outcome: EffectOutcome): string | undefined =>
  'output' in outcome ? outcome.output : undefined

/** Outcomes of effects, by key. The first with an output counts, or else the first failure. */
export class Outcomes {
  private readonly known = new Map<string, Known>()
  /** Successful outcomes of summaries, oldest first. */
  readonly summaries: EffectOutcome[] = []

  /** Adds an outcome; call it in the order of the session. */
  add(outcome: EffectOutcome): void {
    const before = this.known.get(outcome.key)?.outcome
    const isBetter =
      before === undefined || (outputOf(before) === undefined && outputOf(outcome) !== undefined)
    if (!isBetter) return
    this.known.set(outcome.key, { outcome, numbers: null })
    if (outcome.kind === 'summarize' && outputOf(outcome) !== undefined) this.summaries.push(outcome)
  }

  of(key: string): EffectOutcome | undefined {
    return this.known.get(key)?.outcome
  }

  /** Returns the numbers of a successful `embed`, always as one shared array; null if there are none. */
  numbersOf(key: string): Float32Array | null {
    const known = this.known.get(key)
    const output = known && outputOf(known.outcome)
    if (known === undefined || output === undefined) return null
    known.numbers ??= readFloats(output)
    return known.numbers
  }

  /** Returns all outcomes, in the order in which their keys were first added. */
  list(): EffectOutcome[] {
    return [...this.known.values()].map(({ outcome }) => outcome)
  }
}
