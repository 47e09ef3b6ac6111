import { isObject } from '../../core/ir/json.ts'
import type { ResultContent } from '../../core/ir/result.ts'
import { isEqual } from '../../core/text/equal.ts'
import { parseJson } from '../../core/text/json.ts'
import { mapTexts } from '../../core/text/map-texts.ts'
import { readMcpBlock } from './read-block.ts'

/** Minimum length of a file's base64 that is searched in other parts. Anything shorter might be a word. */
const leastBytes = 32

/**
 * Whether the parts of a result contain the whole `structuredContent`: as JSON with equal values, or as plain text.
 * Servers put a value that is not an object into a field `result`, and may write each item of a list as its own part.
 */
export function isContainedIn(parts: readonly ResultContent[], structured: unknown): boolean {
  const forms = [structured, ...(isWrappedResult(structured) ? [structured.result] : [])]
  return forms.some(
    form =>
      parts.some(part => containsValue(part, form)) ||
      (Array.isArray(form) &&
        form.length > 0 &&
        form.length === parts.length &&
        form.every((item, index) => containsValue(parts[index] as ResultContent, item))),
  )
}

const isWrappedResult = (value: unknown): value is { readonly result: unknown } =>
  isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'result')

/** Whether a part contains a value: as its text, as its JSON, or as the content block from which the part was read. */
function containsValue(part: ResultContent, value: unknown): boolean {
  if (part.kind === 'data') return isEqual(part.value, value)
  const text = plainTextOfPart(part)
  if (text !== null && text === value) return true
  if (text !== null && isEqual(parseJson(text), value)) return true
  return isObject(value) && isBlockOf(part, value)
}

/**
 * Fields of a content block that the part read from it keeps, or that mean nothing to a model. A block with any other
 * field has information that the part lacks.
 */
const fields: ReadonlySet<string> = new Set([
  ...['type', 'text', 'data', 'mimeType', 'resource', 'uri', 'blob', 'annotations', '_meta'],
])

/** Whether a part equals the one read from a content block, and contains all of the block. */
function isBlockOf(part: ResultContent, block: object): boolean {
  const read = readMcpBlock(block)
  if (read.kind === 'data' || !isEqual(read, part)) return false
  const { resource = {} } = block as { readonly resource?: object }
  return Object.entries({ ...block, ...resource }).every(
    ([name, value]) => fields.has(name) || value === null,
  )
}

function plainTextOfPart(part: ResultContent): string | null {
  if (part.kind === 'text') return part.text
  return part.kind === 'file' && part.source.type === 'text' ? part.source.text : null
}

/** Returns the base64 of each file among the parts, with the text that replaces this base64 in the other parts. */
export const fileNotesByBase64 = (parts: readonly ResultContent[]): ReadonlyMap<string, string> =>
  new Map(
    parts.flatMap(part =>
      part.kind === 'file' && part.source.type === 'base64' && part.source.data.length >= leastBytes
        ? [[part.source.data, `[the ${part.mediaType} of this result]`]]
        : [],
    ),
  )

/** Returns a part in which the base64 of a result's files is replaced by short notes. */
export function replaceFileBytes(part: ResultContent, files: ReadonlyMap<string, string>): ResultContent {
  const replaceBase64 = (text: string): string =>
    [...files].reduce((rest, [bytes, words]) => rest.replaceAll(bytes, words), text)
  if (files.size === 0) return part
  if (part.kind === 'text') return { ...part, text: replaceBase64(part.text) }
  return part.kind === 'data' ? { ...part, value: mapTexts(part.value, replaceBase64) } : part
}
