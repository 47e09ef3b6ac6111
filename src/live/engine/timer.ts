import { handleToolResult, sendUnsentResults } from './calls.ts'
import { recordAnswerEnd, recordMessageLost } from './confirm.ts'
import { handleConnectionClose } from './connection.ts'
import { moveToNewConnection } from './reconnect.ts'
import { stopAwaitingPlayback, stopAwaitingTranscripts } from './said.ts'
import { countSilence } from './silence.ts'
import { endTurnAfterPause } from './turn.ts'
import type { EngineWork } from './work.ts'

/** Handles the end of a timer, by the timer's name. */
export function handleTimer(work: EngineWork, name: string): void {
  const { state } = work
  const [kind, of = ''] = name.split(/\/(.*)/s)
  if (kind === 'retry') {
    state.isWaiting = false
    sendUnsentResults(work)
  } else if (kind === 'answer') {
    state.isAnswering = false
    state.isExpecting = false
    recordAnswerEnd(work)
  } else if (kind === 'transcript') stopAwaitingTranscripts(work)
  else if (kind === 'playback') stopAwaitingPlayback(work)
  else if (kind === 'alive') state.attempts = 0
  else if (kind === 'turn') endTurnAfterPause(work)
  else if (kind === 'speech') state.isSpeaking = false
  else if (kind === 'silence') countSilence(work)
  else if (kind === 'setup' && state.status === 'connecting')
    handleConnectionClose(work, { type: 'closed', reason: 'the server did not answer the setup' })
  else if (kind === 'ack') recordMessageLost(work, Number(of), { reason: 'it was not confirmed in time' })
  else if (kind === 'tool') {
    work.effects.push({ type: 'abort', id: of })
    const value = { error: 'The tool did not answer in time.' }
    handleToolResult(work, { type: 'result', id: of, value, isError: true })
  } else if (kind === 'go-away' && state.isGoingAway && state.status === 'open') moveToNewConnection(work)
}
