import { type Rank, rank } from './outline.ts'
import type { TextPieces } from './pieces.ts'

/**
 * Number of changed lines at the start of a hunk that rank before its other lines. These lines show what was changed.
 */
const openingLines = 3

/** Ranks the lines of a diff: files, then positions of hunks, then the start of each change, then other changes. */
export function rankDiff(lines: TextPieces): Uint8Array {
  const ranks = new Uint8Array(lines.length)
  const { text } = lines
  const head = text.startsWith('diff --git ') || text.includes('\ndiff --git ') ? 'diff --git ' : '+++ '
  let told = 0
  for (let line = 0; line < lines.length; line++) {
    const start = lines.start(line, 60)
    if (start.startsWith('@@ ')) told = 0
    const given = start.startsWith(head) ? rank.must : rankDiffLine(start)
    ranks[line] = given === rank.middle && told++ >= openingLines ? rank.low : given
  }
  return ranks
}

function rankDiffLine(line: string): Rank {
  if (/^(?:@@ |new file|deleted file|rename |Binary|commit |Author:|Date:)/.test(line)) return rank.high
  if (/^(?:index [0-9a-f]|--- |\+\+\+ )/.test(line)) return rank.never
  if (/^[+-]\s*[^\s})\]]/.test(line)) return rank.middle
  return line.trim() === '' || /^[+-]/.test(line) ? rank.never : rank.dull
}

/** Returns the size of a diff, such as `3 files, +120 -45 lines`. */
export function sizeOfDiff(lines: TextPieces): string {
  let [files, added, removed] = [0, 0, 0]
  for (let line = 0; line < lines.length; line++) {
    const start = lines.start(line, 4)
    if (start.startsWith('+++')) files++
    else if (start.startsWith('+')) added++
    else if (start.startsWith('-') && start !== '--- ') removed++
  }
  return `${files} file${files === 1 ? '' : 's'}, +${added} -${removed} lines`
}
