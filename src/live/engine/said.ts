import type { SaidText } from '../declare/live-config.ts'
import type { LogEffect } from './effect.ts'
import type { Work } from './work.ts'

/** Milliseconds within which the words of the user's speech come. */
const transcriptTimeout = 2_000

/** Expects the words of a speech that has ended, on models that write them while they answer: later reports wait. */
export function expectTranscript(work: Work): void {
  if (!work.engine.profile.transcribesLate) return
  work.state.waiting = [...work.state.waiting, { type: 'words' }]
  work.timer('transcript', transcriptTimeout)
}

/** Takes the user's words. Reports that waited for them follow. */
export function hear(work: Work, text: string): void {
  const { state } = work
  const at = state.waiting.findIndex(({ type }) => type === 'words')
  if (at < 0) {
    state.heard += text
    return
  }
  const next = state.waiting.findIndex(({ type }, index) => type === 'words' && index > at)
  const [before, after] = [state.waiting.slice(0, at), state.waiting.slice(at + 1)]
  const ready = next < 0 ? after : after.slice(0, next - at - 1)
  state.waiting = next < 0 ? [] : after.slice(next - at - 1)
  if (next < 0) work.timer('transcript', null)
  const said = { type: 'said', by: 'user', agent: work.config.name, text, isCut: false } as const
  for (const effect of [...before, said, ...ready]) report(work, effect as LogEffect)
}

/** Stops to wait for words: what waited for them is reported. */
export function stopTranscripts(work: Work): void {
  const { waiting } = work.state
  if (waiting.length === 0) return
  work.state.waiting = []
  work.timer('transcript', null)
  for (const effect of waiting) if (effect.type !== 'words') report(work, effect)
}

/** Reports something now. Texts are kept among the newest ones; facts are read from those. */
function report(work: Work, effect: LogEffect): void {
  const { state } = work
  if (effect.type === 'said') {
    const texts = work.config.extract?.texts ?? 10
    state.recent = newest([...state.recent, { by: effect.by, text: effect.text }], texts)
  }
  work.effects.push(effect.type === 'extract' ? { ...effect, said: textsFor(work) } : effect)
}

const textsFor = ({ state, config }: Work): readonly SaidText[] =>
  state.recent.slice(-(config.extract?.texts ?? 10))

/** Reports something whose place among the reports matters: it waits for the words of a speech before it. */
export function log(work: Work, effect: LogEffect): void {
  const { state } = work
  if (state.waiting.length > 0) state.waiting = [...state.waiting, effect]
  else report(work, effect)
}

/** Has facts read from what was said to the agent that speaks. */
export function extract(work: Work): void {
  const { state, config } = work
  if (config.extract === null || (state.recent.length === 0 && state.waiting.length === 0)) return
  const number = state.extraction.asked + 1
  state.extraction = { ...state.extraction, asked: number }
  log(work, { type: 'extract', agent: config.name, number, said: [] })
}

/** Reports what was said since it was last reported; each text once. */
export function said(work: Work): void {
  const { state } = work
  const { heard, spoke, isCut } = state
  if (heard !== '') note(work, 'user', heard, false)
  if (spoke !== '') note(work, 'model', spoke, isCut)
  state.heard = ''
  state.spoke = ''
  state.isCut = false
}

/** Reports one text. */
export const note = (work: Work, by: 'user' | 'model', text: string, isCut: boolean): void =>
  log(work, { type: 'said', by, agent: work.config.name, text, isCut })

/** Most characters of one text, and texts that a session which begins anew is told. */
const mostCharacters = 4_000
const mostTexts = 20

/** Returns the newest texts: those that the extraction or a session that begins anew may be given. */
export const newest = (said: readonly SaidText[], texts: number): readonly SaidText[] =>
  said.slice(-Math.max(mostTexts, texts)).map(({ by, text }) => ({ by, text: text.slice(0, mostCharacters) }))

/** Most UTF-8 bytes of the history that a new session is told: no token is shorter than a byte. */
const mostBytes = 8_000

/** Returns the newest texts as a session that begins anew is told them, as JSON; null if there are none. */
export function historyOf({ state: { recent }, shown }: Work): string | null {
  const texts: SaidText[] = []
  let bytes = 0
  for (const said of recent.slice(-mostTexts).reverse()) {
    const each: SaidText = { by: said.by, text: shown.said(said) }
    bytes += new TextEncoder().encode(each.text).length
    if (bytes > mostBytes) break
    texts.unshift(each)
  }
  return texts.length === 0 ? null : JSON.stringify(texts)
}
