import { textPass } from '../../../pass/text-pass.ts'
import { compactText } from './compact-text.ts'
import { noteOf } from './note.ts'

/** `.compact`: long texts are shown short, with the handle that brings them back. */
export const compact = textPass('compact', (text, { over, expand }, handle, { expander }) => {
  const note = noteOf(handle, expand === 'tool' ? expander : null)
  return compactText(text, { over, note })?.text ?? null
})
