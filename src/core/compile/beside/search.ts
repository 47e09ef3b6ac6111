import type { Embedding } from '../../context/relevant/embedding.ts'
import type { Wants } from '../../ir/wants.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Room } from '../contract/room.ts'
import type { Setup } from '../contract/setup.ts'
import type { Search } from '../contract/sources.ts'
import { shrinkTo } from './bounded.ts'
import { type Comparing, requestEmbeddings } from './compare.ts'
import { sizeBlocks, writeContextBlocks } from './emit.ts'
import type { PlacedSources } from './placed.ts'
import {
  type FoundBlock,
  foundTokensLimit,
  mayFind,
  type SearchIndex,
  writeFoundUnits,
} from './search-index.ts'

/** Inputs of a search: the session, and the tokens available for found units. */
interface Finding {
  readonly session: SessionView
  readonly wants: Wants
  readonly room: Room
  readonly beside: PlacedSources
}

/** Searches that a policy declares over the conversation units of a session. */
export class Searches {
  private readonly searches: readonly Search[]
  private readonly recall: SearchIndex

  constructor(searches: readonly Search[], recall: SearchIndex) {
    this.searches = searches
    this.recall = recall
  }

  /** Returns the tokens to reserve for the units that the searches may find. */
  tokensToReserve(room: number): number {
    return this.searches.reduce((sum, { source }) => sum + foundTokensLimit(source, room), 0)
  }

  /**
   * Whether a search may find any unit that is not shown. Always true for a session of over 1,000 units, because their
   * check would take too long.
   */
  mayFindAny(session: SessionView, isShown: (unit: number) => boolean): boolean {
    const most = Math.min(session.units.rows.length, looked)
    for (let unit = 0; unit < most; unit++) if (mayFind(session, isShown, unit)) return true
    return most < session.units.rows.length
  }

  /**
   * Returns the units that the searches found, as context blocks that fit into the reserved tokens; null if nothing was
   * found.
   */
  findUnits(
    { session, wants, room, beside }: Finding,
    sent: readonly { readonly ordinal: number }[],
    setup: Setup,
  ): PlacedSources | null {
    const { recall } = this
    let free = beside.reserve
    const shown = new Set(sent.map(({ ordinal }) => ordinal))
    const found: FoundBlock[] = []
    for (const search of this.searches) {
      const query = search.query ?? recall.currentQuery(session)
      const mayFindUnit = (unit: number): boolean => mayFind(session, one => shown.has(one), unit)
      const embedding = unitEmbeddings(search, query, {
        wants,
        recall,
        session,
        origin: search.origin,
        accepts: mayFindUnit,
        acceptsLater: unit => mayFind(session, () => false, unit),
      })
      const bound = Math.min(free, foundTokensLimit(search.source, room.tokens))
      const most = Math.max(usual, Math.ceil(bound / shortUnit))
      const ranked = recall.rank(query, { most, accepts: mayFindUnit, embedding: embedding ?? undefined })
      setup.meter.postings += recall.walked
      const one = shrinkTo(
        bound,
        tokens => writeFoundUnits(search, ranked, session, tokens, recall.shaper),
        ({ text }) => writeContextBlocks(setup, [text]).count.max,
      )
      if (one === null) continue
      found.push(one)
      free -= bound
      for (const unit of one.units.keys()) shown.add(unit)
    }
    if (found.length === 0) return null
    return sizeBlocks(
      found.flatMap(({ text, units }) =>
        writeContextBlocks(setup, [text]).pieces.map(piece => ({ ...piece, found: units })),
      ),
    )
  }
}

/** Returns the embeddings of the query and the units, if the search uses a model. */
function unitEmbeddings(
  { embedAtMost }: Search,
  query: string,
  comparing: Omit<Comparing, 'atMost'>,
): Embedding | null {
  return embedAtMost === null ? null : requestEmbeddings(query, { ...comparing, atMost: embedAtMost })
}

/** Minimum number of units that are ranked. With a larger token limit, more units are ranked. */
const usual = 100

/** Tokens of a short unit. The number of ranked units is chosen so that even short units fill the token limit. */
const shortUnit = 15

/** Maximum number of units for which each unit is checked to see whether a search may find it. */
const looked = 1_000
