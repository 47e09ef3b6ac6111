import { formatNumber } from '../../../text/number.ts'
import type { TextKind } from './detect.ts'

/**
 * Function that returns the note at the end of a compacted text, from the kind and the length of the whole text. If the
 * note is empty, nothing is added.
 */
export type WriteNote = (kind: TextKind, characters: number) => string

/**
 * Returns the function that writes the note of a compacted text. The note names the text's handle and, if there is one,
 * the tool that restores the whole text. After the handle comes a character that no handle contains.
 */
export const compactNoteWriter =
  (handle: string, tool: string | null = null): WriteNote =>
  (kind, characters) => {
    const how = tool === null ? '' : ` (call ${tool} with it to read the whole text)`
    return `[Shortened: ${kind} of ${formatNumber(characters)} characters. Handle of the whole text: ${handle}${how}]`
  }
