import { fileIn } from '../count/held-media.ts'
import { imageSize } from '../count/image/size.ts'
import { isObject } from '../ir/json.ts'

/** Sizes of a message that are not tokens. */
export interface Weight {
  /** UTF-16 units of its longest string that is no file. */
  readonly string: number
  /** UTF-16 units of its longest arguments. */
  readonly arguments: number
  readonly images: number
  /** Pixels of the longest side of its images whose size is known. */
  readonly side: number
  /** Characters of the longest image. */
  readonly imageBytes: number
  /** Characters of all its strings, about the bytes that are sent. */
  readonly bytes: number
}

type Sum = { -readonly [Key in keyof Weight]: Weight[Key] }

/** Types of the pieces that hold an image, in any API. */
const imageTypes: ReadonlySet<unknown> = new Set(['image', 'input_image', 'image_url'])

/** Keys that hold the address or the bytes of a file, for which other limits hold. */
const fileKeys: ReadonlySet<string> = new Set(['url', 'image_url', 'data', 'file_data', 'file_url', 'result'])

const known = new WeakMap<object, Weight>()

/** Returns the weight of a message. */
export function weigh(message: object): Weight {
  const before = known.get(message)
  if (before) return before
  const sum: Sum = { string: 0, arguments: 0, images: 0, side: 0, imageBytes: 0, bytes: 0 }
  const pending: unknown[] = [message]
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (Array.isArray(item)) for (const inner of item) pending.push(inner)
    else if (isObject(item)) read(item, sum, pending)
    else if (typeof item === 'string') addText(item, '', sum)
  }
  known.set(message, sum)
  return sum
}

function read(item: Readonly<Record<string, unknown>>, sum: Sum, pending: unknown[]): void {
  const { type, mediaType } = item
  if (imageTypes.has(type) || (type === 'file' && String(mediaType).startsWith('image/'))) sum.images += 1
  for (const [key, value] of Object.entries(item)) {
    if (typeof value === 'string') addText(value, key, sum)
    else if (typeof value === 'object' && value !== null) pending.push(value)
  }
}

function addText(text: string, key: string, sum: Sum): void {
  sum.bytes += text.length
  const file = fileKeys.has(key) ? fileIn(text) : null
  if (file?.mediaType.startsWith('image/') && file.source.type === 'base64') {
    const size = imageSize(file.source.data)
    sum.side = Math.max(sum.side, size?.width ?? 0, size?.height ?? 0)
    sum.imageBytes = Math.max(sum.imageBytes, file.source.data.length)
  }
  if (fileKeys.has(key)) return
  if (key === 'arguments') sum.arguments = Math.max(sum.arguments, text.length)
  else sum.string = Math.max(sum.string, text.length)
}
