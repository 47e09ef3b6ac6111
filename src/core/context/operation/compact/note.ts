import { grouped } from '../../../text/number.ts'
import type { TextKind } from './detect.ts'

/** Writes the end of a compacted text, given the length of the whole; an empty result adds nothing. */
export type WriteNote = (kind: TextKind, characters: number) => string

/**
 * Returns the note of a compacted text, with its handle and the tool, if any, that restores the whole. No character
 * after the handle can be mistaken for a part of it.
 */
export const noteOf =
  (handle: string, tool: string | null = null): WriteNote =>
  (kind, characters) => {
    const how = tool === null ? '' : ` (call ${tool} with it to read the whole text)`
    return `[Shortened: ${kind} of ${grouped(characters)} characters. Handle of the whole text: ${handle}${how}]`
  }
