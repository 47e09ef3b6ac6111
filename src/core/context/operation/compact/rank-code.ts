import { indentOf, isDeclaration, withoutNumber } from './code-line.ts'
import { isVerdict } from './failure.ts'
import { rank } from './outline.ts'
import type { TextPieces } from './pieces.ts'

/** Ranks the lines of source code: declarations first (outermost before nested), then messages that a tool added. */
export function rankCode(lines: TextPieces): Uint8Array {
  const ranks = new Uint8Array(lines.length).fill(rank.dull)
  let isOpen = false
  let isImport = false
  for (let line = 0; line < lines.length; line++) {
    const given = lines.start(line)
    const text = withoutNumber(given)
    const isWithin = isImport
    isImport = isImport ? !/^[^({]*[)}]/.test(text) : opensImport.test(text)
    ranks[line] = rankCodeLine(given, text, isWithin || isImport)
    if (!text.startsWith('```')) continue
    // The line before an opening code fence names the code inside the fence.
    isOpen = !isOpen
    if (isOpen && line > 0 && ranks[line - 1] !== rank.never) ranks[line - 1] = rank.must
  }
  const edges = [0, 1, lines.length - 1]
  for (const line of edges) if (line >= 0 && ranks[line] === rank.dull) ranks[line] = rank.must
  return ranks
}

/**
 * Returns the rank of a line. `given` is the unchanged line; `text` is the line without the line number of a listing.
 */
function rankCodeLine(given: string, text: string, isImport: boolean): number {
  // Blank lines and lines that contain only closing brackets add nothing.
  if (!/[\p{L}\p{N}`]/u.test(text) || text.startsWith('```')) return rank.never
  if (isVerdict(given)) return rank.high
  if (isImport || imports.test(text)) return rank.last
  if (isDeclaration(text)) return levels[Math.min(2, Math.ceil(indentOf(text) / 4))] as number
  return /^\S.*\{\s*$/.test(text) ? rank.middle : rank.dull
}

const imports =
  /^\s*(?:import\b|from\s+\S+\s+import\b|#\s*include\b|use\s+[\w:\\]+|using\s+[\w.]+;|\}\s*from\s)/

/** Start of an import that spans several lines. */
const opensImport = /^(?:import\b[^)}]*[({]|from\s+\S+\s+import\s*\()[^)}]*$/

const levels = [rank.high, rank.middle, rank.low]
