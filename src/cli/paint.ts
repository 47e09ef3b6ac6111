import { type Look, type Paint, plainPaint } from '../core/text/columns.ts'

const codes: Readonly<Record<Look, readonly [open: number, close: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
}

/** ANSI codes of all colours and styles that the commands use. */
export const paintCodes: readonly number[] = [...new Set(Object.values(codes).flat())]

const ansi: Paint = (look, text) => `\u001b[${codes[look][0]}m${text}\u001b[${codes[look][1]}m`

/** Returns functions that colour text for a terminal. If colour is off, they return the text unchanged. */
export const paintFor = (colour: boolean): Paint => (colour ? ansi : plainPaint)
