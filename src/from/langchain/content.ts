import type { FormatName } from '../../ir/format-name.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readBlock } from '../anthropic/blocks.ts'
import { readMedia, readMediaResult } from '../media.ts'
import { readContent } from '../openai/parts.ts'
import { given, json, keep, object, type Raw, string, textField } from '../read.ts'
import { readFile } from './file.ts'
import { type Maker, readReasoning } from './reasoning.ts'

const reasoningTypes = new Set(['reasoning', 'thinking', 'redacted_thinking', 'reasoning_content'])
const callTypes = new Set(['tool_call', 'tool_use', 'function_call', 'invalid_tool_call'])
/** Pieces of calls as they were streamed: the message has the whole ones. */
const chunkTypes = new Set(['tool_call_chunk', 'input_json_delta'])
const openaiTypes = /^(image_url|input_audio|refusal|file|(input|output)_(text|image|file))$/

/** The format of a provider's own blocks. */
function formatOf({ provider }: Maker): FormatName {
  if (provider.includes('anthropic')) return 'anthropic'
  return provider === 'openai' ? 'openai' : 'langchain'
}

/** Whether a block is a call, or stands for one. */
export const isCallBlock = (block: unknown): block is Raw =>
  isObject(block) &&
  (callTypes.has(string(block.type)) || (block.type === 'functionCall' && isObject(block.functionCall)))

/** Blocks that LangChain's Gemini classes keep as Gemini's own parts, each under the key that is its type. */
const geminiTypes = new Set(['executableCode', 'codeExecutionResult'])

/** A call as a block of content has it. */
export const readCallBlock = (block: Raw): Part => ({
  kind: 'tool-call',
  id: string(block.id) || string(block.call_id),
  name: string(block.name),
  arguments: (block.args ?? block.input ?? block.arguments ?? {}) as JsonValue,
})

/** Wrappings of a block that are looked into: LangChain makes one. */
const mostWrapped = 100

/** Returns the block of a provider that another one wraps. */
export function standard(value: Raw): Raw {
  let block = value
  for (let wraps = 0; wraps < mostWrapped && block.type === 'non_standard' && isObject(block.value); wraps++)
    block = block.value
  return block
}

/** A result or a file as Anthropic's API has it; undefined for any other block. */
function readAnthropic(block: Raw, { model }: Maker): Part | undefined {
  const { type, source } = block
  const isFile = isObject(source) && (type === 'image' || type === 'document')
  return type === 'tool_result' || isFile ? readBlock(block, model) : undefined
}

/** A part that LangChain's Gemini classes keep as Gemini's own; undefined for any other block. */
function readGemini(block: Raw, { model }: Maker): Part | undefined {
  const type = string(block.type)
  if (!geminiTypes.has(type) || !isObject(block[type])) return undefined
  const payload = { [type]: block[type] } as JsonObject
  return { kind: 'opaque', format: 'gemini', type, payload, ...given('model', model) }
}

/** A piece as OpenAI's APIs have it; undefined for any other block. */
function readOpenAI(block: Raw): Part | undefined {
  const type = string(block.type)
  const isHeld = type !== 'file' || Object.keys(object(block.file)).length > 0
  return isHeld && openaiTypes.test(type) ? readContent('openai-chat', block) : undefined
}

const opaque = (block: Raw, maker: Maker): Part => ({
  kind: 'opaque',
  format: formatOf(maker),
  type: string(block.type) || 'unknown',
  payload: block as JsonObject,
  ...given('model', maker.model),
})

/** A block of content; an unknown one is kept as it is. */
export function readPiece(value: unknown, maker: Maker): Part | null {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: json(value) }
  const block = standard(value)
  const type = string(block.type)
  const text = type === 'text' ? textField(block) : undefined
  if (text !== undefined)
    return {
      kind: 'text',
      text,
      ...given('extra', keep('anthropic', block, ['cache_control', 'citations'])),
    }
  if (reasoningTypes.has(type)) return readReasoning(block, maker)
  if (callTypes.has(type)) return readCallBlock(block)
  if (chunkTypes.has(type)) return null
  return (
    readAnthropic(block, maker) ??
    readGemini(block, maker) ??
    readFile(block) ??
    readOpenAI(block) ??
    readMedia(block) ??
    opaque(block, maker)
  )
}

/** A `content` field: a string, a list, or nothing. */
export function readPieces(content: unknown, maker: Maker): readonly Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.flatMap(block => readPiece(block, maker) ?? [])
  if (content === null || content === undefined) return []
  return readMediaResult(content) ?? [{ kind: 'data', value: json(content) }]
}
