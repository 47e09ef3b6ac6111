import type { Block } from '../ir/block.ts'
import type { Unit } from '../ir/unit.ts'
import { lowerUnit } from '../lower/block.ts'
import { fillerText } from '../lower/repairs.ts'
import type { Edit } from '../map/ledger.ts'
import type { Session } from '../session/session.ts'
import type { Compiled } from './result.ts'

/** How a framework's own messages are written. */
export interface Dialect<Message> {
  /** The message that an event was. */
  own(seq: number): Message
  /** What a user is made to say. */
  filler(text: string): Message
  /** A unit that could not stay as it was. */
  unit(block: Block, unit: Unit, edits: readonly Edit[]): readonly Message[]
}

/** Edits after which a unit's own messages no longer say what is to be sent. */
const changing: ReadonlySet<Edit> = new Set<Edit>(['repaired', 'fenced', 'reasoning-omitted'])

/** The events of a unit, each once, in order. */
export const eventsOf = ({ spans }: Unit): readonly number[] => [...new Set(spans.map(({ seq }) => seq))]

/** Whether all of an event belongs to a unit. */
export function isWhole(session: Session, { spans }: Unit, seq: number): boolean {
  const parts = spans.reduce((sum, span) => sum + (span.seq === seq ? span.to - span.from : 0), 0)
  return parts === session.event(seq).parts.length
}

/**
 * A compiled history in the messages of the framework that it came from: those that need no change are the very ones
 * that came in, so that nothing is lost of what only the framework knows. Without the leading ones.
 */
export function rewrite<Message>(
  session: Session,
  { units, diagnostics }: Compiled,
  dialect: Dialect<Message>,
): Message[] {
  const fillers = diagnostics.flatMap(({ code, data }) => (code === 'CX7004' ? [data.place] : []))
  const filler = (place: string): Message[] => (fillers.includes(place) ? [dialect.filler(fillerText)] : [])
  const messages = units.flatMap(({ unit, edits }) => {
    const seqs = eventsOf(unit)
    const changed = unit.kind === 'late' || edits.some(edit => changing.has(edit))
    if (!changed && seqs.every(seq => isWhole(session, unit, seq))) return seqs.map(dialect.own)
    return dialect.unit(lowerUnit(session, unit.ordinal).block, unit, edits)
  })
  return [...filler('beginning'), ...messages, ...filler('end')]
}
