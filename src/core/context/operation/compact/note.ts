import { formatNumber } from '../../../text/number.ts'
import type { TextKind } from './detect.ts'

/**
 * Function that writes the end of a compacted text (its note) from the kind and length of the whole text. An empty
 * result adds nothing.
 */
export type WriteNote = (kind: TextKind, characters: number) => string

/**
 * Returns the function that writes the note of a compacted text. The note names the text's handle and, if there is one,
 * the tool that restores the whole text. The character after the handle is never a character that a handle may contain.
 */
export const compactNoteWriter =
  (handle: string, tool: string | null = null): WriteNote =>
  (kind, characters) => {
    const how = tool === null ? '' : ` (call ${tool} with it to read the whole text)`
    return `[Shortened: ${kind} of ${formatNumber(characters)} characters. Handle of the whole text: ${handle}${how}]`
  }
