import type { Embedding } from '../../context/relevant/embedding.ts'
import { RelevanceIndex } from '../../context/relevant/relevance-index.ts'
import type { CountText } from '../../context/shape/shape-event.ts'
import type { Run } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import { lowest, type Trust } from '../../ir/trust.ts'
import { wordsOf } from '../../lower/foreign.ts'
import { editsOf } from '../../lower/untold.ts'
import { currentInput } from '../../session/current-input.ts'
import { trustOf } from '../../session/event.ts'
import type { Seen } from '../../session/seen.ts'
import type { FoundUnit } from './beside.ts'
import type { BesideText, Search } from './sources.ts'

/**
 * Units that have to do with a query: every unit is read once, when it comes or gains something. The current input is
 * none of them: it is shown anyway, and what asks is no answer.
 */
export class Recall {
  private readonly index = new RelevanceIndex()
  private looked = 0
  private current: ReadonlySet<number> = new Set()
  /** What units say, of those that a model was asked about. */
  private readonly texts = new Map<number, string>()

  /** Reads what came since. */
  look(session: Seen): void {
    const { rows } = session.units
    const { spans } = rows
    const touched = new Set(this.current)
    for (; this.looked < spans.length; this.looked++) touched.add(spans.unitOf(this.looked))
    this.current = currentInput(session.units)
    for (const unit of this.current) this.index.delete(unit)
    for (const unit of touched) {
      this.texts.delete(unit)
      if (this.current.has(unit)) continue
      const said = saidIn(session, unit)
      const author = rows.authorOf(unit)
      this.index.set(unit, `${author}: ${said}`, author)
    }
  }

  /** Ordinals of the units that answer a query best, the best first. */
  rank(query: string, most: number, embedding?: Embedding): readonly number[] {
    const options = { limit: most, ...(embedding && { embedding }) }
    return this.index.rank(query, options).map(({ ordinal }) => ordinal)
  }

  /** How many entries of word lists the last ranking walked. */
  get walked(): number {
    return this.index.walked
  }

  /** What a unit says, with who says it; empty for one without words. */
  textOf(session: Seen, unit: number): string {
    let text = this.texts.get(unit)
    if (text === undefined) {
      const said = saidIn(session, unit)
      text = said.trim() === '' ? '' : `${session.units.rows.authorOf(unit)}: ${said}`
      this.texts.set(unit, text)
    }
    return text
  }
}

const saidIn = (session: Seen, unit: number): string =>
  wordsOf(session, session.units.rows.unit(unit))
    .runs.map(([text]) => text)
    .join('')

/** Whether a unit may be found: it is not shown otherwise, and the agent may see it. */
export const mayFind = ({ units }: Seen, isShown: (unit: number) => boolean, unit: number): boolean =>
  !isShown(unit) &&
  !units.rows.isHidden(unit) &&
  !units.isForOthers(unit) &&
  units.whyUnseen(unit) !== 'archived'

/** The current input as a query: what the user said last, or the last unit where no user did. */
export function currentQuery(session: Seen): string {
  const { units } = session
  const current = [...currentInput(units)].sort((left, right) => left - right)
  const said = current.filter(unit => units.rows.kindOf(unit) === 'user')
  return (said.length > 0 ? said : current)
    .flatMap(unit => wordsOf(session, units.rows.unit(unit)).runs.map(([text]) => text))
    .join('\n')
}

/** What was found, as words beside the history. */
export interface Found {
  readonly text: BesideText
  /** The units that are told there. */
  readonly units: ReadonlyMap<number, FoundUnit>
}

/** How much of the room what is found may take, where nothing else is said: a fifth, and no more than this. */
const usualTokens = 2_000

/** The most tokens that found units may take. */
export const boundOf = ({ atMost }: Source, room: number): number =>
  Math.floor(Math.min(atMost ?? usualTokens, room / (atMost === undefined ? 5 : 1)))

/** The best of the units that are not shown otherwise, whole and in the order of the session, as far as there is room. */
export function find(
  { source, origin }: Search,
  ranked: readonly number[],
  session: Seen,
  isShown: (unit: number) => boolean,
  bound: number,
  count: CountText,
): Found | null {
  if (source.from.source !== 'relevant') return null
  const { units } = session
  const told = new Map<number, FoundUnit & { readonly runs: readonly Run[] }>()
  let trust: Trust = 'developer'
  let left = bound - count('x'.repeat(overhead))
  for (const unit of ranked) {
    if (told.size >= source.from.top) break
    if (!mayFind(session, isShown, unit)) continue
    const words = wordsOf(session, units.rows.unit(unit))
    const runs: Run[] = [[`${units.rows.authorOf(unit)}: `, origin], ...words.runs]
    const tokens = count(`\n${runs.map(([text]) => text).join('')}`)
    if (words.runs.length === 0 || tokens > left) continue
    told.set(unit, { runs, tokens, edits: ['rendered', ...editsOf(words.untold)] })
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

/** Characters of the tags around what is found, at the most. */
const overhead = 80
