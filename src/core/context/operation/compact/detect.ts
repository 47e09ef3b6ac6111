import { isCode, isDeclaration, isNumbered, withoutNumber } from './code-line.ts'
import { columnsOf } from './columns.ts'
import { reportsFailure } from './failure.ts'
import { isJsonLine } from './json-lines.ts'
import type { TextPieces } from './pieces.ts'
import { hasPlace } from './rank-lines.ts'

/**
 * Form of a text: JSON, JSON Lines, rows with columns, a unified diff, HTML, source code, lines that a
 * program wrote (listings and logs), or sentences.
 */
export type TextKind = 'json' | 'json-lines' | 'table' | 'diff' | 'markup' | 'code' | 'lines' | 'prose'

/** Upper bound on the lines that are examined, whatever the length of the text. */
const looked = 300

/**
 * Returns the kind of a text that is not JSON. A kind is recognized by the share of lines that have a shape typical of
 * it.
 */
export function detectTextKind(lines: TextPieces): Exclude<TextKind, 'json'> {
  const all = sampleLines(lines)
  const full = all.filter(line => line.trim() !== '')
  if (full.length === 0) return 'prose'
  return detectFormat(lines, full) ?? kindByLines(lines.text, full)
}

/** Returns the share of lines that pass a test, from 0 to 1. */
const shareOf = (lines: readonly string[], test: (line: string) => boolean): number =>
  lines.filter(test).length / lines.length

/** Returns the kind of a text with a distinctive format, such as a diff; null for any other text. */
function detectFormat(
  lines: TextPieces,
  full: readonly string[],
): 'diff' | 'markup' | 'json-lines' | 'table' | null {
  if (isDiff(lines.text) && shareOf(full, line => /^[-+ @]|^diff |^index /.test(line)) > 0.8) return 'diff'
  if (isHTML(lines.text)) return 'markup'
  if (full.length > 1 && everySampledLine(lines, isJsonLine)) return 'json-lines'
  return columnsOf(full) > 0 ? 'table' : null
}

function kindByLines(text: string, full: readonly string[]): 'prose' | 'code' | 'lines' {
  const mean = full.reduce((sum, line) => sum + line.length, 0) / full.length
  if (mean > 200) return 'prose'
  const isFile = shareOf(full, isNumbered) > 0.6
  if (!isFile && isMarkdown(text)) return 'prose'
  if (isProgram(full, isFile)) return 'code'
  if (shareOf(full, hasPlace) > 0.3 || shareOf(full, reportsFailure) > 0.2) return 'lines'
  return isProse(full, mean) ? 'prose' : 'lines'
}

/**
 * Whether lines are source code. A text with line numbers is the content of a file. A file counts as code if it has a
 * declaration and some code lines.
 */
function isProgram(full: readonly string[], isFile: boolean): boolean {
  const bare = isFile ? full.map(withoutNumber).filter(line => line.trim() !== '') : full
  const code = bare.filter(isCode).length / Math.max(1, bare.length)
  return code > 0.6 || (code > (isFile ? 0.2 : 0.4) && bare.some(isDeclaration))
}

/** Returns a sample of lines, spread evenly over the text. */
function sampleLines(lines: TextPieces): string[] {
  const step = Math.max(1, lines.length / looked)
  const count = Math.min(lines.length, looked)
  return Array.from({ length: count }, (_, index) => lines.start(Math.floor(index * step)))
}

/** Whether about 30 complete lines, spread evenly over the text, all pass a test. Blank lines are ignored. */
function everySampledLine(lines: TextPieces, test: (line: string) => boolean): boolean {
  const step = Math.max(1, lines.length / 30)
  for (let at = 0; at < lines.length; at += step) {
    const line = Math.floor(at)
    if (!lines.isBlank(line) && !test(lines.text.slice(lines.from(line), lines.to(line)))) return false
  }
  return true
}

const isDiff = (text: string): boolean =>
  /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text) && /^\+\+\+ /m.test(text)

/**
 * Whether a text has two headings, each at the start of the text or after a blank line. A single heading may be a
 * comment in a script.
 */
const isMarkdown = (text: string): boolean =>
  (text.slice(0, 20_000).match(/(?:^|\n\n)#{1,6} [^\n]{2,100}\n/g) ?? []).length > 1

/** Whether the start of a text has many HTML tags. A few tags may occur in any text. */
function isHTML(text: string): boolean {
  const start = text.slice(0, 20_000)
  const tags =
    start.match(
      /<\/?(?:html|head|body|div|span|p|a|ul|ol|li|table|tr|td|th|h[1-6]|script|style|meta|link|br|img|nav|section)\b[^<>]{0,2000}>/gi,
    ) ?? []
  const size = tags.reduce((sum, tag) => sum + tag.length, 0)
  return /^\s*<(?:!doctype html|html)\b/i.test(start) || (tags.length > 8 && size > start.length / 6)
}

/** Whether lines are prose: few lines, very long lines, or lines that mostly end with punctuation. */
function isProse(lines: readonly string[], mean: number): boolean {
  const ended = lines.filter(line => /[.!?:]["')\]*]*\s*$/.test(line)).length / lines.length
  return lines.length < 6 || mean > 120 || (mean > 60 && ended > 0.5)
}
