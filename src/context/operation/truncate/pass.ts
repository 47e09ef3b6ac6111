import { textPass } from '../../../pass/text-pass.ts'
import { truncateText } from './truncate-text.ts'

/** `.truncate`: long texts are cut. A sign stays where not even the mark of a cut has room: a unit never shows nothing. */
export const truncate = textPass('truncate', (text, operation, _, { count }) => {
  const cut = truncateText(text, operation, count)
  return cut === '' ? '…' : cut
})
