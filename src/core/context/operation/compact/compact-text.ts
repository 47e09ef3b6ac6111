import { JsonTree } from '../../json/tree.ts'
import { columnsOf } from './columns.ts'
import { detectTextKind, type TextKind } from './detect.ts'
import { shortJson } from './json.ts'
import { cutString, shortJsonLines } from './json-lines.ts'
import { writeLackingNames } from './lacking-names.ts'
import { codeManner, diffManner, linesManner, proseManner, rankRows } from './manner.ts'
import { textOfHtml } from './markup.ts'
import type { WriteNote } from './note.ts'
import { type Manner, writeOutline } from './outline.ts'
import { sentencesOf, type TextPieces, textLines } from './pieces.ts'
import { rankCode } from './rank-code.ts'
import { rankDiff, sizeOfDiff } from './rank-diff.ts'
import { rankLines } from './rank-lines.ts'
import { rankProse } from './rank-prose.ts'

/** Limits on a compacted text. */
export interface CompactLimits {
  /** Length in UTF-16 units up to which a text stays unchanged. */
  readonly over: number
  /** Upper bound on the characters of a compacted text, including its note; 1,600 by default, about 400 tokens. */
  readonly keep?: number
  /**
   * Upper bound on the characters of a list of the identifiers that the compacted text lacks; 0 by default, for no
   * list. The list is added after the note.
   */
  readonly names?: number
  /** Function that writes the end of the compacted text; this note names the handle of the whole text. */
  readonly note: WriteNote
}

/** Compacted text, and the kind of the text. */
export interface CompactText {
  readonly text: string
  readonly kind: TextKind
}

/** Usual upper bound on the characters of a compacted text. */
export const usuallyKept = 1_600

/**
 * Compacts a text according to its kind. Declarations, failures, beginnings and counts are kept. The result has at most
 * `keep` characters, without the list of `names`, and at most half of the text's length. JSON stays JSON of the same
 * type, and JSON Lines stay JSON Lines. Returns null if the text is not longer than `over`, or if no compacted text
 * is small enough. The result is deterministic, and the work grows linearly with the text's length.
 */
export function compactText(
  text: string,
  { over, keep = usuallyKept, names = 0, note }: CompactLimits,
): CompactText | null {
  if (text.length <= over) return null
  const half = Math.floor(text.length / 2)
  const most = Math.min(keep, half)
  const form = compactByKind(text, most, note, 1)
  if (form === null || form.text.length > most) return null
  const list = writeLackingNames(text, form.text, Math.min(names, half - form.text.length))
  return list === '' ? form : { ...form, text: withMoreNote(form, note(form.kind, text.length), list) }
}

/** Returns a compacted text with more words after its note. In JSON, the note is part of a string. */
function withMoreNote({ text, kind }: CompactText, note: string, more: string): string {
  const end = text.lastIndexOf(note) + note.length
  const words = kind === 'json' || kind === 'json-lines' ? JSON.stringify(more).slice(1, -1) : more
  return `${text.slice(0, end)} ${words}${text.slice(end)}`
}

/**
 * Compacts a text. `depth` is the number of nesting levels of JSON whose strings are compacted according to their own
 * kind.
 */
function compactByKind(text: string, most: number, note: WriteNote, depth: number): CompactText | null {
  const noteFor = (kind: TextKind): string => note(kind, text.length)
  const tree = JsonTree.of(text)
  if (tree !== null && (tree.isContainer(0) || tree.firstCharacter(0) === '"')) {
    const shorten = (said: string, size: number): string => compactJsonString(said, size, depth)
    const short = shortJson(tree, most, noteFor('json'), 'head', shorten)
    return short === null ? null : { text: short, kind: 'json' }
  }
  const lines = textLines(text)
  const kind = detectTextKind(lines)
  const ending = noteFor(kind)
  if (kind === 'json-lines') {
    const short = shortJsonLines(lines, most, ending)
    return short === null ? null : { text: short, kind }
  }
  const room = Math.max(0, most - ending.length - 1)
  // If no piece fits, or the text is only white space, the start of the text is kept.
  const short = compactLines(lines, kind, room) ?? cutString(text.trimStart(), room).trimEnd()
  return { text: [short, ending].filter(words => words !== '').join('\n'), kind }
}

/** Shortens a long JSON string according to the kind of its content, because tools often return a text inside JSON. */
function compactJsonString(said: string, most: number, depth: number): string {
  const short =
    depth > 0 && most >= 200 && said.length > most ? compactByKind(said, most, () => '', depth - 1) : null
  return short !== null && short.text.length <= most ? short.text : cutString(said, most)
}

function compactLines(
  lines: TextPieces,
  kind: Exclude<TextKind, 'json' | 'json-lines'>,
  room: number,
): string | null {
  const outlineWithPreface = (
    pieces: TextPieces,
    ranks: Uint8Array,
    manner: Manner,
    preface = '',
  ): string | null => {
    const head = preface === '' ? '' : `${preface}\n`
    const told = writeOutline(pieces, ranks, room - head.length, manner)
    return told === null ? null : head + told
  }
  switch (kind) {
    case 'code':
      return outlineWithPreface(lines, rankCode(lines), codeManner(lines))
    case 'lines': {
      const ranked = rankLines(lines)
      return outlineWithPreface(lines, ranked.ranks, linesManner(lines, 'ends', ranked))
    }
    case 'diff':
      return outlineWithPreface(lines, rankDiff(lines), diffManner(lines), sizeOfDiff(lines))
    case 'table': {
      const size = `${lines.length} lines, ${columnsOf([0, 1, 2, 3, 4].map(line => lines.start(line)))} columns`
      return outlineWithPreface(lines, rankRows(lines), linesManner(lines, 'first'), size)
    }
    case 'markup': {
      const sentences = sentencesOf(textOfHtml(lines.text))
      return outlineWithPreface(sentences, rankProse(sentences), proseManner(sentences))
    }
    case 'prose': {
      const sentences = sentencesOf(lines.text)
      return outlineWithPreface(sentences, rankProse(sentences), proseManner(sentences))
    }
  }
}
