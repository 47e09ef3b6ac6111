import type { LiveEvent } from './event.ts'
import { takeTransitions } from './phases.ts'
import type { EngineWork } from './work.ts'

/** Events that show that the user speaks or writes. */
const sounds: ReadonlySet<LiveEvent['type']> = new Set(['heard', 'speech-started', 'sending'])
const answers: ReadonlySet<LiveEvent['type']> = new Set(['answer-started', 'spoke', 'called'])

/** Cancels the silence timer when somebody speaks. Starts it after a setup or the end of the user's speech. */
export function updateSilenceTimer(work: EngineWork, event: LiveEvent): void {
  const { silenceMs } = work.config
  if (silenceMs === null) return
  const isHeard = sounds.has(event.type) && !(event.type === 'sending' && event.what !== 'text')
  if (isHeard && work.state.values['session:silences'] !== undefined) {
    const { 'session:silences': _, ...values } = work.state.values
    work.state.values = values
  }
  if (isHeard || answers.has(event.type)) work.setTimer('silence', null)
  if (event.type === 'ready' || event.type === 'speech-stopped') startSilenceTimer(work)
}

/** Starts the silence timer. */
export function startSilenceTimer(work: EngineWork): void {
  const { silenceMs } = work.config
  if (silenceMs !== null) work.setTimer('silence', silenceMs)
}

/** Counts a silence in the state, and takes the transitions whose condition this makes true. */
export function countSilence(work: EngineWork): void {
  const { state, config } = work
  if (config.silenceMs === null || !work.isQuiet || state.status !== 'open') return
  const before = state.values['session:silences']
  state.values = { ...state.values, 'session:silences': (typeof before === 'number' ? before : 0) + 1 }
  startSilenceTimer(work)
  takeTransitions(work)
}
