import type { ListElement } from '../../../from/conversation.ts'
import { objectOr, type Raw } from '../../../from/read.ts'
import type { EventPieces, InputPiece } from '../../../from/unread.ts'

/** Model messages converted from a list of chat or model messages, each with the input pieces that it comes from. */
export interface ExpandedChat {
  readonly messages: unknown[]
  /** Input pieces of each model message, by the message's index. */
  readonly given: readonly EventPieces[]
  /** Input pieces of the messages from which no model message was made. */
  readonly apart: readonly InputPiece[]
  /** JSON pointers of parts that lost ids or signatures because their step was aborted. */
  readonly unfinished: readonly string[]
  /** Element of the caller's list that each model message comes from, by message index. */
  readonly elements: readonly ListElement[]
}

/** Collector of model messages, each with the input pieces that it comes from. */
export class Expansion {
  readonly messages: unknown[] = []
  readonly given: { readonly pieces: InputPiece[]; readonly beside?: unknown }[] = []
  readonly apart: InputPiece[] = []
  readonly unfinished: string[] = []
  readonly elements: ListElement[] = []
  private pieces: InputPiece[] = []

  addPiece(piece: InputPiece): void {
    this.pieces.push(piece)
  }

  /** Adds the messages of one step of a chat, with all input pieces since the previous step. */
  addStep(...messages: readonly Raw[]): void {
    const { pieces } = this
    this.pieces = []
    for (const [index, message] of messages.entries()) {
      this.messages.push(message)
      this.given.push({ pieces, ...(messages.length > 1 && { beside: messages[1 - index] }) })
    }
    if (messages.length === 0) this.pieces = pieces
  }

  /** Records the list element from which the model messages since the last call of this method come. */
  recordElement(element: unknown, index: number): void {
    const { id } = objectOr(element)
    const own: ListElement = { index, ...(typeof id === 'string' && id !== '' && { id }) }
    while (this.elements.length < this.messages.length) this.elements.push(own)
  }

  /**
   * Ends a chat message. Its remaining input pieces and its fields are added to its last step, although they may belong
   * to any step. If the message has no step, they are added to `apart`.
   */
  endMessage(first: number, fields: readonly InputPiece[]): void {
    const left = [...this.pieces, ...fields]
    this.pieces = []
    const last = this.given.length > first ? this.given.pop() : undefined
    if (last === undefined) this.apart.push(...left)
    else this.given.push({ pieces: [...last.pieces, ...left], beside: this.messages.slice(first) })
  }
}
