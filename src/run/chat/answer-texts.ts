import type { Part } from '../../core/ir/part.ts'
import type { UIChunk } from './ui-chunk.ts'

/** Piece of an agent's answer: either text or reasoning. */
export interface PagePiece {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

/** Text or reasoning of an answer that is on the page, as far as it was sent. */
interface ShownText extends PagePiece {
  readonly id: string
}

/** Returns an answer's texts as a page shows them: consecutive pieces of one kind become one text. */
export function pagePieces(parts: readonly Part[], hasReasoning: boolean): readonly PagePiece[] {
  const pieces: PagePiece[] = []
  for (const part of parts) {
    if (part.kind !== 'text' && !(part.kind === 'reasoning' && hasReasoning)) continue
    const { kind, text = '' } = part as Partial<PagePiece> & Pick<PagePiece, 'kind'>
    const last = pieces.at(-1)
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
    else if (text !== '') pieces.push({ kind, text })
  }
  return pieces
}

/** Texts of one agent's answer. They are sent while they stream, and compared with the stored answer at its end. */
export class AnswerTexts {
  /** Seq of the user's message that this answer belongs to. */
  readonly of: number
  private readonly newId: () => string
  private texts: ShownText[] = []
  private isOpen = false

  constructor(of: number, newId: () => string) {
    this.of = of
    this.newId = newId
  }

  /** Texts that were sent to the page so far. */
  get shown(): readonly ShownText[] {
    return this.texts
  }

  /** Sends a piece of a text. A piece of another kind ends the previous text. */
  *sendPiece({ kind, text: delta }: PagePiece): Generator<UIChunk> {
    const last = this.texts.at(-1)
    if (this.isOpen && last?.kind === kind) {
      this.texts[this.texts.length - 1] = { ...last, text: last.text + delta }
      return yield { type: `${kind}-delta`, id: last.id, delta }
    }
    yield* this.endOpenText()
    const id = this.newId()
    this.texts.push({ id, kind, text: delta })
    this.isOpen = true
    yield { type: `${kind}-start`, id }
    yield { type: `${kind}-delta`, id, delta }
  }

  /** Whether a complete answer begins with the texts that were sent so far. */
  isPrefixOf(answer: readonly PagePiece[]): boolean {
    return this.texts.every(({ kind, text }, at) => {
      const piece = answer[at]
      const isLast = at === this.texts.length - 1
      return piece?.kind === kind && (isLast ? piece.text.startsWith(text) : piece.text === text)
    })
  }

  /** Sends the part of a complete answer that was not sent yet, and ends its texts. */
  *sendRemainingText(answer: readonly PagePiece[]): Generator<UIChunk> {
    const known = this.texts.length
    for (const [at, { kind, text }] of answer.entries()) {
      const rest = at < known ? text.slice(this.texts[at]?.text.length) : text
      if (at >= known - 1 && rest !== '') yield* this.sendPiece({ kind, text: rest })
    }
    yield* this.endOpenText()
  }

  private *endOpenText(): Generator<UIChunk> {
    const last = this.texts.at(-1)
    if (this.isOpen && last !== undefined) yield { type: `${last.kind}-end`, id: last.id }
    this.isOpen = false
  }
}
