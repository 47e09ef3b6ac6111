import { isObject } from '../../core/ir/json.ts'
import type { ResultContent } from '../../core/ir/result.ts'
import { isEqual } from '../../core/text/equal.ts'
import { parseJson } from '../../core/text/json.ts'
import { mapTexts } from '../../core/text/map-texts.ts'
import { readMcpBlock } from './read-block.ts'

/** Minimum length of base64 that is searched in other parts: anything shorter might be a word. */
const leastBytes = 32

/**
 * Whether the parts contain all of a structured value: as JSON with equal values, or as plain text. Servers wrap a
 * value that is no object in `result`, and may write each item of a list as its own part.
 */
export function isContainedIn(parts: readonly ResultContent[], structured: unknown): boolean {
  const forms = [structured, ...(isWrapped(structured) ? [structured.result] : [])]
  return forms.some(
    form =>
      parts.some(part => containsValue(part, form)) ||
      (Array.isArray(form) &&
        form.length > 0 &&
        form.length === parts.length &&
        form.every((item, index) => containsValue(parts[index] as ResultContent, item))),
  )
}

const isWrapped = (value: unknown): value is { readonly result: unknown } =>
  isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'result')

/** Whether a part contains a value: as its text, its JSON, or the block that the part was read from. */
function containsValue(part: ResultContent, value: unknown): boolean {
  if (part.kind === 'data') return isEqual(part.value, value)
  const text = textOf(part)
  if (text !== null && text === value) return true
  if (text !== null && isEqual(parseJson(text), value)) return true
  return isObject(value) && isBlockOf(part, value)
}

/**
 * Fields of a content block that the converted part already contains, or that mean nothing to a model. A block with any
 * other field carries more information.
 */
const fields: ReadonlySet<string> = new Set([
  ...['type', 'text', 'data', 'mimeType', 'resource', 'uri', 'blob', 'annotations', '_meta'],
])

/** Whether a part was read from an equal block. */
function isBlockOf(part: ResultContent, block: object): boolean {
  const read = readMcpBlock(block)
  if (read.kind === 'data' || !isEqual(read, part)) return false
  const { resource = {} } = block as { readonly resource?: object }
  return Object.entries({ ...block, ...resource }).every(
    ([name, value]) => fields.has(name) || value === null,
  )
}

function textOf(part: ResultContent): string | null {
  if (part.kind === 'text') return part.text
  return part.kind === 'file' && part.source.type === 'text' ? part.source.text : null
}

/** Returns the base64 of the files among the parts, and the words that replace this base64 in other parts. */
export const filesOf = (parts: readonly ResultContent[]): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap(part =>
      part.kind === 'file' && part.source.type === 'base64' && part.source.data.length >= leastBytes
        ? [[part.source.data, `[the ${part.mediaType} of this result]`]]
        : [],
    ),
  )

/** Returns a part without base64 that is also a file of the same result. */
export function withoutBytes(part: ResultContent, files: ReadonlyMap<string, string>): ResultContent {
  const plain = (text: string): string =>
    [...files].reduce((rest, [bytes, words]) => rest.replaceAll(bytes, words), text)
  if (files.size === 0) return part
  if (part.kind === 'text') return { ...part, text: plain(part.text) }
  return part.kind === 'data' ? { ...part, value: mapTexts(part.value, plain) } : part
}
