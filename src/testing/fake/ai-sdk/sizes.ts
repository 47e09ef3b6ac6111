import { type Fields, fieldsOf, isFields, listOf, textOf } from '../shape.ts'
import type { Report } from '../violation.ts'
import type { PromptFacts } from './facts.ts'

/**
 * Checks what a vendor's API limits besides tokens: the number of images for Claude, and the characters of arguments for OpenAI.
 * Sources: Anthropic, "Vision"; error texts of OpenAI's API.
 */
export function checkSizes(request: Fields, { converter }: PromptFacts, report: Report): void {
  let images = 0
  let written = 0
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const inner of value) look(inner)
    else if (isFields(value)) {
      if (value.type === 'file' && textOf(value.mediaType).startsWith('image/')) images += 1
      if (value.type === 'tool-call') written = Math.max(written, JSON.stringify(value.input ?? '').length)
      for (const inner of Object.values(value)) look(inner)
    }
  }
  for (const message of listOf(request.messages)) look(fieldsOf(message).content)
  if (converter === 'anthropic' && images > 600)
    report('S20', '/messages', `Too many images: ${images} > 600`)
  if (converter === 'openai' && written > 1_048_576) report('S20', '/messages', 'string_above_max_length')
}
