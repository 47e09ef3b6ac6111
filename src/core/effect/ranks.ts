import type { EffectKind } from '../ir/event.ts'
import type { Effect } from './effect.ts'

/** Order in which kinds of work are done, and the number of rounds for each: outcomes may lead to more of their kind. */
const kinds: { readonly [Kind in EffectKind]: { readonly rank: number; readonly rounds: number } } = {
  embed: { rank: 1, rounds: 2 },
  // Detectors and a store of memories are asked before the core runs.
  detect: { rank: 0, rounds: 0 },
  recall: { rank: 0, rounds: 0 },
  // Nobody waits for a summary: it is used once it is there.
  summarize: { rank: 2, rounds: 0 },
  extract: { rank: 3, rounds: 0 },
  // A request is sent without a cache until it is there.
  cache: { rank: 4, rounds: 0 },
}

/** Rounds that are left for each kind of work in one compile. */
export class RoundsLeft {
  private readonly done = new Map<EffectKind, number>()

  /** Whether no kind of work has a round left. */
  get isOver(): boolean {
    return Object.entries(kinds).every(([kind, { rounds }]) => this.doneOf(kind as EffectKind) >= rounds)
  }

  /** Returns the work of the first kind in order that has a round left, and takes the round; none if no kind has. */
  take(wants: readonly Effect[]): readonly Effect[] {
    const open = wants.filter(({ kind }) => this.doneOf(kind) < kinds[kind].rounds)
    const first = open.toSorted((left, right) => kinds[left.kind].rank - kinds[right.kind].rank)[0]?.kind
    if (first === undefined) return []
    this.done.set(first, this.doneOf(first) + 1)
    return open.filter(({ kind }) => kind === first)
  }

  private doneOf(kind: EffectKind): number {
    return this.done.get(kind) ?? 0
  }
}
