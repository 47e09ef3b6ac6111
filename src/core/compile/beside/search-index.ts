import type { Embedding } from '../../context/relevant/embedding.ts'
import { RelevanceIndex } from '../../context/relevant/relevance-index.ts'
import { sourceFor } from '../../context/source/sources.ts'
import { trustOfEvent } from '../../ir/event.ts'
import type { Run } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import { asItIs, type Shape } from '../../ir/shape.ts'
import { lowerTrust, type Trust } from '../../ir/trust.ts'
import { unitAsText } from '../../lower/foreign.ts'
import { omittedEdits } from '../../lower/untold.ts'
import type { Shaper } from '../../pass/run-local.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { BesideText, Search } from '../contract/sources.ts'
import type { FoundUnit } from './placed.ts'

/**
 * Search index over the conversation units of a session. A unit is indexed when it is appended or gains content. The
 * current input is not indexed, because it is sent in any case and is itself the query.
 */
export class SearchIndex {
  /**
   * Component that applies the program's local passes before indexing, so that text removed by a pass is neither
   * indexed nor shown.
   */
  readonly shaper: Shaper
  private readonly index = new RelevanceIndex()
  private looked = 0
  private current: ReadonlySet<number> = new Set()
  /** Cached texts of the units for which an embedding was requested. */
  private readonly texts = new Map<number, string>()

  constructor(shaper: Shaper) {
    this.shaper = shaper
  }

  /** Indexes all units that were appended since the previous call of this method. */
  indexNewUnits(session: SessionView): void {
    const { rows } = session.units
    const { spans } = rows
    const touched = new Set(this.current)
    for (; this.looked < spans.length; this.looked++) touched.add(spans.unitOf(this.looked))
    this.current = currentInput(session.units)
    for (const unit of this.current) this.index.delete(unit)
    for (const unit of touched) {
      this.texts.delete(unit)
      if (this.current.has(unit)) continue
      const said = this.unitWords(session, unit)
      const author = rows.authorOf(unit)
      this.index.set(unit, `${author}: ${said}`, author)
    }
  }

  /** Returns the ordinals of the units that match a query best, best first. Only accepted units are returned. */
  rank(query: string, { most, accepts, embedding }: Ranking): readonly number[] {
    const options = { limit: most, accepts, ...(embedding && { embedding }) }
    return this.index.rank(query, options).map(({ ordinal }) => ordinal)
  }

  /** Number of index entries that the last ranking read. */
  get walked(): number {
    return this.index.walked
  }

  /**
   * Returns the search query: the user's text in the current input, or all text of the current input if the user wrote
   * none of it.
   */
  currentQuery(session: SessionView): string {
    const { units } = session
    const current = [...currentInput(units)].sort((left, right) => left - right)
    const said = current.filter(unit => units.rows.kindOf(unit) === 'user')
    return (said.length > 0 ? said : current)
      .map(unit => this.unitWords(session, unit))
      .filter(text => text !== '')
      .join('\n')
  }

  private unitWords(session: SessionView, unit: number): string {
    return unitAsText(session, session.units.rows.unit(unit), this.shaper)
      .runs.map(([text]) => text)
      .join('')
  }

  /** Returns the text of a unit, with its author's name before it; empty for a unit without text. */
  textOf(session: SessionView, unit: number): string {
    let text = this.texts.get(unit)
    if (text === undefined) {
      const said = this.unitWords(session, unit)
      text = said.trim() === '' ? '' : `${session.units.rows.authorOf(unit)}: ${said}`
      this.texts.set(unit, text)
    }
    return text
  }
}

/** Options for ranking conversation units. */
interface Ranking {
  readonly most: number
  readonly accepts: (unit: number) => boolean
  readonly embedding?: Embedding | undefined
}

/**
 * Whether a search may return a unit. The unit must not be sent already, no summary may replace it, and the agent must
 * be allowed to see it.
 */
export const mayFind = ({ units }: SessionView, isShown: (unit: number) => boolean, unit: number): boolean =>
  !isShown(unit) &&
  !units.rows.isCovered(unit) &&
  !units.rows.isHidden(unit) &&
  !units.isForOthers(unit) &&
  units.whyUnseen(unit) !== 'archived'

/** Context block with the conversation units that a search found. */
export interface FoundBlock {
  readonly text: BesideText
  /** The units in the block, by ordinal. */
  readonly units: ReadonlyMap<number, FoundUnit>
}

/**
 * Default maximum number of tokens of found units. If no limit is declared, found units may also use at most a fifth of
 * the room for the history.
 */
const usualTokens = 2_000

/** Returns the maximum number of tokens of the units that a search finds. */
export const foundTokensLimit = ({ atMost }: Source, room: number): number =>
  Math.max(0, Math.floor(Math.min(atMost ?? usualTokens, room / (atMost === undefined ? 5 : 1))))

/**
 * Writes the best-ranked units that fit as one context block; null if none fit. Each unit is written in full, in
 * session order.
 */
export function writeFoundUnits(
  { source, origin, top }: Search,
  ranked: readonly number[],
  session: SessionView,
  bound: number,
  shaper: Shaper,
): FoundBlock | null {
  const { units } = session
  const { count } = shaper
  const told = new Map<number, FoundUnit & { readonly runs: readonly Run[] }>()
  let trust: Trust = 'developer'
  let left = bound - count('x'.repeat(overhead))
  for (const unit of ranked) {
    if (told.size >= top || left < leastTokens) break
    const words = unitAsText(session, units.rows.unit(unit), shaper, unshortenedShape(units, unit))
    const runs: Run[] = [[`${units.rows.authorOf(unit)}: `, origin], ...words.runs]
    const tokens = count(`\n${runs.map(([text]) => text).join('')}`)
    if (words.runs.length === 0 || tokens > left) continue
    const { notes, untold } = words
    told.set(unit, { runs, tokens, notes, edits: ['rendered', ...omittedEdits(untold)] })
    trust = lowerTrust(trust, lowerTrust(words.trust, trustOfEvent(session.event(units.rows.seqOf(unit)))))
    left -= tokens
  }
  if (told.size === 0) return null
  const order = [...told].sort(([first], [second]) => first - second)
  const runs = order.flatMap(([, unit], index): Run[] => [
    ...(index === 0 ? [] : [['\n', origin] as const]),
    ...unit.runs,
  ])
  return {
    text: {
      origin,
      from: sourceFor(source.from).label(source.from),
      runs,
      trust,
      tier: source.tier ?? 'important',
      atMost: null,
    },
    units: told,
  }
}

/**
 * Returns a unit's shape (form in which it is sent) without the operations that shorten it. A search shows the full
 * text, but old text and text from outside are still marked.
 */
function unshortenedShape(units: SessionView['units'], unit: number): Shape {
  const shape = units.shapeOf(unit, unit, 0)
  const operations = shape.operations.filter(({ op }) => op === 'fresh' || op === 'fence')
  return operations.length === 0 ? asItIs : { ...shape, operations, repeated: new Map() }
}

/** Minimum tokens of a unit that has text, including its author's name. */
const leastTokens = 2

/** Upper bound of the characters in the tags around the units that a search found. */
const overhead = 80
