import type { Note } from '../diag/collect.ts'
import { callStoredTwice } from '../diag/history.ts'
import type { Block, BlockItem, BlockRole } from '../ir/block.ts'
import { roleOf as authorRole, type Event, trustOf } from '../ir/event.ts'
import { eventOrigin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import { asItIs, type Shape } from '../ir/shape.ts'
import type { Unit, UnitKind } from '../ir/unit.ts'
import type { Edit } from '../map/ledger.ts'
import type { Shaper } from '../pass/run-local.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { addAll } from '../text/list.ts'
import { foreignItems } from './foreign.ts'
import { byAnswer, pairCalls } from './pair.ts'
import { type Around, placePart } from './place.ts'
import { envelopeOf } from './shallow.ts'
import { failures, shaped, unshaped } from './shaped.ts'
import { editsOf, notesOf, type Untold } from './untold.ts'

/** A block, and what had to be said and done to make it. */
export interface Lowered {
  readonly block: Block
  readonly notes: readonly Note[]
  readonly edits: readonly Edit[]
}

/** A unit told as its author's words, and what those do not tell. */
function told(
  session: SessionView,
  unit: Unit,
): { readonly block: Block; readonly untold: readonly Untold[] } {
  const { items, trust, untold } = foreignItems(session, unit, session.units.rows.authorOf(unit.ordinal))
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
  return { block, untold }
}

/** Makes a unit ready for any target: its parts in order, its calls paired, gaps filled, strays fenced. */
export function lowerUnit(
  given: SessionView,
  ordinal: number,
  tags = false,
  shape: Shape = asItIs,
  shaper: Shaper = unshaped,
): Lowered {
  const { rows } = given.units
  const unit = rows.unit(ordinal)
  const notes: Note[] = []
  const { session, done } = shaped(given, shape, shaper)
  const { shapings } = done
  // An event is made of a message each time that it is asked for: here each of its calls asks.
  const events = new Map<number, Event>()
  const eventAt = (seq: number): Event => {
    const known = events.get(seq) ?? session.event(seq)
    events.set(seq, known)
    return known
  }
  if (given.units.isForeign(ordinal)) {
    const { block, untold } = told(session, unit)
    // Another agent's reasoning is its own, so this agent loses nothing without it.
    const lost = untold.filter(({ part }) => part.kind !== 'reasoning')
    return {
      block,
      notes: [...failures(done, unit), ...notesOf(lost)],
      edits: ['attributed', ...editsOf(lost), ...shapings],
    }
  }
  if (shape.operations.some(({ op }) => op === 'render')) {
    const { block, untold } = told(session, unit)
    return {
      block,
      notes: [...failures(done, unit), ...notesOf(untold)],
      edits: ['rendered', ...editsOf(untold), ...shapings],
    }
  }
  const first = eventAt((unit.spans[0] as Unit['spans'][0]).seq)
  const trust = unit.kind === 'late' ? 'tool' : trustOf(first)
  const speaker = unit.kind === 'summary' ? authorRole(first.author) : unit.kind
  // A summary is words: calls and thoughts in it are data.
  const kind = unit.kind === 'summary' && speaker === 'model' ? 'user' : speaker
  const around: Around = { kind, trust, notes, fenced: false }
  const callRows = unit.calls.map(index => rows.call(index))
  const calls = pairCalls(callRows, eventAt, notes, tags)
  const items: BlockItem[] = []
  let isRepaired = false
  for (const { seq, from, to } of unit.spans) {
    const event = eventAt(seq)
    const envelope = envelopeOf(event)
    for (let index = from; index < to; index++) {
      const origin = eventOrigin(seq, index)
      const call = calls.get(origin)
      const part = event.parts[index] as Part
      if (call) items.push(call)
      // A call in a model's unit that is none of its calls was stored twice.
      else if (unit.kind === 'model' && part.kind === 'tool-call') {
        notes.push({ kind: 'CX3012', say: callStoredTwice, at: origin })
        isRepaired = true
      }
      // A result in a model's unit is an answer, and stands with its call.
      else if (unit.kind !== 'model' || part.kind !== 'tool-result') {
        addAll(items, placePart(part, { seq, origin, ...envelope }, around))
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
  for (const note of failures(done, unit)) notes.push(note)
  const edits: Edit[] = [...(around.fenced ? (['fenced'] as const) : []), ...shapings]
  return { block, notes, edits: isRepaired ? [...edits, 'repaired'] : edits }
}

/** Only what a developer said, and stands behind, speaks as a developer. */
function roleOf(kind: UnitKind, trust: Block['trust']): BlockRole {
  if (kind === 'model') return 'model'
  return kind === 'developer' && trust === 'developer' ? 'developer' : 'user'
}
