import type { Embedding } from '../../context/relevant/embedding.ts'
import type { Seen } from '../../session/seen.ts'
import type { Choice, History } from '../history.ts'
import type { Setup } from '../setup.ts'
import type { Beside } from './beside.ts'
import { type Comparing, compare } from './compare.ts'
import { emitBeside } from './emit.ts'
import { boundOf, currentQuery, type Found, find, mayFind, type Recall } from './recall.ts'
import type { Search } from './sources.ts'

/** Units that were ranked by what a policy looks for. */
export class Recalled {
  private readonly searches: readonly Search[]
  private readonly recall: Recall | null

  constructor(searches: readonly Search[], recall: Recall | null) {
    this.searches = searches
    this.recall = recall
  }

  /** Tokens to keep free. */
  reserve(room: number): number {
    return this.searches.reduce((sum, { source }) => sum + boundOf(source, room), 0)
  }

  /** Whether there is a unit that may be found beside others. */
  mayFind(session: Seen, isShown: (unit: number) => boolean): boolean {
    if (this.searches.length === 0) return false
    const { rows } = session.units
    const isTold = (unit: number): boolean => isShown(unit) || rows.isCovered(unit)
    for (let unit = 0; unit < rows.length; unit++) if (mayFind(session, isTold, unit)) return true
    return false
  }

  /** What is found beside a history, within the tokens that are kept free for it; null for nothing. */
  find({ session, wants, room, beside }: Choice, { sent }: History, setup: Setup): Beside | null {
    const { recall } = this
    if (recall === null) return null
    let free = beside.reserve
    const shown = new Set(sent.map(({ ordinal }) => ordinal))
    const found: Found[] = []
    for (const search of this.searches) {
      const query = search.query ?? currentQuery(session)
      const isShown = (unit: number): boolean => shown.has(unit) || session.units.rows.isCovered(unit)
      const embedding = compared(search, query, {
        wants,
        recall,
        session,
        origin: search.origin,
        mayFind: unit => mayFind(session, isShown, unit),
      })
      // As many more as may be shown already.
      const ranked = recall.rank(query, usual + shown.size, embedding ?? undefined)
      setup.meter.postings += recall.walked
      const bound = Math.min(free, boundOf(search.source, room.tokens))
      const within = (tokens: number): Found | null =>
        find(search, ranked, session, isShown, tokens, setup.count)
      let most = bound
      let one = within(most)
      // What the target puts around words takes tokens too, and only so many are kept free.
      for (let over = overOf(one, setup, bound); over > 0; over = overOf(one, setup, bound)) {
        most -= over
        one = within(most)
      }
      if (one === null) continue
      found.push(one)
      free -= bound
      for (const unit of one.units.keys()) shown.add(unit)
    }
    if (found.length === 0) return null
    const units = new Map(found.flatMap(one => [...one.units]))
    return {
      ...emitBeside(
        setup,
        found.map(({ text }) => text),
      ),
      found: units,
    }
  }
}

/** By how many tokens what was found takes more than it may, as the target writes it. */
const overOf = (found: Found | null, setup: Setup, bound: number): number =>
  found === null ? 0 : Math.max(0, emitBeside(setup, [found.text]).count.max - bound)

/** What a model says, where the search goes by that. */
function compared({ source: { from } }: Search, query: string, comparing: Comparing): Embedding | null {
  if (from.source !== 'relevant' || from.scorer !== 'embeddings') return null
  const { embedAtMost } = from
  return compare(query, { ...comparing, ...(embedAtMost !== undefined && { atMost: embedAtMost }) })
}

/** Units that are looked at beyond those that are shown. */
const usual = 100
