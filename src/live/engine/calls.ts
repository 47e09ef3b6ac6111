import { callIdRunning, callRefused, liveResultWithoutCall, resultAsContext } from '../../core/diag/live.ts'
import { transferName } from '../../core/ir/call.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import { toJson } from '../../core/text/json.ts'
import type { LiveEvent } from './event.ts'
import { pendingContextBlocks, sendPendingChanges } from './flush.ts'
import { addInstructionAsContext } from './interim.ts'
import { pendingChanges } from './pending.ts'
import { setStateValues, takeTransitions } from './phases.ts'
import { logEntryInOrder, logSpokenTexts } from './said.ts'
import type { OpenCall } from './state.ts'
import { transferByCall } from './transfer.ts'
import { callableToolNames } from './wanted.ts'
import { type EngineWork, resultAsText } from './work.ts'

type Of<Type extends LiveEvent['type']> = Extract<LiveEvent, { readonly type: Type }>

/** Returns an open call by its id; undefined for an unknown id. The model chooses the id, so it may be any text. */
const findOpenCall = ({ calls }: EngineWork['state'], id: string): OpenCall | undefined =>
  Object.hasOwn(calls, id) ? calls[id] : undefined

/** Handles a call of the model. If the phase does not allow the tool, the call gets an error result immediately. */
export function handleCall(work: EngineWork, { id, name, args }: Of<'called'>): void {
  const { state, engine, config } = work
  if (Object.hasOwn(state.calls, id)) return work.reportDiagnostic(callIdRunning(name, id))
  const tool = config.tools.find(each => each.name === name)
  const isBackground = tool?.background === true && engine.profile.backgroundCalls
  // The texts said before the call must be logged before it.
  logSpokenTexts(work)
  logEntryInOrder(work, { type: 'called', agent: config.name, id, name, args })
  // While the conversation changes to another connection, a call still belongs to the old one.
  state.calls = { ...state.calls, [id]: { name, args, isBackground, isCurrent: state.status === 'open' } }
  if (name === transferName && config.targets.length > 0) {
    const value = transferByCall(work, args)
    return answerModelCall(work, id, value, { isError: typeof value !== 'string' })
  }
  if (tool !== undefined && callableToolNames(engine, state).includes(name)) {
    work.effects.push({ type: 'run', id, name, args })
    if (tool.timeoutMs !== undefined) work.setTimer(`tool/${id}`, tool.timeoutMs)
    return
  }
  const why = tool === undefined ? 'no tool has that name' : `the phase '${state.phase}' does not allow it`
  work.reportDiagnostic(callRefused(name, why))
  answerModelCall(work, id, { error: `The tool '${name}' is not available: ${why}.` }, { isError: true })
}

/** Handles the result of a tool. Sends context that the result changes before the result itself. */
export function handleToolResult(work: EngineWork, result: Of<'result'>): void {
  const { id, value, set, delete: deleted } = result
  const call = findOpenCall(work.state, id)
  if (call === undefined || call.value !== undefined) return work.reportDiagnostic(liveResultWithoutCall(id))
  const by = result.isExternal === true ? 'external' : 'tool'
  if (set !== undefined || deleted !== undefined) setStateValues(work, set ?? {}, deleted, by)
  takeTransitions(work)
  answerModelCall(work, id, value, result)
}

/** Sends the progress of a background call to the model. */
export function handleToolProgress(work: EngineWork, { id, value }: Of<'progress'>): void {
  const { state, engine } = work
  const call = findOpenCall(state, id)
  if (call === undefined || call.value !== undefined || !call.isBackground) return
  const [name, shown] = [work.shown.text(call.name), work.shown.data(value)]
  const text = `${name}, so far: ${toJson(shown)}`
  if (engine.profile.takesProgress && call.isCurrent && state.status === 'open')
    return work.sendEngineMessage(
      { kind: 'progress', call: id, name, value: shown },
      {},
      { progress: { call: id, text } },
    )
  storeCallProgress(work, id, text)
}

/** Stores the progress of a call, so that it is sent to the model as context. */
export function storeCallProgress(work: EngineWork, id: string, progress: string): void {
  const call = findOpenCall(work.state, id)
  if (call !== undefined) work.state.calls = { ...work.state.calls, [id]: { ...call, progress } }
}

/** Sends the results that could not be written before. */
export function sendUnsentResults(work: EngineWork): void {
  const flying = new Set(Object.values(work.state.flying).map(({ call }) => call))
  for (const [id, call] of Object.entries(work.state.calls))
    if (call.value !== undefined && call.isCurrent && !flying.has(id)) sendCallResult(work, id, call)
}

/** Records that the model has received a result, and closes the call. */
export function recordDeliveredResult(work: EngineWork, id: string): void {
  const { engine, state } = work
  const call = findOpenCall(state, id)
  if (call === undefined) return
  const { [id]: _, ...rest } = state.calls
  state.calls = rest
  if (work.isBlocked) return
  if (!engine.profile.answersResults) state.speakDue = true
  else if (engine.profile.hasTurns && !call.isBackground) work.awaitAnswer()
}

/** Closes the calls that the server cancelled. */
export function cancelServerCalls(work: EngineWork, ids: readonly string[]): void {
  for (const id of ids) {
    const call = findOpenCall(work.state, id)
    if (call === undefined) continue
    const { [id]: _, ...rest } = work.state.calls
    work.state.calls = rest
    work.setTimer(`tool/${id}`, null)
    work.effects.push({ type: 'abort', id })
    const value = { error: 'The call was taken back.' }
    if (call.value === undefined)
      logEntryInOrder(work, {
        type: 'answered',
        id,
        name: call.name,
        value,
        isError: true,
        isExternal: false,
      })
  }
}

function answerModelCall(
  work: EngineWork,
  id: string,
  value: JsonValue,
  { isError = false, isExternal = false }: Pick<Of<'result'>, 'isError' | 'isExternal'>,
): void {
  const { state } = work
  const call = findOpenCall(state, id)
  if (call === undefined) return
  const answered = { ...call, value }
  state.calls = { ...state.calls, [id]: answered }
  work.setTimer(`tool/${id}`, null)
  logEntryInOrder(work, { type: 'answered', id, name: call.name, value, isError, isExternal })
  if (call.isCurrent) return sendCallResult(work, id, answered)
  work.reportDiagnostic(resultAsContext(call.name))
  work.addLateResult(id)
}

function sendCallResult(work: EngineWork, id: string, { name: called, value: given = null }: OpenCall): void {
  const { state, engine } = work
  const [name, value] = [work.shown.text(called), work.shown.result(id, given)]
  sendPendingChanges(work, 'result')
  // A separate context message would cancel the call, so context is sent inside the result.
  const isInside = engine.profile.contextCancelsCalls && state.status === 'open'
  const taken = isInside
    ? pendingContextBlocks(work, addInstructionAsContext(work, pendingChanges(engine, state)))
    : { blocks: [], slots: {} }
  const isLast = !Object.entries(state.calls).some(
    ([other, each]) => other !== id && each.isCurrent && !each.isBackground && each.value === undefined,
  )
  work.sendEngineMessage(
    { kind: 'result', call: id, name, value, isLast, context: taken.blocks },
    taken.slots,
    {
      call: id,
      unheld: resultAsText(name, value),
    },
  )
}
