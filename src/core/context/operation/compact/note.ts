import { formatNumber } from '../../../text/number.ts'
import type { TextKind } from './detect.ts'

/** Writes the end of a compacted text, given the kind and length of the whole text; an empty result adds nothing. */
export type WriteNote = (kind: TextKind, characters: number) => string

/**
 * Returns the note of a compacted text, which names its handle and, if there is one, the tool that restores the whole
 * text. The character after the handle is never one that could belong to a handle.
 */
export const noteOf =
  (handle: string, tool: string | null = null): WriteNote =>
  (kind, characters) => {
    const how = tool === null ? '' : ` (call ${tool} with it to read the whole text)`
    return `[Shortened: ${kind} of ${formatNumber(characters)} characters. Handle of the whole text: ${handle}${how}]`
  }
