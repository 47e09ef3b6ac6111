import type { Part } from '../../ir/part.ts'
import { lowerUnit } from '../../lower/block.ts'
import type { Shaper } from '../../pass/run-local.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { BackEnd } from '../../target/target.ts'

/**
 * Result of the last search for a provider's compaction in a session. It is stored, so that each provider item is read
 * only once.
 */
export interface KnownFloor {
  /** Number of units with a compaction that were looked at. */
  seen: number
  floor: FoundCompaction | null
}

/** Units with a compaction of any provider. They are kept between compiles, so that each provider item is read once. */
export class CompactionHolders {
  private readonly found: number[] = []
  private read = 0

  /** Returns the units, oldest first. */
  holdersIn(session: SessionView): readonly number[] {
    const { opaque } = session.units.rows
    // The last unit that was read is read again, because it may have gained a part.
    for (let index = Math.max(0, this.read - 1); index < opaque.length; index++) {
      const unit = opaque[index] as number
      if (this.found.at(-1) !== unit && holdsCompaction(session, unit)) this.found.push(unit)
    }
    this.read = opaque.length
    return this.found
  }
}

/** Compaction of a provider, and the units that it replaces. */
export interface FoundCompaction {
  /** Unit that contains the compaction. */
  readonly holder: number
  /** First unit that the compaction does not replace. Earlier units are not sent, or are sent after the compaction. */
  readonly from: number
}

/** The provider's compaction from which a history begins. */
export interface Floor extends FoundCompaction {
  /** Unit behind which required units are sent that the compaction replaces. */
  readonly last: number
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
export function findCompaction(
  session: SessionView,
  sending: Sending,
  { known, holders }: { readonly known: KnownFloor; readonly holders: readonly number[] },
): FoundCompaction | null {
  const { units } = session
  const { rows } = units
  // A unit that a summary replaces is not sent. The provider then does not read the compaction in this unit, wherever
  // the summary is placed.
  const isShown = (unit: number): boolean => !units.isHidden(unit) && rows.covers.unitShownAt(unit) === unit
  if (known.floor !== null && !isShown(known.floor.holder)) Object.assign(known, { seen: 0, floor: null })
  // The last unit of the previous search is checked again if it may have gained a part.
  const isLast = known.seen > 0 && holders[known.seen - 1] === rows.opaque.at(-1)
  for (let index = holders.length - 1; index >= known.seen - (isLast ? 1 : 0); index--) {
    const ordinal = holders[index] as number
    if (!isShown(ordinal) || !sendsCompaction(session, ordinal, sending)) continue
    known.floor = { holder: ordinal, from: endsCompactionWindow(session, ordinal) ? 0 : ordinal }
    break
  }
  known.seen = holders.length
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
  part.kind === 'opaque' &&
  // A failed compaction has null content and replaces nothing.
  ((part.type === 'compaction' && part.payload.content !== null) ||
    // The AI SDK's form of OpenAI's item.
    (part.type === 'custom' && part.payload.kind === 'openai.compaction'))

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
