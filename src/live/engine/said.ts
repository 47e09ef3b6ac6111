import type { SaidText } from '../declare/live-config.ts'
import type { Work } from './work.ts'

/** Milliseconds within which the words of the user's speech come. */
const transcriptTimeout = 2_000

/** Expects the words of a speech that has ended, on models that write them while they answer. */
export function expectTranscript(work: Work): void {
  if (!work.engine.profile.transcribesLate) return
  work.state.isTranscribing = true
  work.timer('transcript', transcriptTimeout)
}

/** Takes note that the words of the user's speech are here, or will not come. What waited for them is reported. */
export function transcribed(work: Work): void {
  const { state } = work
  state.isTranscribing = false
  work.timer('transcript', null)
  if (!state.saidDue) return
  state.saidDue = false
  said(work)
  extract(work)
}

/** Reports the texts of a turn, and has facts read from them; both wait for the user's words if they are still to come. */
export function sayTurn(work: Work, isOver: boolean): void {
  if (work.state.isTranscribing && isOver) work.state.saidDue = true
  else {
    said(work)
    if (isOver) extract(work)
  }
}

function extract(work: Work): void {
  const { extract } = work.config
  const { recent } = work.state
  if (extract !== null && recent.length > 0)
    work.effects.push({ type: 'extract', said: recent.slice(-(extract.texts ?? 10)) })
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

/** Reports one text, and keeps it among the newest ones. */
export function note(work: Work, by: 'user' | 'model', text: string, isCut: boolean): void {
  work.effects.push({ type: 'said', by, text, isCut })
  const texts = work.config.extract?.texts ?? 10
  work.state.recent = newest([...work.state.recent, { by, text }], texts)
}

/** Most characters of one text, and texts that a session which begins anew is told. */
const mostCharacters = 4_000
const mostTexts = 20

/** Returns the newest texts: those that the extraction or a session that begins anew may be given. */
export const newest = (said: readonly SaidText[], texts: number): readonly SaidText[] =>
  said.slice(-Math.max(mostTexts, texts)).map(({ by, text }) => ({ by, text: text.slice(0, mostCharacters) }))

/** Most UTF-8 bytes of the history that a new session is told: no token is shorter than a byte. */
const mostBytes = 8_000

/** Returns the newest texts as a session that begins anew is told them, as JSON; null if there are none. */
export function historyOf(recent: readonly SaidText[]): string | null {
  const texts: SaidText[] = []
  let bytes = 0
  for (const each of recent.slice(-mostTexts).reverse()) {
    bytes += new TextEncoder().encode(each.text).length
    if (bytes > mostBytes) break
    texts.unshift(each)
  }
  return texts.length === 0 ? null : JSON.stringify(texts)
}
