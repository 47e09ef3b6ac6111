import type { Report } from '../../../target/rule.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

type Visit = (block: ContentBlock, at: () => string, message: Message, index: number) => void

/** Visits each block of each message; `at` returns the JSON pointer of the block. */
export function eachBlock(request: AnthropicRequest, visit: Visit): void {
  for (const [index, message] of request.messages.entries()) {
    for (const [place, block] of message.content.entries())
      visit(block, () => `/messages/${index}/content/${place}`, message, index)
  }
}

const isBlankText = (text: string): boolean => text.trim() === ''

const emptyText = 'a text block must not be empty'

/** Checks rule A5: no system text is only white space. */
export function checkSystemBlocks({ system = [] }: AnthropicRequest, report: Report): void {
  for (const [index, block] of system.entries())
    if (isBlankText(block.text)) report(`/system/${index}`, emptyText)
}

/** Checks rule A5: no text block is only white space. */
export function checkTexts(block: ContentBlock, report: (text: string, inside?: string) => void): void {
  if (block.type === 'text' && isBlankText(block.text)) report(emptyText)
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return
  for (const [place, piece] of block.content.entries())
    if (piece.type === 'text' && isBlankText(piece.text)) report(emptyText, `/content/${place}`)
}

/** Checks rule A29: an error result contains at least one text, and nothing but text. */
export function checkErrors(block: ContentBlock, report: (text: string) => void): void {
  if (block.type !== 'tool_result' || block.is_error !== true) return
  const { content = [] } = block
  if (content.length === 0) report('an error must not be empty')
  if (typeof content !== 'string' && content.some(({ type }) => type !== 'text'))
    report('an error holds only text')
}

/** Whether a block is a document that enables citations, or a text that contains one. */
export function hasCitations(block: ContentBlock): boolean {
  const { citations } = block as unknown as { citations?: { enabled?: boolean } | unknown[] }
  return Array.isArray(citations) ? citations.length > 0 : citations?.enabled === true
}
