import type { EffectOutcome, EventRange } from '../../ir/event.ts'
import { readFloats } from '../../text/floats.ts'

/** Maximum number of cache outcomes to keep. Older caches have expired. */
const mostCaches = 64

/** Maximum number of compactions that are kept, and of failures to compact. A failure never displaces a compaction. */
const [mostCompactions, mostFailures] = [100, 4]

/** Maximum number of counts of requests that are kept. There is one for each model. */
const mostCounts = 64

/** Maximum number of summaries that may wait to be used. Older ones summarize messages that are no longer shown. */
const mostOpen = 64

const rangesKey = (covers: readonly EventRange[] = []): string =>
  covers.map(({ from, to }) => `${from}-${to}`).join()

/** Outcome of one effect. Its numbers (an embedding) are added once they have been read. */
interface Known {
  readonly outcome: EffectOutcome
  /** Seq of the event with the outcome; 0 for an outcome that is not in a session. */
  readonly seq: number
  numbers: Float32Array | null
}

/** Outcome of an effect, with the seq of its event. */
export interface PlacedOutcome {
  readonly outcome: EffectOutcome
  readonly seq: number
}

/** Returns the output of an effect; undefined if it failed. */
const outputOf = (outcome: EffectOutcome): string | undefined =>
  'output' in outcome ? outcome.output : undefined

/**
 * Outcomes of effects, by key. If a key has several outcomes, the first outcome with an output counts. If none has an
 * output, the first failure counts.
 */
export class Outcomes {
  private readonly known = new Map<string, Known>()
  /** Successful outcomes of summaries that are not used yet, by the event ranges that they summarize, oldest first. */
  private readonly summaries = new Map<string, EffectOutcome>()
  /** Outcomes of summaries that are used, by the event ranges that they summarize. */
  private readonly used = new Map<string, EffectOutcome>()

  /** All outcomes of caches, oldest first. A failure after a success means that the cache no longer exists. */
  private readonly cached: EffectOutcome[] = []

  /** The newest outcomes of caches, oldest first. */
  get caches(): readonly EffectOutcome[] {
    return this.cached
  }

  private readonly compacted: PlacedOutcome[] = []
  private readonly notCompacted: PlacedOutcome[] = []

  /** The newest outcomes of compactions, and then the newest failures, each oldest first. */
  get compactions(): readonly PlacedOutcome[] {
    return [...this.compacted, ...this.notCompacted]
  }

  private readonly counted: PlacedOutcome[] = []

  /** The newest counts of requests, oldest first. */
  get counts(): readonly PlacedOutcome[] {
    return this.counted
  }

  /** Adds an outcome and the seq of its event. Call it in the order of the session. */
  add(outcome: EffectOutcome, seq = 0): void {
    if (outcome.kind === 'cache') {
      this.cached.push(outcome)
      if (this.cached.length > mostCaches) this.cached.shift()
    }
    if (outcome.kind === 'compact') {
      const [list, most] =
        outputOf(outcome) === undefined
          ? [this.notCompacted, mostFailures]
          : [this.compacted, mostCompactions]
      list.push({ outcome, seq })
      if (list.length > most) list.shift()
    }
    const before = this.known.get(outcome.key)?.outcome
    const isBetter =
      before === undefined || (outputOf(before) === undefined && outputOf(outcome) !== undefined)
    if (!isBetter) return
    this.known.set(outcome.key, { outcome, seq, numbers: null })
    if (outcome.kind === 'count' && outputOf(outcome) !== undefined) {
      this.counted.push({ outcome, seq })
      if (this.counted.length > mostCounts) this.counted.shift()
    }
    if (outcome.kind === 'summarize' && outputOf(outcome) !== undefined)
      this.summaries.set(rangesKey(outcome.covers), outcome)
  }

  /** Newest successful outcomes of summaries that are not used yet, oldest first. */
  get openSummaries(): readonly EffectOutcome[] {
    return [...this.summaries.values()].slice(-mostOpen)
  }

  /** Records that the summary of these events is used. */
  markSummaryUsed(covers: readonly EventRange[]): void {
    const key = rangesKey(covers)
    const outcome = this.summaries.get(key)
    if (outcome === undefined) return
    this.summaries.delete(key)
    this.used.set(key, outcome)
  }

  /**
   * Clears the record of used summaries after a rewind. A summary whose use was rewound may then be used again. A
   * summary that is still in use is not used twice, even if it is no longer in the record.
   */
  clearUsedSummaries(): void {
    for (const [key, outcome] of this.used) this.summaries.set(key, outcome)
    this.used.clear()
  }

  /** Returns the seq of the event with the outcome for a key; 0 if it is unknown. */
  seqOf(key: string): number {
    return this.known.get(key)?.seq ?? 0
  }

  outcomeForKey(key: string): EffectOutcome | undefined {
    return this.known.get(key)?.outcome
  }

  /** Returns the numbers of a successful `embed` effect; null if there are none. Each call returns the same array. */
  numbersOf(key: string): Float32Array | null {
    const known = this.known.get(key)
    const output = known && outputOf(known.outcome)
    if (known === undefined || output === undefined) return null
    known.numbers ??= readFloats(output)
    return known.numbers
  }

  /** Returns all outcomes, in the order in which their keys were first added. */
  allOutcomes(): EffectOutcome[] {
    return [...this.known.values()].map(({ outcome }) => outcome)
  }
}
