import type { UIChunk } from './ui-chunk.ts'

type Kind = 'text' | 'reasoning'

/** A text of an answer, as far as it was shown. */
interface ShownText {
  readonly id: string
  readonly kind: Kind
  shown: string
}

/** Texts of one agent's answer: shown as they stream, and then held against the answer in the store. */
export class AnswerTexts {
  private readonly newId: () => string
  private texts: ShownText[] = []
  private isOpen = false

  constructor(newId: () => string) {
    this.newId = newId
  }

  /** Whether anything was shown that is not settled yet. */
  get isShown(): boolean {
    return this.texts.length > 0
  }

  /** Shows a piece of a text; a text of another kind ends the one before. */
  *add(kind: Kind, delta: string): Generator<UIChunk> {
    let last = this.texts.at(-1)
    if (!this.isOpen || last?.kind !== kind) {
      yield* this.end()
      last = { id: this.newId(), kind, shown: '' }
      this.texts.push(last)
      this.isOpen = true
      yield { type: `${kind}-start`, id: last.id }
    }
    last.shown += delta
    yield { type: `${kind}-delta`, id: last.id, delta }
  }

  /**
   * Ends the texts of an answer that is in the store, and returns whether they were its texts. What was cut off at the end
   * is shown; a text that is not the answer's is taken back, and the answer is yet to be shown.
   */
  *settle(answer: string): Generator<UIChunk, boolean> {
    const shown = this.texts.map(({ kind, shown: text }) => (kind === 'text' ? text : '')).join('')
    if (!this.isShown || !answer.startsWith(shown)) {
      yield* this.retract()
      return false
    }
    if (answer.length > shown.length) yield* this.add('text', answer.slice(shown.length))
    yield* this.end()
    this.texts = []
    return true
  }

  /** Takes back what was shown. */
  *retract(): Generator<UIChunk> {
    yield* this.end()
    if (this.isShown) yield { type: 'data-retracted', data: { ids: this.texts.map(({ id }) => id) } }
    this.texts = []
  }

  private *end(): Generator<UIChunk> {
    const last = this.texts.at(-1)
    if (this.isOpen && last !== undefined) yield { type: `${last.kind}-end`, id: last.id }
    this.isOpen = false
  }
}
