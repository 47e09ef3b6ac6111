import type { JsonValue } from '../../core/ir/json.ts'
import { recordAnswerEnd } from './confirm.ts'
import { pendingChanges } from './pending.ts'
import { countStuckTurns, takeTransitions } from './phases.ts'
import { logSpokenTexts, requestFactExtraction } from './said.ts'
import { startSilenceTimer } from './silence.ts'
import { usableCarrier } from './wanted.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/** Milliseconds of silence that end a turn, on models that report no turns. Pauses within a sentence are shorter. */
const pause = 1_500

/** Number of turns for which an update waits for a resumption handle, if the server has given one before. */
const patience = 2

/**
 * Stops waiting for a resumption handle that the server does not give. Updates that need a new connection are then sent
 * as context.
 */
function giveUpHandle({ state, engine }: EngineWork): void {
  const { updates } = pendingChanges(engine, state)
  const waits = updates.flatMap(({ kind }) =>
    kind !== 'context' && usableCarrier(engine, kind, state) === 'reconnect' ? [kind] : [],
  )
  state.turnsWithoutHandle = waits.length === 0 || state.isResumable ? 0 : state.turnsWithoutHandle + 1
  if (state.turnsWithoutHandle < (state.handle === null ? 1 : patience)) return
  state.refused = [...state.refused, ...waits.map(what => `${what}/reconnect`)]
}

/** Handles a piece of the model's text. Without turns, a turn ends when the model pauses or the user speaks. */
export function handleModelText(work: EngineWork, text: string): void {
  const { state, engine } = work
  if (!engine.profile.hasTurns) {
    if (state.heard !== '') logSpokenTexts(work)
    work.setTimer('turn', pause)
  }
  state.spoke += text
}

/** Ends the turn after a pause, on models that report no turns. Does nothing if the model said nothing. */
export function endTurnAfterPause(work: EngineWork): void {
  if (work.engine.profile.hasTurns || work.state.spoke === '') return
  work.setTimer('turn', null)
  finishTurn(work, false)
}

/** Ends the model's turn. Transitions still see the state keys of the turn (`turn:`), which are then removed. */
export function finishTurn(work: EngineWork, goesOn: boolean): void {
  const { state } = work
  logSpokenTexts(work)
  if (goesOn) return
  requestFactExtraction(work)
  // On models without turns, the requested answer may still be refused.
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
  // A late result is dropped after the turn that followed it, because the model has used it.
  const told = new Set(Object.keys(state.told))
  const late = Object.entries(state.late).filter(([id]) => !told.has(`late/${id}`))
  state.late = Object.fromEntries(late)
  state.told = Object.fromEntries(Object.entries(state.told).filter(([id]) => !isCallFinished(work, id)))
  if (work.engine.profile.resumes) giveUpHandle(work)
  startSilenceTimer(work)
}

/** Whether a slot belongs to a call that is closed. */
const isCallFinished = ({ state }: EngineWork, slot: string): boolean =>
  isCallSlot(slot) && !Object.hasOwn(state.calls, slot.slice(slot.indexOf('/') + 1))
