import type { LiveEvent } from './event.ts'
import { evaluate } from './phases.ts'
import type { Work } from './work.ts'

/** Events after which nobody has been silent. */
const sounds: ReadonlySet<LiveEvent['type']> = new Set(['heard', 'speech-started', 'sending'])
const answers: ReadonlySet<LiveEvent['type']> = new Set(['answer-started', 'spoke', 'called'])

/** Starts to wait for somebody to speak where a turn ends, and stops where somebody does. */
export function breakSilence(work: Work, event: LiveEvent): void {
  const { silenceMs } = work.config
  if (silenceMs === null) return
  const isHeard = sounds.has(event.type) && !(event.type === 'sending' && event.what !== 'text')
  if (isHeard && work.state.values['session:silences'] !== undefined) {
    const { 'session:silences': _, ...values } = work.state.values
    work.state.values = values
  }
  if (isHeard || answers.has(event.type)) work.timer('silence', null)
  const isTurnOver = event.type === 'turn-complete' && event.goesOn !== true
  if (isTurnOver || event.type === 'ready' || event.type === 'speech-stopped')
    work.timer('silence', silenceMs)
}

/** Counts a silence, and looks whether it leads to another phase. */
export function silent(work: Work): void {
  const { state, config } = work
  if (config.silenceMs === null || !work.isQuiet || state.status !== 'open') return
  const before = state.values['session:silences']
  state.values = { ...state.values, 'session:silences': (typeof before === 'number' ? before : 0) + 1 }
  work.timer('silence', config.silenceMs)
  evaluate(work)
}
