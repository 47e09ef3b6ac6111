import type { Raw } from '../read.ts'
import type { EventPieces, InputPiece } from '../unread.ts'

/** Model messages that a list of any messages gives, and what of the list each of them is. */
export interface ExpandedChat {
  readonly messages: unknown[]
  /** By the place of a model message. */
  readonly given: readonly EventPieces[]
  /** The pieces of the messages that became no model message. */
  readonly apart: readonly InputPiece[]
}

/** Writes down model messages, each with the pieces of the chat that it was made of. */
export class Expansion {
  readonly messages: unknown[] = []
  readonly given: { readonly pieces: InputPiece[]; readonly beside?: unknown }[] = []
  readonly apart: InputPiece[] = []
  private pieces: InputPiece[] = []

  piece(piece: InputPiece): void {
    this.pieces.push(piece)
  }

  /** Messages that one step of a chat is; what came before it and was none belongs to them. */
  step(...messages: readonly Raw[]): void {
    const { pieces } = this
    this.pieces = []
    for (const [index, message] of messages.entries()) {
      this.messages.push(message)
      this.given.push({ pieces, ...(messages.length > 1 && { beside: messages[1 - index] }) })
    }
    if (messages.length === 0) this.pieces = pieces
  }

  /**
   * A message of the chat ends; what is left of it belongs to its last step, where it has one. Fields of the message say
   * what any of its steps says.
   */
  end(first: number, fields: readonly InputPiece[]): void {
    const left = [...this.pieces, ...fields]
    this.pieces = []
    const last = this.given.length > first ? this.given.pop() : undefined
    if (last === undefined) this.apart.push(...left)
    else this.given.push({ pieces: [...last.pieces, ...left], beside: this.messages.slice(first) })
  }
}
