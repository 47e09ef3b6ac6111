import { isObject } from '../../core/ir/json.ts'
import type { ResultContent } from '../../core/ir/result.ts'
import { isEqual } from '../../core/text/equal.ts'
import { parseJson } from '../../core/text/json.ts'
import { mapTexts } from '../../core/text/map-texts.ts'
import { readMcpBlock } from './read-block.ts'

/** Least characters of base64 that are looked for in other parts: fewer might be a word. */
const leastBytes = 32

/**
 * Whether parts say all of a structured value: as JSON with equal values, or as the text that it is. Servers put what they
 * return under `result` if it is no object, and may write each item of a list as a part of its own.
 */
export function isSaid(parts: readonly ResultContent[], structured: unknown): boolean {
  const forms = [structured, ...(isWrapped(structured) ? [structured.result] : [])]
  return forms.some(
    form =>
      parts.some(part => says(part, form)) ||
      (Array.isArray(form) &&
        form.length > 0 &&
        form.length === parts.length &&
        form.every((item, index) => says(parts[index] as ResultContent, item))),
  )
}

const isWrapped = (value: unknown): value is { readonly result: unknown } =>
  isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'result')

/** Whether a part says a value: its text, its JSON, or the block that it was read from. */
function says(part: ResultContent, value: unknown): boolean {
  if (part.kind === 'data') return isEqual(part.value, value)
  const text = textOf(part)
  if (text !== null && text === value) return true
  if (text !== null && isEqual(parseJson(text), value)) return true
  return isObject(value) && isBlockOf(part, value)
}

/** Fields of blocks of which a part has all, or which say nothing to a model. A block with others says more. */
const fields: ReadonlySet<string> = new Set([
  ...['type', 'text', 'data', 'mimeType', 'resource', 'uri', 'blob', 'annotations', '_meta'],
])

/** Whether a part was read from a block like this one. */
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

/** Returns the base64 of the files among parts, and the words that stand for it in other parts. */
export const filesOf = (parts: readonly ResultContent[]): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap(part =>
      part.kind === 'file' && part.source.type === 'base64' && part.source.data.length >= leastBytes
        ? [[part.source.data, `[the ${part.mediaType} of this result]`]]
        : [],
    ),
  )

/** Returns a part without bytes that are a file of the same result. */
export function withoutBytes(part: ResultContent, files: ReadonlyMap<string, string>): ResultContent {
  const plain = (text: string): string =>
    [...files].reduce((rest, [bytes, words]) => rest.replaceAll(bytes, words), text)
  if (files.size === 0) return part
  if (part.kind === 'text') return { ...part, text: plain(part.text) }
  return part.kind === 'data' ? { ...part, value: mapTexts(part.value, plain) } : part
}
