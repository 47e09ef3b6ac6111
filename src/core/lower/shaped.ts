import type { FindingNote } from '../diag/collect.ts'
import { passFailed } from '../diag/pass.ts'
import type { Event } from '../ir/event.ts'
import type { Shape } from '../ir/shape.ts'
import type { Unit } from '../ir/unit.ts'
import { type Changes, type Done, runLocalPasses, type Shaper } from '../pass/run-local.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { resultsOfTools } from './results-of-tools.ts'

/** Shaper (set of changes to parts) that makes no changes. */
export const unshaped: Shaper = {
  passes: [],
  edits: new Map(),
  count: text => text.length,
  expander: null,
  external: new Set(),
  expanders: new Set(),
  always: false,
}

const unchanged: Changes = { shapings: new Map(), failed: new Map() }

/**
 * Returns a session in which a conversation unit's events are changed by a shaper, and a record of these changes. The
 * record is filled as events are read.
 */
export function shapeSession(
  session: SessionView,
  unit: Unit,
  shape: Shape,
  shaper: Shaper,
): { readonly session: SessionView; readonly done: Changes } {
  if (shape.key === '' && !shaper.always) return { session, done: unchanged }
  const done: Done = { shapings: new Map(), failed: new Map() }
  const external = resultsOfTools(session, unit, shaper.external)
  const expanded = resultsOfTools(session, unit, shaper.expanders)
  const known = new Map<number, Event>()
  const shapedEventAt = (seq: number): Event => {
    const found =
      known.get(seq) ?? runLocalPasses(session.event(seq), shape, shaper, done, { external, expanded })
    known.set(seq, found)
    return found
  }
  const unreadAt = (seq: number): readonly string[] => session.unreadAt(seq)
  return { session: { length: session.length, units: session.units, event: shapedEventAt, unreadAt }, done }
}

/**
 * Returns notes about the program's passes that threw an error. The parts that these passes were called with stay
 * unchanged.
 */
export const passFailureNotes = ({ failed }: Changes, { spans }: Unit): FindingNote[] =>
  [...failed].map(([name, why]) => ({
    kind: `CX9301 ${name}`,
    say: (at: readonly string[]) => passFailed(name, why, at),
    at: `e:${spans[0]?.seq ?? 0}`,
  }))
