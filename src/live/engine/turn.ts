import type { JsonValue } from '../../ir/json.ts'
import { flush } from './flush.ts'
import { pendingIn } from './pending.ts'
import { countProgress, evaluate } from './phases.ts'
import { sayTurn } from './said.ts'
import { carrierOf } from './wanted.ts'
import { isBrief, type Work } from './work.ts'

/** Stops waiting for a handle that the server never gave: what needs another connection goes as context. */
function withoutHandle({ state, engine }: Work): void {
  const { updates } = pendingIn(engine, state)
  const waits = updates.flatMap(({ kind }) =>
    kind !== 'context' && carrierOf(engine, kind, state) === 'reconnect' ? [kind] : [],
  )
  if (waits.length === 0) return
  state.refused = [...state.refused, ...waits.map(what => `${what}/reconnect`)]
}

/** Ends the model's turn: transitions see its `turn:` keys, and then they are gone. */
export function finishTurn(work: Work, goesOn: boolean): void {
  const { state } = work
  sayTurn(work, !goesOn)
  if (goesOn) return
  state.isAnswering = false
  state.turn += 1
  countProgress(work)
  evaluate(work)
  const values: Record<string, JsonValue | undefined> = { ...state.values, 'session:turn': state.turn }
  for (const key of Object.keys(values)) if (key.startsWith('turn:')) delete values[key]
  state.values = values
  // A result that came late was told, or is told now; the model had a turn with it.
  const told = new Set(Object.keys(state.told))
  const late = Object.entries(state.late).filter(([id]) => !told.has(`late/${id}`))
  state.late = Object.fromEntries(late)
  state.told = Object.fromEntries(Object.entries(state.told).filter(([id]) => !isOver(work, id)))
  if (state.handle === null && work.engine.profile.resumes) withoutHandle(work)
  flush(work, 'turn-end')
}

/** Whether a slot told of a call that is over. */
const isOver = ({ state }: Work, slot: string): boolean =>
  isBrief(slot) && !Object.hasOwn(state.calls, slot.slice(slot.indexOf('/') + 1))
