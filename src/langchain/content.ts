import type { MessageContent } from '@langchain/core/messages'
import { isObject } from '../ir/json.ts'

/** Block of a message's content. */
type Piece = Exclude<MessageContent, string>[number]

/** Changes every text and block of a content. A block that becomes null is dropped, and so is blank text. */
export function mapContent(
  content: MessageContent,
  text: (given: string) => string,
  block: (given: Readonly<Record<string, unknown>>) => object | null,
  blank: 'dropped' | 'kept' = 'dropped',
): MessageContent {
  const words = (given: string): string => (blank === 'dropped' && given.trim() === '' ? '' : text(given))
  if (typeof content === 'string') return words(content)
  return content.flatMap((piece): Piece[] => {
    if (!isObject(piece)) return [piece]
    if (piece.type !== 'text' || typeof piece.text !== 'string') {
      const mapped = block(piece)
      return mapped === null ? [] : [mapped as Piece]
    }
    const said = words(piece.text)
    return said === '' ? [] : [{ ...piece, text: said } as Piece]
  })
}
