import { Table } from '../../../session/unit/table.ts'
import { cutBefore } from '../../../text/cut.ts'

/**
 * Lines or sentences of a text, in order. Only their positions are stored, so that ten million lines do not need ten
 * million strings.
 */
export class TextPieces {
  readonly text: string
  private readonly places = new Table(2)

  constructor(text: string) {
    this.text = text
  }

  get length(): number {
    return this.places.length
  }

  add(from: number, to: number): void {
    const piece = this.places.add()
    this.places.set(piece, 0, from)
    this.places.set(piece, 1, to)
  }

  from(piece: number): number {
    return this.places.at(piece, 0)
  }

  to(piece: number): number {
    return this.places.at(piece, 1)
  }

  /** Returns the first characters of a piece. They are enough to recognize the kind of the piece. */
  start(piece: number, most = 300): string {
    const from = this.from(piece)
    return this.text.slice(from, Math.min(this.to(piece), from + most))
  }

  /** Returns a piece in at most `most` characters, with an ellipsis if it is longer. */
  clipped(piece: number, most: number): string {
    const from = this.from(piece)
    const to = this.to(piece)
    return to - from <= most
      ? this.text.slice(from, to)
      : `${this.text.slice(from, Math.max(from, cutBefore(this.text, from + most - 1)))}…`
  }

  isBlank(piece: number): boolean {
    return this.start(piece).trim() === ''
  }
}

/** Returns the lines of a text, without line ends. */
export function textLines(text: string): TextPieces {
  const lines = new TextPieces(text)
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    lines.add(from, text.charCodeAt(to - 1) === 13 && to > from ? to - 1 : to)
    from = to + 1
  }
  return lines
}

/** Length in characters above which a sentence is cut between words. */
const longestSentence = 240
const shortestSentence = 40

/** Returns the sentences of a text, without the white space between them. */
export function sentencesOf(text: string): TextPieces {
  const sentences = new TextPieces(text)
  const lines = textLines(text)
  for (let line = 0; line < lines.length; line++) {
    const end = lines.to(line)
    for (let from = lines.from(line); from < end; ) {
      if (text[from] === ' ' || text[from] === '\t') {
        from++
        continue
      }
      const to = endOfSentence(text, from, end)
      sentences.add(from, to)
      from = to
    }
  }
  return sentences
}

function endOfSentence(text: string, from: number, end: number): number {
  if (end - from <= shortestSentence) return end
  const near = text.slice(from, Math.min(end, from + longestSentence))
  for (let at = shortestSentence; at < near.length - 1; at++) {
    if (/[。！？]/.test(near[at] as string)) return from + at + 1
    if (/[.!?]/.test(near[at] as string) && /^\s+[^\s\p{Ll}]/u.test(near.slice(at + 1, at + 5)))
      return from + at + 1
  }
  if (from + near.length === end) return end
  const word = near.lastIndexOf(' ')
  return word > shortestSentence ? from + word : Math.max(from + 1, cutBefore(text, from + near.length))
}
