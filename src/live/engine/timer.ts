import { finished, sendResults } from './calls.ts'
import { answered, frameFailed } from './confirm.ts'
import { connectionClosed } from './connection.ts'
import { reconnect } from './reconnect.ts'
import { stopPlaying, stopTranscripts } from './said.ts'
import { silent } from './silence.ts'
import { pauseTurn } from './turn.ts'
import type { EngineWork } from './work.ts'

/** Handles the end of a timer. */
export function timer(work: EngineWork, name: string): void {
  const { state } = work
  const [kind, of = ''] = name.split(/\/(.*)/s)
  if (kind === 'retry') {
    state.isWaiting = false
    sendResults(work)
  } else if (kind === 'answer') {
    state.isAnswering = false
    state.isExpecting = false
    answered(work)
  } else if (kind === 'transcript') stopTranscripts(work)
  else if (kind === 'playback') stopPlaying(work)
  else if (kind === 'alive') state.attempts = 0
  else if (kind === 'turn') pauseTurn(work)
  else if (kind === 'speech') state.isSpeaking = false
  else if (kind === 'silence') silent(work)
  else if (kind === 'setup' && state.status === 'connecting')
    connectionClosed(work, { type: 'closed', reason: 'the server did not answer the setup' })
  else if (kind === 'ack') frameFailed(work, Number(of), { reason: 'it was not confirmed in time' })
  else if (kind === 'tool') {
    work.effects.push({ type: 'abort', id: of })
    const value = { error: 'The tool did not answer in time.' }
    finished(work, { type: 'result', id: of, value, isError: true })
  } else if (kind === 'go-away' && state.isGoingAway && state.status === 'open') reconnect(work)
}
