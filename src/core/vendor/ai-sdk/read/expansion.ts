import type { ListElement } from '../../../from/conversation.ts'
import { object, type Raw } from '../../../from/read.ts'
import type { EventPieces, InputPiece } from '../../../from/unread.ts'

/** Model messages made from a list of chat or model messages, each with the input pieces it was made from. */
export interface ExpandedChat {
  readonly messages: unknown[]
  /** Input pieces by the place of the model message. */
  readonly given: readonly EventPieces[]
  /** Pieces of messages that became no model message. */
  readonly apart: readonly InputPiece[]
  /** Places of parts that lost ids or signatures, because their step was aborted. */
  readonly unfinished: readonly string[]
  /** Elements of the caller's list, by the place of the model message that was made from them. */
  readonly elements: readonly ListElement[]
}

/** Collector of model messages, each with the pieces of the chat that it was made from. */
export class Expansion {
  readonly messages: unknown[] = []
  readonly given: { readonly pieces: InputPiece[]; readonly beside?: unknown }[] = []
  readonly apart: InputPiece[] = []
  readonly unfinished: string[] = []
  readonly elements: ListElement[] = []
  private pieces: InputPiece[] = []

  piece(piece: InputPiece): void {
    this.pieces.push(piece)
  }

  /** Adds the messages of one step of a chat; all pieces since the previous step belong to them. */
  step(...messages: readonly Raw[]): void {
    const { pieces } = this
    this.pieces = []
    for (const [index, message] of messages.entries()) {
      this.messages.push(message)
      this.given.push({ pieces, ...(messages.length > 1 && { beside: messages[1 - index] }) })
    }
    if (messages.length === 0) this.pieces = pieces
  }

  /** Says which element of the list the model messages since the last call were made from. */
  madeFrom(element: unknown, index: number): void {
    const { id } = object(element)
    const own: ListElement = { index, ...(typeof id === 'string' && id !== '' && { id }) }
    while (this.elements.length < this.messages.length) this.elements.push(own)
  }

  /**
   * Ends a message of the chat. Its remaining pieces and its fields are added to its last step, and checked against all
   * its steps. A message without a step adds them to `apart`.
   */
  end(first: number, fields: readonly InputPiece[]): void {
    const left = [...this.pieces, ...fields]
    this.pieces = []
    const last = this.given.length > first ? this.given.pop() : undefined
    if (last === undefined) this.apart.push(...left)
    else this.given.push({ pieces: [...last.pieces, ...left], beside: this.messages.slice(first) })
  }
}
