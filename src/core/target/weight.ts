import { fileInString } from '../count/held-media.ts'
import { imageSize } from '../count/image/size.ts'
import { markedPages } from '../count/media.ts'
import { isObject } from '../ir/json.ts'
import { isTooDeep } from '../text/depth.ts'
import { toJson } from '../text/json.ts'

/** Sizes of a message other than its tokens. */
export interface Weight {
  /** Length of the message's longest string that is not a file, in UTF-16 units. */
  readonly string: number
  /** Length of the longest arguments of a call, in UTF-16 units. */
  readonly arguments: number
  readonly images: number
  /** Length of the longest side of any image whose size is known, in pixels. */
  readonly side: number
  /** Length of the largest image, in characters of base64. */
  readonly imageBytes: number
  /** Number of pages in the documents whose pages can be counted. */
  readonly pages: number
  /** Size of the message's JSON in bytes of UTF-8, without numbers and commas. */
  readonly bytes: number
}

/** Weight that is being added up. */
export type Sum = { -readonly [Key in keyof Weight]: Weight[Key] }

/** Types of the pieces that contain an image, in any API. */
const imageTypes: ReadonlySet<unknown> = new Set(['image', 'input_image', 'image_url', 'image-data'])

/** Keys whose value is the address or the bytes of a file, to which the limit on strings does not apply. */
const fileKeys: ReadonlySet<string> = new Set(['url', 'image_url', 'data', 'file_data', 'file_url', 'result'])

/** Number of characters that JSON adds to a key and its text: four quotation marks and a colon. */
const signsOfField = 5

/** Function that returns the weight (sizes other than tokens) of a message. */
export type Weigh = (message: object) => Weight

/** Returns a function that weighs messages, and adds the bytes that `bytesOf` returns for each text. */
function weigher(bytesOf: (text: string) => number): Weigh {
  const known = new WeakMap<object, Weight>()
  return message => {
    const before = known.get(message)
    if (before) return before
    const sum: Sum = { string: 0, arguments: 0, images: 0, side: 0, imageBytes: 0, pages: 0, bytes: 0 }
    const pending: Pending[] = [{ value: message, isData: false }]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value, isData } = next
      if (Array.isArray(value)) for (const inner of value) pending.push({ value: inner, isData })
      else if (isObject(value)) weighObject(value, isData, sum, pending, bytesOf)
      else if (typeof value === 'string') addText(value, '', sum, bytesOf)
    }
    known.set(message, sum)
    return sum
  }
}

/** Maximum size of a UTF-16 unit in JSON, in bytes of UTF-8: an escaped control character. */
const mostBytesOfUnit = 6

/** Returns the weight of a message. */
export const weighMessage = weigher(jsonBytes)

/**
 * Returns the weight of a message with an upper bound of its bytes, for which its texts are not read. Most requests are
 * so far from the limit that the bound suffices.
 */
export const boundWeight = weigher(text => mostBytesOfUnit * text.length)

/** Value whose size must still be measured. */
interface Pending {
  readonly value: unknown
  /** Whether the value is data of a tool. No API looks for files in such data. */
  readonly isData: boolean
}

/** Keys under which a piece contains data of a tool, by the piece's type. */
const dataKeys: ReadonlyMap<unknown, string> = new Map([
  ['tool_use', 'input'],
  ['server_tool_use', 'input'],
  ['mcp_tool_use', 'input'],
  ['tool-call', 'input'],
  ['json', 'value'],
  ['error-json', 'value'],
])

function weighObject(
  item: Readonly<Record<string, unknown>>,
  isData: boolean,
  sum: Sum,
  pending: Pending[],
  bytesOf: (text: string) => number,
): void {
  const { type, mediaType } = item
  const isImage = imageTypes.has(type) || (type === 'file' && String(mediaType).startsWith('image/'))
  if (isImage && !isData) sum.images += 1
  // The AI SDK's packages write a call's input as text.
  if (type === 'tool-call' && isObject(item.input) && !isTooDeep(item.input))
    sum.arguments = Math.max(sum.arguments, toJson(item.input).length)
  const data = dataKeys.get(type)
  for (const key of Object.keys(item)) {
    const value = item[key]
    sum.bytes += key.length + signsOfField
    if (typeof value === 'string') addText(value, isData ? '' : key, sum, bytesOf)
    else if (typeof value === 'object' && value !== null)
      pending.push({ value, isData: isData || key === data })
  }
}

function addText(text: string, key: string, sum: Sum, bytesOf: (text: string) => number): void {
  if (!fileKeys.has(key)) {
    sum.bytes += bytesOf(text)
    if (key === 'arguments') sum.arguments = Math.max(sum.arguments, text.length)
    else sum.string = Math.max(sum.string, text.length)
    return
  }
  sum.bytes += text.length
  const file = fileInString(text)
  if (file?.mediaType.startsWith('image/') && file.source.type === 'base64') {
    const size = imageSize(file.source.data)
    sum.side = Math.max(sum.side, size?.width ?? 0, size?.height ?? 0)
    sum.imageBytes = Math.max(sum.imageBytes, file.source.data.length)
  }
  if (file?.source.type === 'base64') sum.pages += countPdfPages(file.mediaType, file.source.data)
}

/** Returns the number of pages in a document, if they can be counted; 0 for any other file. */
export const countPdfPages = (mediaType: string, data: string): number =>
  mediaType === 'application/pdf' ? (markedPages(data) ?? 0) : 0

/** Returns the length of a text when written as JSON, in bytes of UTF-8. */
function jsonBytes(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20) bytes += unit === 0x0a || unit === 0x09 || unit === 0x0d ? 1 : 5
    else if (unit === 0x22 || unit === 0x5c) bytes += 1
    else if (unit >= 0x80) bytes += unit < 0x800 || isSurrogate(unit) ? 1 : 2
  }
  return bytes
}

const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800
