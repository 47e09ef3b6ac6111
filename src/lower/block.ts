import type { Note } from '../diag/collect.ts'
import type { Block, BlockItem, BlockRole } from '../ir/block.ts'
import { eventOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Unit, UnitKind } from '../ir/unit.ts'
import type { Edit } from '../map/ledger.ts'
import { roleOf as authorRole, type Event, trustOf } from '../session/event.ts'
import type { Seen } from '../session/seen.ts'
import { foreignItems } from './foreign.ts'
import { byAnswer, pairCalls } from './pair.ts'
import { type Around, placePart } from './place.ts'
import { envelopeOf } from './shallow.ts'

/** A block, and what had to be said and done to make it. */
export interface Lowered {
  readonly block: Block
  readonly notes: readonly Note[]
  readonly edits: readonly Edit[]
}

/** Another agent's unit, told as its words. */
function attributed(session: Seen, unit: Unit): Lowered {
  const { items, trust } = foreignItems(session, unit, session.units.rows.authorOf(unit.ordinal))
  const block: Block = {
    unit: unit.ordinal,
    id: unit.id,
    role: 'user',
    tier: 'important',
    stability: unit.open ? 'turn' : 'session',
    trust,
    items,
    answers: [],
  }
  return { block, notes: [], edits: ['attributed'] }
}

/** Makes a unit ready for any target: its parts in order, its calls paired, gaps filled, strays fenced. */
export function lowerUnit(session: Seen, ordinal: number, tags = false): Lowered {
  const { rows } = session.units
  const unit = rows.unit(ordinal)
  const notes: Note[] = []
  const eventAt = (seq: number): Event => session.event(seq)
  if (session.units.isForeign(ordinal)) return attributed(session, unit)
  const first = eventAt((unit.spans[0] as Unit['spans'][0]).seq)
  const trust = unit.kind === 'late' ? 'tool' : trustOf(first)
  const speaker = unit.kind === 'summary' ? authorRole(first.author) : unit.kind
  // A summary is words: calls and thoughts in it are data.
  const kind = unit.kind === 'summary' && speaker === 'model' ? 'user' : speaker
  const around: Around = { kind, trust, notes, fenced: false }
  const callRows = unit.calls.map(index => rows.call(index))
  const calls = pairCalls(callRows, eventAt, notes, tags)
  const items: BlockItem[] = []
  for (const { seq, from, to } of unit.spans) {
    const event = eventAt(seq)
    const envelope = envelopeOf(event)
    for (let index = from; index < to; index++) {
      const origin = eventOrigin(seq, index)
      const call = calls.get(origin)
      const part = event.parts[index] as Part
      if (call) items.push(call)
      // A result in a model's unit is an answer, and stands with its call.
      else if (unit.kind !== 'model' || part.kind !== 'tool-result') {
        items.push(...placePart(part, { seq, origin, ...envelope }, around))
      }
    }
  }
  const block: Block = {
    unit: ordinal,
    id: unit.id,
    role: roleOf(speaker, trust),
    tier: 'important',
    stability: unit.open ? 'turn' : 'session',
    trust,
    items,
    answers: byAnswer(calls, callRows),
  }
  return { block, notes, edits: around.fenced ? ['fenced'] : [] }
}

/** Only what a developer said, and stands behind, speaks as a developer. */
function roleOf(kind: UnitKind, trust: Block['trust']): BlockRole {
  if (kind === 'model') return 'model'
  return kind === 'developer' && trust === 'developer' ? 'developer' : 'user'
}
