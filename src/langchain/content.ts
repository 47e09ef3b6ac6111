import type { MessageContent } from '@langchain/core/messages'
import { isObject } from '../ir/json.ts'

/** One block of a message's content. */
type Piece = Exclude<MessageContent, string>[number]

/** Content with every text and every block changed; a text or a block that becomes nothing is left out. */
export function mapContent(
  content: MessageContent,
  text: (given: string) => string,
  block: (given: Readonly<Record<string, unknown>>) => object | null,
): MessageContent {
  if (typeof content === 'string') return text(content)
  return content.flatMap((piece): Piece[] => {
    if (!isObject(piece)) return [piece]
    if (piece.type !== 'text' || typeof piece.text !== 'string') {
      const mapped = block(piece)
      return mapped === null ? [] : [mapped as Piece]
    }
    const words = text(piece.text)
    return words.trim() === '' ? [] : [{ ...piece, text: words } as Piece]
  })
}
