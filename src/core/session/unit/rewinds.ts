import { firstIndex } from '../../text/list.ts'
import type { FactSink } from './sink.ts'

/** One rewind: the seq of the event that rewinds, and the seq of the first event that it takes back. */
export interface PlacedRewind {
  readonly seq: number
  readonly to: number
}

/** A rewind that counts. */
export interface CountingRewind extends PlacedRewind {
  /**
   * Whether the rewind brings back what an earlier one took back. The session then continues as it was when it had `to`
   * events, so nothing between `to` and the rewind had an effect, also no rewind.
   */
  readonly bringsBack: boolean
}

/** Rewinds that count up to some rewind of the log, as a chain from the newest. */
interface Chain extends CountingRewind {
  readonly before: Chain | null
  /** Newest of the rewinds before this one that go back further; the others between bring back no more than this one. */
  readonly further: Chain | null
}

/** Returns the newest rewind of a chain that goes back to before an event; null for none. */
function furtherThan(last: Chain | null, event: number): Chain | null {
  let chain = last
  while (chain !== null && chain.to >= event) chain = chain.further
  return chain
}

/** Returns the rewinds that count when the log has `length` events, newest first. */
export function countingRewinds(
  rewinds: readonly PlacedRewind[],
  length = Number.POSITIVE_INFINITY,
): readonly CountingRewind[] {
  const chains: Chain[] = []
  const chainBefore = (events: number): Chain | null => {
    const index = firstIndex(chains.length, at => (chains[at] as Chain).seq >= events) - 1
    return chains[index] ?? null
  }
  for (const { seq, to } of rewinds) {
    if (seq >= length) break
    const last = chains.at(-1) ?? null
    const earlier = furtherThan(last, to)
    const bringsBack = earlier !== null && earlier.seq >= to
    const before = bringsBack ? chainBefore(to) : last
    chains.push({ seq, to, bringsBack, before, further: furtherThan(before, to) })
  }
  const counting: CountingRewind[] = []
  for (let each = chains.at(-1) ?? null; each !== null; each = each.before) counting.push(each)
  return counting
}

/** Returns whether an event has no effect, because a rewind among the given ones continues from before it. */
export function skippedBy(rewinds: readonly CountingRewind[]): (seq: number) => boolean {
  const skipping = rewinds.filter(({ bringsBack }) => bringsBack)
  return event => skipping.some(({ seq, to }) => to <= event && event < seq)
}

/** Returns the rewinds in events, in order. */
export const rewindsIn = (
  events: Iterable<{
    readonly seq: number
    readonly actions?: { readonly rewind?: { readonly to: number } }
  }>,
): readonly PlacedRewind[] =>
  Array.from(events).flatMap(({ seq, actions }) =>
    actions?.rewind !== undefined && actions.rewind.to < seq ? [{ seq, to: actions.rewind.to }] : [],
  )

/** Sink that collects the rewinds of a log, and nothing else. */
export class RewindSink implements FactSink {
  readonly rewinds: PlacedRewind[] = []
  private seq = -1

  event(...[, , , marks]: Parameters<FactSink['event']>): void {
    this.seq++
    const to = marks?.rewind?.to ?? this.seq
    if (to < this.seq) this.rewinds.push({ seq: this.seq, to })
  }

  part(): void {}
  call(): void {}
  result(): void {}
  takeId(): void {}
  end(): void {}
  mark(): void {}
}
