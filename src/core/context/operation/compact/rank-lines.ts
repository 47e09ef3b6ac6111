import { reportsFailure } from './failure.ts'
import { rank } from './outline.ts'
import type { TextPieces } from './pieces.ts'

/** Maximum number of line kinds to distinguish. Once it is reached, every new kind counts as already seen. */
const mostKinds = 5_000

/** Ranks of the lines of a listing or log, and the kind of each line. */
export interface RankedLines {
  readonly ranks: Uint8Array
  /** Number that identifies each line's kind; 0 if the maximum number of kinds was reached before. */
  readonly kinds: Uint32Array
}

/**
 * Ranks the lines of listings and logs: failures and identifying lines first, then the first line of each kind, then
 * all other lines, alternately from the start and the end.
 */
export function rankLines(lines: TextPieces): RankedLines {
  const ranks = new Uint8Array(lines.length)
  const kinds = new Uint32Array(lines.length)
  const known = new Map<string, number>()
  const failures = new Set<string>()
  for (let line = 0; line < lines.length; line++) {
    const text = lines.start(line)
    if (text.trim() === '') {
      ranks[line] = rank.never
      continue
    }
    const { key, isSame } = kindOfLine(text)
    const isNew = !known.has(key) && known.size < mostKinds
    if (isNew) known.set(key, known.size + 1)
    kinds[line] = known.get(key) ?? 0
    const isFailure = reportsFailure(text)
    const isEnd = line === 0 || line === lines.length - 1
    if (isEnd || (isFailure && isNew)) ranks[line] = rank.must
    else if (isEdge(line, lines.length) || isNaming(text)) ranks[line] = rank.high
    else if (isFailure) ranks[line] = failures.has(text) ? rank.never : rank.low
    else ranks[line] = rankOfKind(isNew, isSame)
    if (isFailure) addUnlessFull(failures, text)
  }
  return { ranks, kinds }
}

/** Adds a text to a set unless the set is full. */
function addUnlessFull(texts: Set<string>, text: string): void {
  if (texts.size < mostKinds) texts.add(text)
}

/**
 * Returns the rank of a line by its kind alone: middle for the first line of a kind, never for a later line with an
 * equal text, and dull for other later lines.
 */
const rankOfKind = (isNew: boolean, isSame: boolean): number =>
  isNew ? rank.middle : isSame ? rank.never : rank.dull

/** Pattern of a line that begins with a position in a file, as searches and compilers print it. */
const placed = /^([^\s:]*[./][^\s:]*?)(?:[:-]\d+[:-]|\(\d+|:)/

/** Whether a line begins with a position in a file. */
export const hasPlace = (line: string): boolean => placed.test(line)

/** Whether a line has a field that identifies a record. */
const isNaming = (text: string): boolean =>
  /^\s*(?:- )?["']?(?:id_?|key|name|title|subject|file_?name|path|url)["']?: ?\S/i.test(text)

const isEdge = (line: number, lines: number): boolean => line < 3 || line >= lines - 4

/**
 * Returns the key that all lines of one kind share. For a line with a position in a file, it is the file; for a path,
 * the folder; for a field, the name. For any other line, it is the text without its numbers, because lines that differ
 * only in numbers are alike.
 */
function kindOfLine(text: string): { readonly key: string; readonly isSame: boolean } {
  const place = placed.exec(text)
  if (place) return { key: `in ${place[1]}`, isSame: false }
  const path = /^\s*(\S*\/)[^\s/]*$/.exec(text)
  if (path) return { key: `under ${path[1]}`, isSame: false }
  const field = /^(\s*(?:- )?["']?[\w -]{1,40}["']?):(?: |$)/.exec(text)
  if (field) return { key: `field ${field[1]}`, isSame: false }
  return { key: withoutNumbers(text), isSame: true }
}

/**
 * Replaces numbers, times and ids with `#`, and shortens lines made of repeated signs. Lines that differ only in these
 * parts become equal.
 */
const withoutNumbers = (text: string): string =>
  text
    .replace(/\b(?=[a-f]*\d)[0-9a-f]{6,}\b|\d+(?:[.,:]\d+)*/gi, '#')
    .replace(/([^\w\s])\1{2,}/g, '$1')
    .trim()
