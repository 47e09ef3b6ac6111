import type { Work } from './work.ts'

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

/** Most characters of a text that the extraction is given. */
const mostCharacters = 4_000

/** Reports one text, and keeps it for the extraction. */
export function note(work: Work, by: 'user' | 'model', text: string, isCut: boolean): void {
  work.effects.push({ type: 'said', by, text, isCut })
  const { extract } = work.engine.config
  if (extract === null) return
  const { recent } = work.state
  work.state.recent = [...recent, { by, text: text.slice(0, mostCharacters) }].slice(-(extract.texts ?? 10))
}
