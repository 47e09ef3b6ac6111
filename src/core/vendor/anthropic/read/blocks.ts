import { readMedia } from '../../../from/media.ts'
import {
  givenField,
  keepFields,
  objectOr,
  type Raw,
  stringOr,
  textOfField,
  uncheckedJson,
} from '../../../from/read.ts'
import type { FilePart, FileSource } from '../../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { type BlockType, isBlockType } from '../rows/blocks.ts'

const format = 'anthropic'

/** Reads the content of a message or of a tool result. */
export function readBlocks(content: unknown, model: string | undefined): readonly Part[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (Array.isArray(content)) return content.map(block => readBlock(block, model))
  return content === null || content === undefined ? [] : [{ kind: 'data', value: uncheckedJson(content) }]
}

const opaque = (block: Raw, model: string | undefined): Part => ({
  kind: 'opaque',
  format,
  type: stringOr(block.type) || 'unknown',
  payload: block as JsonObject,
  ...givenField('model', model),
})

function readText(block: Raw, model: string | undefined): Part {
  const text = textOfField(block)
  if (text === undefined) return opaque(block, model)
  return {
    kind: 'text',
    text,
    ...givenField('extra', keepFields(format, block, ['cache_control', 'citations'])),
  }
}

const readThinking = (block: Raw, model: string | undefined): Part => ({
  kind: 'reasoning',
  text: stringOr(block.thinking),
  native: { format, payload: block as JsonObject },
  ...givenField('model', model),
})

const readCall = (block: Raw): Part => ({
  kind: 'tool-call',
  id: stringOr(block.id),
  name: stringOr(block.name),
  arguments: (block.input ?? {}) as JsonValue,
  ...givenField('extra', keepFields(format, block, ['cache_control', 'caller', 'toolset_name'])),
})

const readResult = (block: Raw, model: string | undefined): Part => ({
  kind: 'tool-result',
  id: stringOr(block.tool_use_id),
  content: readBlocks(block.content, model) as readonly ResultContent[],
  ...(block.is_error === true && { isError: true }),
  ...givenField('extra', keepFields(format, block, ['cache_control', 'toolset_name'])),
})

type ReadBlock = (block: Raw, model: string | undefined) => Part

const readHeldMedia: ReadBlock = (block, model) => readMedia(block) ?? opaque(block, model)
const readHeldFile: ReadBlock = (block, model) => readFile(block) ?? readHeldMedia(block, model)

const readers: Readonly<Record<BlockType, ReadBlock>> = {
  text: readText,
  thinking: readThinking,
  redacted_thinking: readThinking,
  tool_use: readCall,
  tool_result: readResult,
  image: readHeldFile,
  document: readHeldFile,
  audio: readHeldMedia,
  resource: readHeldMedia,
}

/** Reads one content block; an unknown block is kept unchanged. */
export function readBlock(value: unknown, model: string | undefined): Part {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: uncheckedJson(value) }
  return (isBlockType(value.type) ? readers[value.type] : opaque)(value, model)
}

function readFile(block: Raw): FilePart | undefined {
  const from = objectOr(block.source)
  const image = block.type === 'image'
  const source: FileSource | undefined =
    from.type === 'base64'
      ? { type: 'base64', data: stringOr(from.data) }
      : from.type === 'url'
        ? { type: 'url', url: stringOr(from.url) }
        : from.type === 'file'
          ? { type: 'id', id: stringOr(from.file_id), format }
          : from.type === 'text'
            ? { type: 'text', text: stringOr(from.data) }
            : undefined
  if (!source) return undefined
  return {
    kind: 'file',
    mediaType: stringOr(from.media_type) || (image ? 'image/*' : 'application/pdf'),
    source,
    ...givenField('name', typeof block.title === 'string' ? block.title : undefined),
    ...givenField(
      'extra',
      keepFields(
        format,
        block,
        image ? ['cache_control', 'transformations'] : ['cache_control', 'citations', 'context'],
      ),
    ),
  }
}
