import type { FindingNote } from '../diag/collect.ts'
import { callStoredTwice } from '../diag/history.ts'
import type { Block, BlockItem, BlockRole, PairedCall } from '../ir/block.ts'
import type { Edit } from '../ir/edit.ts'
import { type AuthorRole, roleOfAuthor as authorRole, type Event, trustOfEvent } from '../ir/event.ts'
import { eventOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import { asItIs, type Shape } from '../ir/shape.ts'
import type { Trust } from '../ir/trust.ts'
import type { Unit, UnitKind } from '../ir/unit.ts'
import type { Changes, Shaper } from '../pass/run-local.ts'
import type { CallRow } from '../session/unit/call-table.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { addAll } from '../text/list.ts'
import { foreignItems } from './foreign.ts'
import { pairCalls } from './pair.ts'
import { placePart, type UnitContext } from './place.ts'
import { eventEnvelope } from './shallow.ts'
import { passFailureNotes, shapeSession, unshaped } from './shaped.ts'
import { omittedEdits, omittedNotes } from './untold.ts'

/** Block of the request made from a conversation unit, with the notes and edits recorded while it was made. */
export interface Lowered {
  readonly block: Block
  readonly notes: readonly FindingNote[]
  readonly edits: readonly Edit[]
  /** Edits that operations or passes made, each with the sequence number of the first event that it changed. */
  readonly shapings: Changes['shapings']
}

/** Returns a block for a conversation unit, with the given items. */
const blockOf = (
  { ordinal, id, open }: Unit,
  { role, trust, items, answers }: Pick<Block, 'role' | 'trust' | 'items' | 'answers'>,
): Block => ({
  unit: ordinal,
  id,
  role,
  tier: 'important',
  stability: open ? 'turn' : 'session',
  trust,
  items,
  answers,
})

/** Converts a conversation unit to text, because another agent wrote the unit or the policy renders it. */
function lowerAsText(
  session: SessionView,
  unit: Unit,
  done: Changes,
  edit: 'attributed' | 'rendered',
): Lowered {
  const { items, trust, untold } = foreignItems(session, unit, session.units.rows.authorOf(unit.ordinal))
  // Another agent's reasoning is never sent, so leaving it out is not recorded as a loss.
  const lost = edit === 'attributed' ? untold.filter(({ part }) => part.kind !== 'reasoning') : untold
  return {
    block: blockOf(unit, { role: 'user', trust, items, answers: [] }),
    notes: [...passFailureNotes(done, unit), ...omittedNotes(lost)],
    edits: [edit, ...omittedEdits(lost), ...done.shapings.keys()],
    shapings: edit === 'rendered' ? new Map([...done.shapings, [edit, 0]]) : done.shapings,
  }
}

/**
 * Returns a cached lookup of a session's events. Creating an event object is slow, and each call of the unit asks for
 * its event.
 */
function cachedEvents(session: SessionView): (seq: number) => Event {
  const events = new Map<number, Event>()
  return seq => {
    const known = events.get(seq) ?? session.event(seq)
    events.set(seq, known)
    return known
  }
}

/**
 * Returns the items of a conversation unit in order; `calls` are its calls in the same order, and `rows` their places.
 * `isRepaired` is true if a call was dropped because it was stored twice.
 */
function itemsOfUnit(
  unit: Unit,
  eventAt: (seq: number) => Event,
  rows: readonly CallRow[],
  calls: readonly PairedCall[],
  around: UnitContext,
): { readonly items: BlockItem[]; readonly isRepaired: boolean } {
  const items: BlockItem[] = []
  let isRepaired = false
  let next = 0
  for (const { seq, from, to } of unit.spans) {
    const event = eventAt(seq)
    const envelope = eventEnvelope(event)
    for (let index = from; index < to; index++) {
      const call = rows[next]
      if (call?.seq === seq && call.part === index) {
        items.push(calls[next++] as PairedCall)
        continue
      }
      const origin = eventOrigin(seq, index)
      const part = event.parts[index] as Part
      // A call that is missing from the unit's list of calls is the second copy of a stored call.
      if (unit.kind === 'model' && part.kind === 'tool-call') {
        around.notes.push({ kind: 'CX3012', say: callStoredTwice, at: origin })
        isRepaired = true
      }
      // In a model's unit, each result becomes part of its call's item.
      else if (unit.kind !== 'model' || part.kind !== 'tool-result') {
        addAll(items, placePart(part, { seq, origin, ...envelope }, around))
      }
    }
  }
  return { items, isRepaired }
}

/**
 * Converts a conversation unit to a block that suits any target. Parts are put in order, calls are paired with their
 * results, missing results are added, and misplaced parts are put between tags.
 */
export function lowerUnit(
  given: SessionView,
  ordinal: number,
  tags = false,
  shape: Shape = asItIs,
  shaper: Shaper = unshaped,
): Lowered {
  const { rows } = given.units
  const unit = rows.unit(ordinal)
  const { session, done } = shapeSession(given, unit, shape, shaper)
  if (given.units.isForeign(ordinal)) return lowerAsText(session, unit, done, 'attributed')
  if (shape.asWords) return lowerAsText(session, unit, done, 'rendered')
  const eventAt = cachedEvents(session)
  const first = eventAt((unit.spans[0] as Unit['spans'][0]).seq)
  const trust = unit.kind === 'late' ? 'tool' : trustOfEvent(first)
  const own = unit.kind === 'compaction' ? 'model' : unit.kind
  const speaker = own === 'summary' ? authorRole(first.author) : own
  // A summary is sent as text, so calls and reasoning in the summary become data.
  const kind = own === 'summary' ? kindOfSummary(authorRole(first.author), trust) : own
  const notes: FindingNote[] = []
  const around: UnitContext = { kind, trust, notes, fenced: false }
  const callRows = unit.calls.map(index => rows.call(index))
  const calls = pairCalls(callRows, eventAt, notes, tags)
  const { items, isRepaired } = itemsOfUnit(unit, eventAt, callRows, calls, around)
  for (const note of passFailureNotes(done, unit)) notes.push(note)
  const edits: Edit[] = [...(around.fenced ? (['fenced'] as const) : []), ...done.shapings.keys()]
  return {
    block: blockOf(unit, {
      role: roleOfBlock(speaker, trust),
      // The provider returns parts of requests, with the compiler's tags. Forged tags were escaped in these requests.
      trust: unit.kind === 'compaction' ? 'developer' : trust,
      items,
      answers: calls,
    }),
    notes,
    edits: isRepaired ? [...edits, 'repaired'] : edits,
    shapings: done.shapings,
  }
}

/**
 * Returns the kind under which a summary is sent. It is a developer's message only if the summary has developer trust.
 */
function kindOfSummary(speaker: AuthorRole, trust: Trust): UnitKind {
  if (speaker === 'model') return 'user'
  return speaker === 'developer' && trust !== 'developer' ? 'summary' : speaker
}

/**
 * Returns the role of a conversation unit's block. Only a developer's unit with developer trust gets the developer
 * role.
 */
function roleOfBlock(kind: UnitKind, trust: Trust): BlockRole {
  if (kind === 'model') return 'model'
  return kind === 'developer' && trust === 'developer' ? 'developer' : 'user'
}
