import { cutBefore } from '../../../text/cut.ts'
import { JsonTree } from '../../json/tree.ts'
import { shortJson } from './json.ts'
import type { TextPieces } from './pieces.ts'

/** Whether a line is a JSON object or list. */
export const isJsonLine = (line: string): boolean => /^\s*[{[]/.test(line) && JsonTree.of(line) !== null

/** Minimum number of characters for each kept record. */
const least = 80

/**
 * Writes JSON Lines in at most `most` characters. The first and last records are kept, and strings between them
 * describe the dropped records.
 */
export function shortJsonLines(lines: TextPieces, most: number, note: string): string | null {
  const full = Array.from({ length: lines.length }, (_, line) => line).filter(line => !lines.isBlank(line))
  const noted = note === '' ? '' : JSON.stringify(note)
  for (let told = Math.min(full.length, Math.floor(most / least)); told > 0; told = Math.floor(told / 2)) {
    const each = Math.floor((most - noted.length - 40) / told) - 1
    const last = told > 2 ? Math.max(1, Math.floor(told / 4)) : 0
    const text = writeRecords(lines, full, told, last, each)
    if (text === null) continue
    return noted === '' ? text : `${text}\n${noted}`
  }
  return null
}

function writeRecords(
  lines: TextPieces,
  full: readonly number[],
  told: number,
  last: number,
  each: number,
): string | null {
  const describeDropped = (line: number): string | null =>
    shortLine(lines.text.slice(lines.from(line), lines.to(line)), each)
  const head = full.slice(0, told - last).map(describeDropped)
  const tail = last > 0 ? full.slice(-last).map(describeDropped) : []
  const gap = told < full.length ? [JSON.stringify(`… ${full.length - told} more lines`)] : []
  const all = [...head, ...gap, ...tail]
  return all.includes(null) ? null : all.join('\n')
}

/** Writes a record in at most `most` characters; a line that is not JSON is cut. */
function shortLine(line: string, most: number): string | null {
  const tree = JsonTree.of(line)
  if (tree === null) return line.length <= most ? line : `${line.slice(0, cutBefore(line, most - 1))}…`
  return shortJson(tree, most, '', 'head', cutString)
}

/** Returns the start of a string, with an ellipsis if it is cut. */
export const cutString = (said: string, most: number): string =>
  said.length <= most ? said : most < 1 ? '' : `${said.slice(0, cutBefore(said, most - 1))}…`
