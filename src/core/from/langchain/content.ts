import type { FormatName } from '../../ir/extra.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readBlock } from '../../vendor/anthropic/read/blocks.ts'
import { readContent } from '../../vendor/openai/read/parts.ts'
import { readMedia, readMediaResult } from '../media.ts'
import { givenField, keepFields, objectOr, type Raw, stringOr, textOfField, uncheckedJson } from '../read.ts'
import { readCall } from './call-part.ts'
import { readDataBlock } from './file.ts'
import { type Maker, readReasoning } from './reasoning.ts'

const reasoningTypes = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'])
const callTypes = new Set([
  ...['tool_call', 'tool_use', 'function_call', 'invalid_tool_call'],
  ...['custom_tool_call', 'computer_call'],
])
/** Types of streamed call fragments. They are skipped, because the message also has the complete calls. */
const chunkTypes = new Set(['tool_call_chunk', 'input_json_delta'])
const openaiTypes = /^(image_url|input_audio|refusal|file|(input|output)_(text|image|file))$/

/** Returns the format of content blocks that exist only at the answer's provider. */
function formatOf({ provider }: Maker): FormatName {
  if (provider.includes('anthropic')) return 'anthropic'
  return provider === 'openai' ? 'openai' : 'langchain'
}

/** Whether a content block is a call, or a copy of a call in the message's list of calls. */
export const isCallBlock = (block: unknown): block is Raw =>
  isObject(block) &&
  (callTypes.has(stringOr(block.type)) || (block.type === 'functionCall' && isObject(block.functionCall)))

/**
 * Types of blocks in which LangChain's Gemini classes keep a Gemini part. The block stores the part's content under a
 * key equal to the type.
 */
const geminiTypes = new Set(['executableCode', 'codeExecutionResult'])

/** Maximum number of nested `non_standard` wrappers that are removed from a block. LangChain adds one. */
const mostWrapped = 100

/** Returns the provider's own block, taken out of its `non_standard` wrappers. */
export function unwrapNonStandard(value: Raw): Raw {
  let block = value
  for (let wraps = 0; wraps < mostWrapped && block.type === 'non_standard' && isObject(block.value); wraps++)
    block = block.value
  return block
}

/** Reads a tool result or a file in the form of Anthropic's API; returns undefined for any other block. */
function readAnthropic(block: Raw, { model }: Maker): Part | undefined {
  const { type, source } = block
  const isFile = isObject(source) && (type === 'image' || type === 'document')
  return type === 'tool_result' || isFile ? readBlock(block, model) : undefined
}

/** Reads a code execution part that LangChain's Gemini classes keep in Gemini's form; undefined for any other block. */
function readGemini(block: Raw, { model }: Maker): Part | undefined {
  const type = stringOr(block.type)
  if (!geminiTypes.has(type) || !isObject(block[type])) return undefined
  const payload = { [type]: block[type] } as JsonObject
  return { kind: 'opaque', format: 'gemini', type, payload, ...givenField('model', model) }
}

/** Reads a content part in the form of OpenAI's APIs; returns undefined for any other block. */
function readOpenAI(block: Raw): Part | undefined {
  const type = stringOr(block.type)
  const isHeld = type !== 'file' || Object.keys(objectOr(block.file)).length > 0
  return isHeld && openaiTypes.test(type) ? readContent('openai-chat', block) : undefined
}

const unknownBlockPart = (block: Raw, maker: Maker): Part => ({
  kind: 'opaque',
  format: formatOf(maker),
  type: stringOr(block.type) || 'unknown',
  payload: block as JsonObject,
  ...givenField('model', maker.model),
})

/** Reads a content block; an unknown block is kept unchanged. Returns null for a fragment of a streamed call. */
export function readPiece(value: unknown, maker: Maker): Part | null {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: uncheckedJson(value) }
  const block = unwrapNonStandard(value)
  const type = stringOr(block.type)
  const text = type === 'text' ? textOfField(block) : undefined
  if (text !== undefined)
    return {
      kind: 'text',
      text,
      ...givenField('extra', keepFields('anthropic', block, ['cache_control', 'citations'])),
    }
  if (reasoningTypes.has(type)) return readReasoning(block, maker)
  if (callTypes.has(type)) return readCall(block, block, maker)
  if (chunkTypes.has(type)) return null
  return (
    readAnthropic(block, maker) ??
    readGemini(block, maker) ??
    readDataBlock(block) ??
    readOpenAI(block) ??
    readMedia(block) ??
    unknownBlockPart(block, maker)
  )
}

/** Reads a `content` field. A string or a list becomes parts, an absent value none, and any other value a data part. */
export function readPieces(content: unknown, maker: Maker): readonly Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(block => readPiece(block, maker) ?? [])
  if (content === null || content === undefined) return []
  return readMediaResult(content) ?? [{ kind: 'data', value: uncheckedJson(content) }]
}
