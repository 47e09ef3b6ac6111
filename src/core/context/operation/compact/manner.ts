import { isNumbered } from './code-line.ts'
import { type Manner, rank } from './outline.ts'
import type { TextPieces } from './pieces.ts'
import type { RankedLines } from './rank-lines.ts'

/** Returns the format for code: each line is shown with its number, so that gaps are visible. */
export function codeManner(lines: TextPieces): Manner {
  const numbered = Array.from({ length: Math.min(lines.length, 40) }, (_, line) => lines.start(line))
  const isGiven = numbered.filter(isNumbered).length > numbered.length / 2
  return {
    order: 'first',
    clip: 160,
    label: isGiven ? () => '' : line => `${line + 1}: `,
    joint: () => '\n',
    gap: () => '\n',
    gapSize: 1,
  }
}

/**
 * Returns the format for lines. In place of a gap, a text states the number of dropped lines, and whether they are of
 * the same kind as the line before the gap.
 */
export function linesManner(lines: TextPieces, order: Manner['order'], ranked?: RankedLines): Manner {
  return {
    order,
    clip: 240,
    label: () => '',
    joint: () => '\n',
    gap: (from, to) => {
      if (to - from < 4 && everyPieceBetween(from, to, line => lines.isBlank(line))) return '\n\n'
      const kind = ranked && from > 0 ? ranked.kinds[from - 1] : 0
      const isAlike = kind !== 0 && everyPieceBetween(from, to, line => ranked?.kinds[line] === kind)
      const count = to - from
      return `\n… ${count} ${isAlike ? 'more like this' : count === 1 ? 'line' : 'lines'}\n`
    },
    gapSize: 28,
  }
}

/** Returns the format for a diff. An ellipsis replaces dropped changes, and hunk headers show the position. */
export function diffManner(lines: TextPieces): Manner {
  const isChange = (line: number): boolean => /^(?:\+(?!\+\+ )|-(?!-- ))/.test(lines.start(line, 4))
  return {
    order: 'first',
    clip: 160,
    label: () => '',
    joint: () => '\n',
    gap: (from, to) => (everyPieceBetween(from, to, line => !isChange(line)) ? '\n' : '\n…\n'),
    gapSize: 3,
  }
}

/** Returns the format for sentences. An ellipsis replaces dropped sentences, and line breaks are kept. */
export function proseManner(sentences: TextPieces): Manner {
  const { text } = sentences
  const breakOf = (from: number, to: number): string =>
    text.slice(sentences.to(from), sentences.from(to)).includes('\n') ? '\n' : ' '
  return {
    order: 'first',
    clip: 240,
    label: () => '',
    joint: piece => breakOf(piece - 1, piece),
    gap: (from, to) => (to === sentences.length ? ' …' : ` …${breakOf(from - 1, to)}`),
    gapSize: 4,
  }
}

function everyPieceBetween(from: number, to: number, test: (piece: number) => boolean): boolean {
  for (let piece = from; piece < to; piece++) if (!test(piece)) return false
  return true
}

/** Ranks the rows of a table: first the header, the first rows and the last row, then as many other rows as fit. */
export function rankRows(rows: TextPieces): Uint8Array {
  const ranks = new Uint8Array(rows.length).fill(rank.dull)
  for (const row of [0, 1, 2, rows.length - 1]) if (row < rows.length) ranks[row] = rank.must
  for (let row = 0; row < rows.length; row++) if (rows.isBlank(row)) ranks[row] = rank.never
  return ranks
}
