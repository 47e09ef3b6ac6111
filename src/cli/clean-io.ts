import { printable } from '../core/text/columns.ts'
import type { Io } from './io.ts'
import { paintCodes } from './paint.ts'

const colours = new RegExp(`(\\u001b\\[(?:${paintCodes.join('|')})m)`)

/** Returns a text that is safe to print. Only control sequences for the command line's own colours are kept. */
const keepOwnColours = (text: string, hasColour: boolean): string =>
  hasColour
    ? text
        .split(colours)
        .map((piece, at) => (at % 2 === 1 ? piece : printable(piece)))
        .join('')
    : printable(text)

/** Returns an environment that makes all output safe to print, whatever a command prints. */
export const withCleanOutput = (io: Io): Io => ({
  ...io,
  out: text => io.out(keepOwnColours(text, io.colour.out)),
  err: text => io.err(keepOwnColours(text, io.colour.err)),
})
