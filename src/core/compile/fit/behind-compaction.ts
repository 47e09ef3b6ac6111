import type { SessionView } from '../../session/unit/session-view.ts'
import { userRun } from '../../session/unit/user-run.ts'
import { type Earlier, isOfNewestRequest } from './earlier.ts'
import type { FoundCompaction } from './provider-compaction.ts'
import { isReturned } from './said-again.ts'

/** Decisions of an earlier request, as far as they tell when a compaction was first sent. */
type Known = Pick<Earlier, 'head' | 'decisions'> | null

/**
 * Returns the ids of the compaction and of the units behind it, and the place of the decision; null if there is none.
 */
const decisionOn = (session: SessionView, { holder }: FoundCompaction, earlier: Known) =>
  earlier?.decisions.find(
    ({ kind, units: [first] }) => kind === 'compact' && first === session.units.rows.idOf(holder),
  ) ?? null

/** Returns the first shown unit of a model from a unit on; the number of units if there is none. */
function answerFrom({ units }: SessionView, first: number): number {
  const { rows } = units
  let unit = first
  while (unit < rows.length && (units.isHidden(unit) || rows.kindOf(unit) !== 'model')) unit++
  return unit
}

/**
 * Returns the last unit of the answer in which OpenAI made a compaction; otherwise the unit with the compaction. An
 * answer of Claude with a compaction is one unit.
 */
function endOfCompaction({ units: { rows } }: SessionView, { holder, from }: FoundCompaction): number {
  const next = holder + 1
  const isInAnswer = from === holder && next < rows.length && rows.ownKindOf(holder) !== 'model'
  return isInAnswer && rows.ownKindOf(next) === 'model' ? next : holder
}

/** Whether a plan tells about the newest request, as an older plan does not. */
const tellsNewest = (session: SessionView, earlier: Known): earlier is NonNullable<Known> =>
  earlier !== null && isOfNewestRequest(session, earlier)

/**
 * Returns the first answer whose request had a compaction; the number of units if there is none. An answer that was
 * under way when the compaction arrived follows its event, but belongs to an earlier request, as does the answer to
 * the request that was compacted.
 */
function firstAnswerWith(session: SessionView, floor: FoundCompaction, earlier: Known): number {
  const { rows } = session.units
  const known = decisionOn(session, floor, earlier)
  if (known !== null) return answerFrom(session, rows.firstFrom(known.at))
  const isAsked = session.units.isHidden(floor.holder)
  const least = isAsked ? answerFrom(session, floor.from) : endOfCompaction(session, floor)
  const next = answerFrom(session, Math.max(least, endOfCompaction(session, floor)) + 1)
  const isPlanned =
    tellsNewest(session, earlier) && next === answerFrom(session, rows.firstFrom(earlier.head))
  return isPlanned ? answerFrom(session, next + 1) : next
}

/**
 * Returns the unit behind which the units are sent that a compaction replaces and that are required nevertheless. All
 * answers before it have reasoning that is bound to what they followed.
 */
export function lastBeforeRequired(session: SessionView, floor: FoundCompaction, earlier: Known): number {
  const { rows } = session.units
  const known = rows.ordinalOf(decisionOn(session, floor, earlier)?.hash.split(' ')[1] ?? '')
  if (known !== null) return known
  let last = firstAnswerWith(session, floor, earlier) - 1
  const least = endOfCompaction(session, floor)
  while (last > least && (session.units.isHidden(last) || rows.kindOf(last) !== 'model')) last--
  return Math.max(last, least)
}

/**
 * Whether requests since a compaction may have sent other units behind it than those that are required now: no plan knows
 * it, and answers were made with it. Units of `isMovingRequirement` are required only for a while.
 */
export function isForgotten(session: SessionView, floor: FoundCompaction, earlier: Known): boolean {
  const { units } = session
  const isAsked = units.isHidden(floor.holder)
  if (!isAsked || decisionOn(session, floor, earlier) !== null) return false
  return firstAnswerWith(session, floor, earlier) < units.rows.length
}

/** Input that the first request with a compaction sent behind it, although the compaction replaces it. */
export interface InputBehind {
  readonly units: readonly number[]
  /** Whether it is sure which request was the first. */
  readonly isSure: boolean
}

/**
 * Returns the units that requests since the compaction sent behind it although it replaces them. Later reasoning is
 * bound to them. A plan that knows the compaction names them; otherwise it is the input of the first request with it.
 */
export function inputBehindCompaction(
  session: SessionView,
  floor: FoundCompaction,
  earlier: Known,
): InputBehind {
  const { units } = session
  const { rows } = units
  const known = decisionOn(session, floor, earlier)
  if (known !== null)
    return { units: known.units.slice(1).flatMap(id => rows.ordinalOf(id) ?? []), isSure: true }
  const answer = firstAnswerWith(session, floor, earlier)
  if (answer >= rows.length) return { units: [], isSure: true }
  const input = userRun(units, units.openerOf(answer) ?? -1).filter(
    unit => unit < floor.from && !isReturned(session, floor, unit),
  )
  const isAsked = units.isHidden(floor.holder)
  return {
    units: input,
    isSure: tellsNewest(session, earlier) || !isAsked || isSurelyAnswered(session, floor.holder, answer),
  }
}

/**
 * Whether an answer surely follows a request that was made after a compaction arrived. No request was under way then if
 * results came later, or if nothing had been written since the answer before. A user may also write during an answer.
 */
function isSurelyAnswered(session: SessionView, holder: number, answer: number): boolean {
  const { rows } = session.units
  let before = holder - 1
  while (before >= 0 && (session.units.isHidden(before) || rows.kindOf(before) !== 'model')) before--
  const [last, arrived, answered] = [before, holder, answer].map(unit => (unit < 0 ? -1 : rows.seqOf(unit)))
  const isBetween = (after: number, until: number, authors: readonly string[]): boolean => {
    for (let seq = after + 1; seq < until; seq++) {
      const { author, parts } = session.event(seq)
      if (authors.includes(author) && parts.length > 0) return true
    }
    return false
  }
  const all = ['user', 'tool']
  return (
    isBetween(arrived as number, answered as number, ['tool']) ||
    (isBetween(arrived as number, answered as number, all) &&
      !isBetween(last as number, arrived as number, all))
  )
}
