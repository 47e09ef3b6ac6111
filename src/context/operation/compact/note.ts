import { grouped } from '../../../text/number.ts'
import type { TextKind } from './kind.ts'

/** Writes what stands at the end of a short form of a text of so many characters; nothing where it gives an empty text. */
export type Note = (kind: TextKind, characters: number) => string

/**
 * The note of a form that can be brought back by its handle, and by which tool where there is one. The handle stands where
 * no sign behind it can be taken for a part of it.
 */
export const noteOf =
  (handle: string, tool: string | null = null): Note =>
  (kind, characters) => {
    const how = tool === null ? '' : ` (call ${tool} with it to read the whole text)`
    return `[Shortened: ${kind} of ${grouped(characters)} characters. Handle of the whole text: ${handle}${how}]`
  }
