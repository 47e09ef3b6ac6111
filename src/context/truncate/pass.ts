import { textPass } from '../schedule/text-pass.ts'
import { truncateText } from './truncate-text.ts'

/** `.truncate`: long texts are cut. */
export const truncate = textPass('truncate', (text, operation, _, count) =>
  truncateText(text, operation, count),
)
