import { textPass } from '../schedule/text-pass.ts'
import { compactedAs } from '../shape/words.ts'
import { compactText } from './compact-text.ts'

/** `.compact`: long texts are shown short, with the handle that brings them back. */
export const compact = textPass(
  'compact',
  (text, operation, handle) =>
    compactText(text, operation, (_, leftOut) => compactedAs(leftOut, handle))?.text ?? null,
)
