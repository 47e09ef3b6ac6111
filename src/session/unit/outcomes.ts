import type { EffectOutcome } from '../../ir/event.ts'
import { readFloats } from '../../text/floats.ts'

/** Outcome of one effect, and its numbers after the first lookup. */
interface Known {
  readonly outcome: EffectOutcome
  numbers: Float32Array | null
}

/** Returns the output of an effect; undefined where it failed. */
const outputOf = (outcome: EffectOutcome): string | undefined =>
  'output' in outcome ? outcome.output : undefined

/** Outcomes of effects, by key: the first with an output counts, else the first that failed. */
export class Outcomes {
  private readonly known = new Map<string, Known>()

  /** In the order of the session. */
  add(outcome: EffectOutcome): void {
    const before = this.known.get(outcome.key)?.outcome
    if (before === undefined || (outputOf(before) === undefined && outputOf(outcome) !== undefined))
      this.known.set(outcome.key, { outcome, numbers: null })
  }

  of(key: string): EffectOutcome | undefined {
    return this.known.get(key)?.outcome
  }

  /** The numbers of an `embed` that came to something; the same array each time. */
  numbersOf(key: string): Float32Array | null {
    const known = this.known.get(key)
    const output = known && outputOf(known.outcome)
    if (known === undefined || output === undefined) return null
    known.numbers ??= readFloats(output)
    return known.numbers
  }

  /** All of them, in the order in which they were added first. */
  list(): EffectOutcome[] {
    return [...this.known.values()].map(({ outcome }) => outcome)
  }
}
