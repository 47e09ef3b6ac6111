import { describeFile, type FilePart } from '../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import { mediaTypeOf } from '../ir/media-type.ts'
import { isBase64 } from '../text/base64.ts'
import { isTooDeep } from '../text/depth.ts'

/** Minimum number of base64 characters that count as a file. */
const fewest = 64

const dataUrl = /^data:([\w.+-]+\/[\w.+-]+)[^,]{0,256};base64,/i

/** Returns the file in a string of a provider-specific item: a `data:` URL, or base64 of a known file type. */
export function fileInString(text: string): FilePart | null {
  if (text.length < fewest) return null
  const head = dataUrl.exec(text.slice(0, 300))
  const data = head ? text.slice(head[0].length) : text
  const mediaType = head?.[1]?.toLowerCase() ?? mediaTypeOf(text)
  return mediaType !== undefined && isBase64(data) ? base64File(mediaType, data) : null
}

const base64File = (mediaType: string, data: string): FilePart => ({
  kind: 'file',
  mediaType,
  source: { type: 'base64', data },
})

/** Returns the file in an object with base64 and its media type, the form of Anthropic, Google and MCP. */
function fileOfObject({ data, media_type, mimeType, mediaType }: JsonObject): FilePart | null {
  const stated = media_type ?? mimeType ?? mediaType
  if (typeof data !== 'string' || data.length < fewest || typeof stated !== 'string') return null
  if (stated.startsWith('text/') || !stated.includes('/') || !isBase64(data)) return null
  return base64File(stated, data)
}

/** Value of a provider-specific item with descriptions in place of its files. */
export interface WithoutMedia<Value> {
  readonly value: Value
  /** Replaced files, in the order in which the value had them. */
  readonly files: readonly FilePart[]
}

/** Replaces the files in a provider-specific item with descriptions; an item without files is returned unchanged. */
export function extractMedia<Value extends JsonValue>(value: Value): WithoutMedia<Value> {
  const files: FilePart[] = []
  if (isTooDeep(value)) return { value, files }
  const rest = replaceFiles(value, files) as Value
  return files.length === 0 ? { value, files } : { value: rest, files }
}

function replaceFiles(value: JsonValue, files: FilePart[]): JsonValue {
  if (typeof value === 'string') return takeFile(fileInString(value), files) ?? value
  if (Array.isArray(value)) return value.map(item => replaceFiles(item, files))
  if (!isObject(value)) return value
  const held = fileOfObject(value as JsonObject)
  const entries = Object.entries(value as JsonObject).map(([key, item]) => {
    const said =
      held !== null && key === 'data' ? takeFile(held, files) : replaceFiles(item as JsonValue, files)
    return [key, said]
  })
  return Object.fromEntries(entries) as JsonObject
}

function takeFile(file: FilePart | null, files: FilePart[]): string | null {
  if (file === null) return null
  files.push(file)
  return describeFile(file)
}
