import type { EffectKind } from '../ir/event.ts'
import type { Effect } from './effect.ts'

/**
 * Order in which kinds of work are done, and the number of rounds for each kind. Outcomes may lead to more work of the
 * same kind, which is done in a further round.
 */
const kinds: { readonly [Kind in EffectKind]: { readonly rank: number; readonly rounds: number } } = {
  embed: { rank: 1, rounds: 2 },
  // Detectors and memory stores are already called before the core runs.
  detect: { rank: 0, rounds: 0 },
  recall: { rank: 0, rounds: 0 },
  // No request waits for a summary; it is used once it exists.
  summarize: { rank: 2, rounds: 0 },
  extract: { rank: 3, rounds: 0 },
  // Requests are sent without a cache until it exists.
  cache: { rank: 4, rounds: 0 },
  // Requests are sent whole until the compaction is there.
  compact: { rank: 5, rounds: 0 },
  // The count of a request narrows the bounds of later ones.
  count: { rank: 6, rounds: 0 },
}

/** Number of rounds that each kind of work may still have in one compile. */
export class RoundsLeft {
  private readonly done = new Map<EffectKind, number>()

  /** Whether no kind of work has a round left. */
  get isOver(): boolean {
    return Object.entries(kinds).every(([kind, { rounds }]) => this.roundsDone(kind as EffectKind) >= rounds)
  }

  /**
   * Returns the requested work of the first kind that has a round left, and uses up that round; none if no kind has
   * one.
   */
  takeRound(wants: readonly Effect[]): readonly Effect[] {
    const open = wants.filter(({ kind }) => this.roundsDone(kind) < kinds[kind].rounds)
    const first = open.toSorted((left, right) => kinds[left.kind].rank - kinds[right.kind].rank)[0]?.kind
    if (first === undefined) return []
    this.done.set(first, this.roundsDone(first) + 1)
    return open.filter(({ kind }) => kind === first)
  }

  private roundsDone(kind: EffectKind): number {
    return this.done.get(kind) ?? 0
  }
}
