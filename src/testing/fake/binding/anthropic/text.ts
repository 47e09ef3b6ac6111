import { type Fields, fieldsOf, isAbsentOrNull, isFields, listOfShape, textOfShape } from '../../shape.ts'
import { digestOf, stableJSON, withoutIgnoredFields } from '../canonical.ts'
import type { BindingSettings } from '../options.ts'
import type { Header } from '../prefix.ts'

/** Fields with an app's own data, whose content is compared unchanged. */
const data = ['input', 'input_schema', 'input_examples']

/** Returns a block, a message or a tool as the canonical text that the check compares. */
export const canonicalBlockText = (value: unknown, { applies, media }: BindingSettings): string => {
  const fields = applies('marks') ? ['cache_control'] : []
  const read = applies('nulls') ? withoutIgnoredFields(value, { fields, data }) : value
  return stableJSON(applies('media') ? withMediaBytes(read, media) : read, applies('key-order'))
}

/** Returns a block with its image or document as bytes, because the vendor compares the file behind a URL. */
const withMediaBytes = (value: unknown, media: BindingSettings['media']): unknown => {
  if (Array.isArray(value)) return value.map(item => withMediaBytes(item, media))
  if (!isFields(value)) return value
  const { type, data: base64, url, ...rest } = value
  if (type === 'base64' && typeof base64 === 'string') return { type, ...rest, bytes: digestOfBase64(base64) }
  if (type === 'url' && typeof url === 'string') {
    const fetched = media(url)
    return { type, ...rest, bytes: fetched === undefined ? url : digestOfBase64(fetched) }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      data.includes(key) ? inner : withMediaBytes(inner, media),
    ]),
  )
}

const digestOfBase64 = (base64: string): string => {
  try {
    return digestOf(Uint8Array.from(atob(base64), char => char.charCodeAt(0)))
  } catch {
    return base64
  }
}

/** Returns the content blocks of a message or of `system`. A string counts as one text block. */
export const blocksOf = (content: unknown, { applies }: BindingSettings): readonly unknown[] => {
  if (typeof content !== 'string') return listOfShape(content)
  if (!applies('shorthand')) return [content]
  return content === '' ? [] : [{ type: 'text', text: content }]
}

const isDeferred = (tool: unknown): boolean => fieldsOf(tool).defer_loading === true

/** Fields of a request that the reasoning is bound to; all other fields are settings, which may change. */
const bound = ['system', 'tools', 'messages']

/** Returns digests of the request parts before the messages: system text and tools. */
export const digestSystemAndTools = (request: Fields, settings: BindingSettings): Header => {
  const { applies } = settings
  const tools = listOfShape(request.tools)
    .filter(tool => !applies('deferred') || !isDeferred(tool))
    .map(tool => (fieldsOf(tool).defer_loading === false ? { ...fieldsOf(tool), defer_loading: null } : tool))
  const others = Object.entries(request).filter(([key]) => !bound.includes(key))
  return {
    ...(applies('system') && {
      system: digestOf(canonicalBlockText(blocksOf(request.system, settings), settings)),
    }),
    ...(applies('tools') && { tools: digestOf(canonicalBlockText(tools, settings)) }),
    ...(!applies('settings') && { settings: digestOf(stableJSON(others, true)) }),
  }
}

/**
 * Returns the definitions of the deferred tools that a block refers to, as text. A deferred tool joins the prefix at
 * the first block that refers to it.
 */
export const referencedTools = (block: unknown, request: Fields, settings: BindingSettings): string => {
  if (!settings.applies('referenced')) return ''
  const names = referencedToolNames(block)
  if (names.length === 0) return ''
  const tools = listOfShape(request.tools).filter(
    tool => isDeferred(tool) && names.includes(textOfShape(fieldsOf(tool).name)),
  )
  return tools.map(tool => canonicalBlockText(tool, settings)).join('')
}

const referencedToolNames = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(referencedToolNames)
  if (!isFields(value)) return []
  const { type, tool_name, name } = value
  const own =
    type === 'tool_reference' || type === 'tool_use'
      ? [textOfShape(isAbsentOrNull(tool_name) ? name : tool_name)]
      : []
  return [
    ...own,
    ...Object.entries(value).flatMap(([key, inner]) =>
      data.includes(key) ? [] : referencedToolNames(inner),
    ),
  ]
}
