import { type Fields, fieldsOf, isFields, listOfShape, textOfShape } from '../shape.ts'
import type { ReportViolation } from '../violation.ts'
import type { PromptFacts } from './facts.ts'

/**
 * Checks a vendor's limits other than tokens: the number of images for Claude, and the length of call arguments for
 * OpenAI. Sources: Anthropic, "Vision"; error texts of OpenAI's API.
 */
export function checkSizes(request: Fields, facts: PromptFacts, report: ReportViolation): void {
  const { converter } = facts
  checkFunctions(request, facts, report)
  checkMetadata(request, facts, report)
  let images = 0
  let written = 0
  const measureParts = (value: unknown): void => {
    if (Array.isArray(value)) for (const inner of value) measureParts(inner)
    else if (isFields(value)) {
      if (value.type === 'file' && textOfShape(value.mediaType).startsWith('image/')) images += 1
      if (value.type === 'tool-call') written = Math.max(written, JSON.stringify(value.input ?? '').length)
      for (const inner of Object.values(value)) measureParts(inner)
    }
  }
  for (const message of listOfShape(request.messages)) measureParts(fieldsOf(message).content)
  if (converter === 'anthropic' && images > 600)
    report('S20', '/messages', `Too many images: ${images} > 600`)
  if (converter === 'openai' && written > 1_048_576) report('S20', '/messages', 'string_above_max_length')
}

/** Checks the number of declared functions. Sources: error texts of Google's API, and of OpenAI's Chat Completions. */
function checkFunctions(request: Fields, { converter, chat }: PromptFacts, report: ReportViolation): void {
  const count = Object.values(fieldsOf(request.tools)).filter(
    tool => fieldsOf(tool).type !== 'provider',
  ).length
  if (converter === 'google' && count > 512)
    report('S23', '/tools', 'At most 512 function declarations can be specified.')
  if (chat && count > 128) report('S23', '/tools', "Invalid 'tools': array too long.")
}

/** Checks the metadata of a request to OpenAI. Source: reference of the API. */
function checkMetadata(request: Fields, { converter }: PromptFacts, report: ReportViolation): void {
  if (converter !== 'openai') return
  const { openai, azure } = fieldsOf(request.providerOptions)
  const pairs = Object.entries(fieldsOf(fieldsOf(openai ?? azure).metadata))
  const long = pairs.some(([key, value]) => key.length > 64 || String(value).length > 512)
  if (long || pairs.length > 16) report('S24', '/providerOptions', 'Invalid metadata')
}
