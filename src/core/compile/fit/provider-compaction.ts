import type { Part } from '../../ir/part.ts'
import { lowerUnit } from '../../lower/block.ts'
import type { Shaper } from '../../pass/run-local.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { userRun } from '../../session/unit/user-run.ts'
import type { BackEnd } from '../../target/target.ts'

/**
 * Result of the last search for a provider's compaction in a session. It is stored, so that each provider item is read
 * only once.
 */
export interface KnownFloor {
  seen: number
  floor: Floor | null
}

/** The provider's compaction from which a history begins. */
export interface Floor {
  /** Unit that contains the compaction. */
  readonly holder: number
  /** First unit that the compaction does not replace. Earlier units are not sent, or are sent after the compaction. */
  readonly from: number
}

/** Target writer (back end) and shaper. They decide the form in which a conversation unit is sent. */
interface Sending {
  readonly backEnd: BackEnd
  readonly shaper: Shaper
}

/**
 * Returns the newest compaction that the target's provider can read and that a conversation unit contains in its sent
 * form; null if there is none.
 */
export function findCompaction(session: SessionView, sending: Sending, known: KnownFloor): Floor | null {
  const { units } = session
  const { rows } = units
  // A unit that a summary replaces is not sent. The provider then does not read the compaction in this unit, wherever
  // the summary is placed.
  const isShown = (unit: number): boolean => !units.isHidden(unit) && rows.covers.unitShownAt(unit) === unit
  if (known.floor !== null && !isShown(known.floor.holder)) Object.assign(known, { seen: 0, floor: null })
  // The last unit of the previous search is checked again, because it may have gained a part.
  for (let index = rows.opaque.length - 1; index >= Math.max(0, known.seen - 1); index--) {
    const ordinal = rows.opaque[index] as number
    if (
      !isShown(ordinal) ||
      !holdsCompaction(session, ordinal) ||
      !sendsCompaction(session, ordinal, sending)
    )
      continue
    known.floor = { holder: ordinal, from: endsCompactionWindow(session, ordinal) ? 0 : ordinal }
    break
  }
  known.seen = rows.opaque.length
  return known.floor
}

/**
 * Whether a compaction ends a window (list of items) that OpenAI's compaction endpoint returned. The window consists of
 * all user messages, followed by the compaction of everything else.
 */
function endsCompactionWindow(session: SessionView, ordinal: number): boolean {
  const { rows } = session.units
  if (ordinal === 0) return false
  for (let unit = 0; unit < ordinal; unit++) if (rows.ownKindOf(unit) === 'model') return false
  return isOpenAIs(session, ordinal)
}

function isOpenAIs(session: SessionView, ordinal: number): boolean {
  const [first] = session.units.rows.unit(ordinal).spans
  const part = first && session.event(first.seq).parts[first.from]
  return part?.kind === 'opaque' && part.format === 'openai'
}

const isCompaction = (part: Part): boolean =>
  // A failed compaction has null content and replaces nothing.
  part.kind === 'opaque' && part.type === 'compaction' && part.payload.content !== null

/** Whether a unit contains a compaction of any provider. Only the few units that do are written in their sent form. */
function holdsCompaction(session: SessionView, ordinal: number): boolean {
  let parts: readonly Part[] = []
  let read = -1
  for (const { seq, from, to } of session.units.rows.unit(ordinal).spans) {
    // An event whose parts are in several ranges is read only once.
    if (read !== seq) parts = session.event(seq).parts
    read = seq
    if (parts.slice(from, to).some(isCompaction)) return true
  }
  return false
}

/** Whether the sent form of a unit still contains its compaction. A unit that is sent as text does not contain it. */
export function sendsCompaction(
  session: SessionView,
  ordinal: number,
  { backEnd, shaper }: Sending,
): boolean {
  const shape = session.units.shapeOf(ordinal, ordinal, 0)
  const { block } = lowerUnit(session, ordinal, backEnd.tags, shape, shaper)
  return block.items.some(
    ({ part }) => isCompaction(part) && part.kind === 'opaque' && backEnd.travels(part, block.role),
  )
}

/**
 * Returns the unit behind which the units are sent that a compaction replaces and that are required nevertheless: the
 * compaction's own unit, or the rest of the answer in which OpenAI compacted. Reasoning of that answer is bound to the
 * compaction directly before it.
 */
export function lastWithCompaction({ units: { rows } }: SessionView, { holder, from }: Floor): number {
  const next = holder + 1
  const isInAnswer = from === holder && next < rows.length && rows.ownKindOf(holder) !== 'model'
  return isInAnswer && rows.ownKindOf(next) === 'model' ? next : holder
}

/** Input that the first request with a compaction sent behind it, although the compaction replaces it. */
export interface InputBehind {
  readonly units: readonly number[]
  /** Whether that request surely had the compaction. Its answer may have been under way when the compaction arrived. */
  readonly isSure: boolean
}

/**
 * Returns the input of the first request that was sent with a compaction, as far as the compaction replaces it. That
 * request sent this input behind the compaction, so a compile whose plan does not know it does so too. `head`: number of
 * events at the plan, whose request was sent without the compaction; null without a plan.
 */
export function inputBehindCompaction(session: SessionView, floor: Floor, head: number | null): InputBehind {
  const { units } = session
  const { rows } = units
  const answerFrom = (first: number): number => {
    let unit = first
    while (unit < rows.length && (units.isHidden(unit) || rows.kindOf(unit) !== 'model')) unit++
    return unit
  }
  let answer = answerFrom(lastWithCompaction(session, floor) + 1)
  if (head !== null && answer === answerFrom(rows.firstFrom(head))) answer = answerFrom(answer + 1)
  if (answer >= rows.length) return { units: [], isSure: true }
  const input = userRun(units, units.openerOf(answer) ?? -1).filter(unit => unit < floor.from)
  const isAsked = units.isHidden(floor.holder)
  const [arrived, answered] = [rows.seqOf(floor.holder), rows.seqOf(answer)]
  const isSure = head !== null || !isAsked || hasInputBetween(session, arrived, answered)
  return { units: input, isSure }
}

/** Whether a user or a tool wrote between two events, so that the later one answers a newer request. */
function hasInputBetween(session: SessionView, after: number, before: number): boolean {
  for (let seq = after + 1; seq < before; seq++)
    if (['user', 'tool'].includes(session.event(seq).author) && session.event(seq).parts.length > 0)
      return true
  return false
}
