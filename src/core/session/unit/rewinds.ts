import { firstIndex } from '../../text/list.ts'

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

/** A rewind, and with it all that count as long as it is the newest, as a chain. */
interface Chain extends CountingRewind {
  readonly before: Chain | null
  /** Newest of the rewinds before this one that go back further; the others between bring back no more than this one. */
  readonly further: Chain | null
  /** Number of rewinds on the way by `further`, with this one. */
  readonly depth: number
  /** One of the rewinds on the way by `further`, so that a search need not go the whole way; null after the last. */
  readonly jump: Chain | null
}

/** Returns the newest rewind of a chain that goes back to before an event; null for none. */
function furtherThan(last: Chain | null, event: number): Chain | null {
  let chain = last
  while (chain !== null && chain.to >= event) {
    const { jump, further }: Chain = chain
    chain = jump !== null && jump.to >= event ? jump : further
  }
  return chain
}

const depthOf = (chain: Chain | null | undefined): number => chain?.depth ?? 0

/** Returns the jump of a rewind that leads to `next`, so chosen that a search takes a logarithmic number of steps. */
function jumpOver(next: Chain | null): Chain | null {
  const over = next?.jump ?? null
  const isPaired = depthOf(next) - depthOf(over) === depthOf(over) - depthOf(over?.jump)
  return isPaired ? (over?.jump ?? null) : next
}

/** Rewinds of a log, in order. */
export class Rewinds {
  private readonly chains: Chain[] = []

  /** Number of rewinds, also of those that no longer count. */
  get length(): number {
    return this.chains.length
  }

  /** Adds a rewind. Returns whether it brings back events that an earlier one, at or after `to`, took back. */
  add(seq: number, to: number): boolean {
    const last = this.chains.at(-1) ?? null
    const earlier = furtherThan(last, to)
    const bringsBack = earlier !== null && earlier.seq >= to
    const before = bringsBack ? this.newestBefore(to) : last
    const further = furtherThan(before, to)
    const depth = (further?.depth ?? 0) + 1
    this.chains.push({ seq, to, bringsBack, before, further, depth, jump: jumpOver(further) })
    return bringsBack
  }

  /** Returns the rewinds that count, newest first. */
  counting(): readonly CountingRewind[] {
    const counting: CountingRewind[] = []
    for (let each = this.chains.at(-1) ?? null; each !== null; each = each.before) counting.push(each)
    return counting
  }

  /**
   * Returns the rewinds that count now and did not when the log had `events` events, and those that counted then and no
   * longer do, newest first.
   */
  changedSince(events: number): readonly PlacedRewind[] {
    const changed: PlacedRewind[] = []
    let [now, then] = [this.chains.at(-1) ?? null, this.newestBefore(events)]
    // Two chains that have one rewind in common have all before it in common.
    while (now !== then) {
      const newer = ((now?.seq ?? -1) > (then?.seq ?? -1) ? now : then) as Chain
      changed.push(newer)
      if (newer === now) now = newer.before
      else then = newer.before
    }
    return changed
  }

  /** Whether the session was rewound when it had `revision` events or more. */
  hasRewindAfter(revision: number): boolean {
    return (this.chains.at(-1)?.seq ?? -1) >= revision
  }

  /** Whether a rewind at or after event `since` undid an event before `since`. */
  isRewoundSince(since: number): boolean {
    for (let at = this.chains.length - 1; at >= 0; at--) {
      const { seq, to } = this.chains[at] as Chain
      if (seq < since) return false
      if (to < since) return true
    }
    return false
  }

  /** Returns the newest rewind of the first events; null if they have none. */
  private newestBefore(events: number): Chain | null {
    const index = firstIndex(this.chains.length, at => (this.chains[at] as Chain).seq >= events) - 1
    return this.chains[index] ?? null
  }
}

/** Returns the rewinds that count, newest first. */
export function countingRewinds(rewinds: readonly PlacedRewind[]): readonly CountingRewind[] {
  const all = new Rewinds()
  for (const { seq, to } of rewinds) all.add(seq, to)
  return all.counting()
}

/**
 * Returns whether an event has no effect, because a rewind among the given ones continues from before it. They are the
 * counting ones, newest first, so that what they skip does not overlap.
 */
export function skippedBy(rewinds: readonly CountingRewind[]): (seq: number) => boolean {
  const skipping = rewinds.filter(({ bringsBack }) => bringsBack)
  return event => {
    const index = firstIndex(skipping.length, at => (skipping[at] as CountingRewind).to <= event)
    return event < (skipping[index]?.seq ?? -1)
  }
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
