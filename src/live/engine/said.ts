import type { Work } from './work.ts'

/** Reports what was said since it was last reported; each text once. */
export function said(work: Work): void {
  const { state } = work
  const { heard, spoke, isCut } = state
  if (heard !== '') work.effects.push({ type: 'said', by: 'user', text: heard, isCut: false })
  if (spoke !== '') work.effects.push({ type: 'said', by: 'model', text: spoke, isCut })
  state.heard = ''
  state.spoke = ''
  state.isCut = false
}
