import { grouped } from '../../text/number.ts'
import type { TextKind } from './kind.ts'

/** Writes what stands at the end of a short form of a text of so many characters; nothing where it gives an empty text. */
export type Note = (kind: TextKind, characters: number) => string

/** The note of a form that can be brought back by its handle. */
export const noteOf =
  (handle: string): Note =>
  (kind, characters) =>
    `[Shortened: ${kind} of ${grouped(characters)} characters. Handle of the whole text: ${handle}]`
