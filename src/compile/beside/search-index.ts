import type { Embedding } from '../../context/relevant/embedding.ts'
import { RelevanceIndex } from '../../context/relevant/relevance-index.ts'
import { trustOf } from '../../ir/event.ts'
import type { Run } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import { lowest, type Trust } from '../../ir/trust.ts'
import { plainWordsOf } from '../../lower/foreign.ts'
import { editsOf } from '../../lower/untold.ts'
import type { Shaper } from '../../pass/run-local.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { BesideText, Search } from '../contract/sources.ts'
import type { FoundUnit } from './placed.ts'

/**
 * Units that have to do with a query: every unit is read once, when it comes or gains something. The current input is
 * none of them: it is shown anyway, and what asks is no answer.
 */
export class SearchIndex {
  /** Shows units as passes of the program do: what those take out is neither looked for nor told. */
  readonly shaper: Shaper
  private readonly index = new RelevanceIndex()
  private looked = 0
  private current: ReadonlySet<number> = new Set()
  /** Texts of the units that a model was asked about. */
  private readonly texts = new Map<number, string>()

  constructor(shaper: Shaper) {
    this.shaper = shaper
  }

  /** Reads what came since. */
  look(session: SessionView): void {
    const { rows } = session.units
    const { spans } = rows
    const touched = new Set(this.current)
    for (; this.looked < spans.length; this.looked++) touched.add(spans.unitOf(this.looked))
    this.current = currentInput(session.units)
    for (const unit of this.current) this.index.delete(unit)
    for (const unit of touched) {
      this.texts.delete(unit)
      if (this.current.has(unit)) continue
      const said = this.saidIn(session, unit)
      const author = rows.authorOf(unit)
      this.index.set(unit, `${author}: ${said}`, author)
    }
  }

  /** Ordinals of the units that answer a query best, the best first, of those that are wanted. */
  rank(query: string, { most, accepts, embedding }: Ranking): readonly number[] {
    const options = { limit: most, accepts, ...(embedding && { embedding }) }
    return this.index.rank(query, options).map(({ ordinal }) => ordinal)
  }

  /** Number of entries of word lists that the last ranking walked. */
  get walked(): number {
    return this.index.walked
  }

  /** The current input as a query: what the user said last, or the last unit where no user did. */
  currentQuery(session: SessionView): string {
    const { units } = session
    const current = [...currentInput(units)].sort((left, right) => left - right)
    const said = current.filter(unit => units.rows.kindOf(unit) === 'user')
    return (said.length > 0 ? said : current)
      .map(unit => this.saidIn(session, unit))
      .filter(text => text !== '')
      .join('\n')
  }

  private saidIn(session: SessionView, unit: number): string {
    return plainWordsOf(session, session.units.rows.unit(unit), this.shaper)
      .runs.map(([text]) => text)
      .join('')
  }

  /** Returns the text of a unit with its author's name; empty for a unit without words. */
  textOf(session: SessionView, unit: number): string {
    let text = this.texts.get(unit)
    if (text === undefined) {
      const said = this.saidIn(session, unit)
      text = said.trim() === '' ? '' : `${session.units.rows.authorOf(unit)}: ${said}`
      this.texts.set(unit, text)
    }
    return text
  }
}

/** Options of a ranking. */
interface Ranking {
  readonly most: number
  readonly accepts: (unit: number) => boolean
  readonly embedding?: Embedding | undefined
}

/** Whether a unit may be found: it is not shown otherwise, no summary stands for it, and the agent may see it. */
export const mayFind = ({ units }: SessionView, isShown: (unit: number) => boolean, unit: number): boolean =>
  !isShown(unit) &&
  !units.rows.isCovered(unit) &&
  !units.rows.isHidden(unit) &&
  !units.isForOthers(unit) &&
  units.whyUnseen(unit) !== 'archived'

/** Found units, as one context block. */
export interface Found {
  readonly text: BesideText
  /** The units that are told there. */
  readonly units: ReadonlyMap<number, FoundUnit>
}

/** Default upper bound for found units, in tokens; they also take at most a fifth of the room. */
const usualTokens = 2_000

/** The most tokens that found units may take. */
export const boundOf = ({ atMost }: Source, room: number): number =>
  Math.max(0, Math.floor(Math.min(atMost ?? usualTokens, room / (atMost === undefined ? 5 : 1))))

/** The best of the units that are not shown otherwise, whole and in the order of the session, as far as there is room. */
export function find(
  { source, origin, top }: Search,
  ranked: readonly number[],
  session: SessionView,
  bound: number,
  shaper: Shaper,
): Found | null {
  const { units } = session
  const { count } = shaper
  const told = new Map<number, FoundUnit & { readonly runs: readonly Run[] }>()
  let trust: Trust = 'developer'
  let left = bound - count('x'.repeat(overhead))
  for (const unit of ranked) {
    if (told.size >= top || left < leastTokens) break
    const words = plainWordsOf(session, units.rows.unit(unit), shaper)
    const runs: Run[] = [[`${units.rows.authorOf(unit)}: `, origin], ...words.runs]
    const tokens = count(`\n${runs.map(([text]) => text).join('')}`)
    if (words.runs.length === 0 || tokens > left) continue
    const { notes, untold } = words
    told.set(unit, { runs, tokens, notes, edits: ['rendered', ...editsOf(untold)] })
    trust = lowest(trust, lowest(words.trust, trustOf(session.event(units.rows.seqOf(unit)))))
    left -= tokens
  }
  if (told.size === 0) return null
  const order = [...told].sort(([first], [second]) => first - second)
  const runs = order.flatMap(([, unit], index): Run[] => [
    ...(index === 0 ? [] : [['\n', origin] as const]),
    ...unit.runs,
  ])
  return {
    text: { origin, from: 'earlier', runs, trust, tier: source.tier ?? 'important', atMost: null },
    units: told,
  }
}

/** No unit with words takes less, with who says them. */
const leastTokens = 2

/** Characters of the tags around what is found, at the most. */
const overhead = 80
