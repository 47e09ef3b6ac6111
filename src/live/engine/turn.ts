import type { JsonValue } from '../../core/ir/json.ts'
import { recordAnswerEnd } from './confirm.ts'
import { pendingChanges } from './pending.ts'
import { countStuckTurns, takeTransitions } from './phases.ts'
import { reportSaid, requestFacts } from './said.ts'
import { startSilenceTimer } from './silence.ts'
import { carrierOf } from './wanted.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/**
 * Milliseconds of silence after which the turn of a model without turns counts as over: pauses within a sentence are
 * shorter.
 */
const pause = 1_500

/** Number of turns that an update waits for a handle, if the server has given one before. */
const patience = 2

/**
 * Stops waiting for a handle that the server does not give: updates that need another connection are sent as context.
 */
function stopAwaitingHandle({ state, engine }: EngineWork): void {
  const { updates } = pendingChanges(engine, state)
  const waits = updates.flatMap(({ kind }) =>
    kind !== 'context' && carrierOf(engine, kind, state) === 'reconnect' ? [kind] : [],
  )
  state.turnsWithoutHandle = waits.length === 0 || state.isResumable ? 0 : state.turnsWithoutHandle + 1
  if (state.turnsWithoutHandle < (state.handle === null ? 1 : patience)) return
  state.refused = [...state.refused, ...waits.map(what => `${what}/reconnect`)]
}

/** Handles a piece of the model's text. Without turns, a turn lasts until the model pauses or the user speaks. */
export function handleModelText(work: EngineWork, text: string): void {
  const { state, engine } = work
  if (!engine.profile.hasTurns) {
    if (state.heard !== '') reportSaid(work)
    work.timer('turn', pause)
  }
  state.spoke += text
}

/**
 * Ends the turn after a pause, for models whose protocol reports no end of a turn; does nothing if the model said
 * nothing.
 */
export function pauseTurn(work: EngineWork): void {
  if (work.engine.profile.hasTurns || work.state.spoke === '') return
  work.timer('turn', null)
  finishTurn(work, false)
}

/** Ends the model's turn: transitions still see its `turn:` keys, which are then removed. */
export function finishTurn(work: EngineWork, goesOn: boolean): void {
  const { state } = work
  reportSaid(work)
  if (goesOn) return
  requestFacts(work)
  // Without turns, a requested answer may still be refused.
  if (work.engine.profile.hasTurns) recordAnswerEnd(work)
  state.isAnswering = false
  state.isExpecting = false
  state.turn += 1
  countStuckTurns(work)
  takeTransitions(work)
  const values: Record<string, JsonValue | undefined> = { ...state.values, 'session:turn': state.turn }
  const ended = Object.keys(values).filter(key => key.startsWith('turn:'))
  for (const key of ended) delete values[key]
  state.values = values
  if (ended.length > 0) work.effects.push({ type: 'state', set: {}, delete: ended, by: 'app' })
  // A late result that was sent is finished: the model had a turn with it.
  const told = new Set(Object.keys(state.told))
  const late = Object.entries(state.late).filter(([id]) => !told.has(`late/${id}`))
  state.late = Object.fromEntries(late)
  state.told = Object.fromEntries(Object.entries(state.told).filter(([id]) => !isCallFinished(work, id)))
  if (work.engine.profile.resumes) stopAwaitingHandle(work)
  startSilenceTimer(work)
}

/** Whether a slot reports on a finished call. */
const isCallFinished = ({ state }: EngineWork, slot: string): boolean =>
  isCallSlot(slot) && !Object.hasOwn(state.calls, slot.slice(slot.indexOf('/') + 1))
