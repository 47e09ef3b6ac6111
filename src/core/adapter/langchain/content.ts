import type { MessageContent } from '@langchain/core/messages'
import { isObject } from '../../ir/json.ts'

/** Block of a message's content. */
type Piece = Exclude<MessageContent, string>[number]

/**
 * Changes every text and block of a message content. A block may become several blocks or none; blank text is dropped.
 * `texts`: whether a text block is also passed to `block`, after its text was changed.
 */
export function mapContent(
  content: MessageContent,
  text: (given: string) => string,
  block: (given: Readonly<Record<string, unknown>>) => readonly object[],
  blank: 'dropped' | 'kept' = 'dropped',
  texts: 'kept' | 'mapped' = 'kept',
): MessageContent {
  const changeOrBlank = (given: string): string =>
    blank === 'dropped' && given.trim() === '' ? '' : text(given)
  if (typeof content === 'string') return changeOrBlank(content)
  return content.flatMap((piece): Piece[] => {
    if (!isObject(piece)) return [piece]
    if (piece.type !== 'text' || typeof piece.text !== 'string') return [...block(piece)] as Piece[]
    const said = changeOrBlank(piece.text)
    if (said === '') return []
    const changed = { ...piece, text: said }
    return (texts === 'mapped' ? [...block(changed)] : [changed]) as Piece[]
  })
}
