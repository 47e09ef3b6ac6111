import { imageSize } from '../count/image/size.ts'
import type { FilePart } from '../ir/file.ts'
import { isObject } from '../ir/json.ts'
import type { ModelFacts } from '../ir/model.ts'
import data from './limits.json' with { type: 'json' }
import { boundWeight, countPdfPages, type Sum, type Weigh, type Weight, weighMessage } from './weight.ts'

/**
 * Limits of an API other than token limits. If a limit is absent, the API has no such limit or the limit is unknown.
 */
export interface Limits {
  /** Maximum length of a string, in UTF-16 units. */
  readonly string?: number
  /** Maximum length of a call's arguments, in UTF-16 units. */
  readonly arguments?: number
  /** Maximum number of declared tools. */
  readonly tools?: number
  /** Maximum length of an image's longest side, in pixels. */
  readonly side?: number
  /** Number of images above which `sideOfMany` applies instead of `side`. */
  readonly many?: number
  readonly sideOfMany?: number
  /** Maximum number of images in a request. */
  readonly images?: number
  /** Maximum size of an image, in base64 characters. */
  readonly imageBytes?: number
  /** Maximum number of pages in all documents together. */
  readonly pages?: number
  /** Maximum number of pages in one document. */
  readonly pagesOfFile?: number
  /** Maximum size of a request, in bytes of UTF-8. */
  readonly body?: number
  /** Maximum number of entries in a request's metadata, and maximum lengths of a key and of a value in characters. */
  readonly metadata?: { readonly pairs: number; readonly key: number; readonly value: number }
}

/** Limits of the Responses API, of Chat Completions and of Google's API. */
export const openaiLimits: Limits = data.openai
const chatLimits: Limits = data['openai-chat']
export const geminiLimits: Limits = data.gemini

/** Returns the limits of Chat Completions. The number of tools is limited only at OpenAI's own API. */
export function chatLimitsOf(isOpenAIs: boolean): Limits {
  const { tools, ...rest } = chatLimits
  return isOpenAIs ? chatLimits : rest
}

/** Size of the context window, in tokens, from which on a Claude model accepts more images and pages. */
const largeWindow = 1_000_000

/** Returns the limits of a Claude model. */
export function claudeLimits({ window }: Pick<ModelFacts<unknown>, 'window'>): Limits {
  const { imagesOfSmall, images, pagesOfSmall, pages, ...rest } = data.anthropic
  const isLarge = window !== null && window >= largeWindow
  return { ...rest, images: isLarge ? images : imagesOfSmall, pages: isLarge ? pages : pagesOfSmall }
}

const no = Number.POSITIVE_INFINITY

/** Returns why an API refuses a single message; null if the API accepts it. */
function whyMessageTooLarge(weight: Weight, limits: Limits): string | null {
  const { string = no, arguments: written = no, side = no, imageBytes = no } = limits
  if (weight.arguments > written) return `the arguments of a call have more than ${written} characters`
  if (weight.string > string) return `a text has more than ${string} characters`
  if (weight.side > side) return `an image has more than ${side} pixels a side`
  return weight.imageBytes > imageBytes ? `an image has more than ${imageBytes} bytes of base64` : null
}

/** Returns why an API refuses messages because of their total size; null if the API accepts them. */
export function whyMessagesTooLarge({ images, side, bytes, pages }: Weight, limits: Limits): string | null {
  const { many = no, sideOfMany = no, body = no } = limits
  if (pages > (limits.pages ?? no)) return `the documents have more than ${limits.pages} pages`
  const most = limits.images ?? no
  if (images > most) return `there are more than ${most} images`
  if (images > many && side > sideOfMany)
    return `an image has more than ${sideOfMany} pixels a side, beside more than ${many} images`
  return bytes > body ? `the request has more than ${body} bytes` : null
}

/** Returns why an API refuses messages, each or all together; null if the API accepts them. */
export const whyMessagesRefused = (weight: Weight, limits: Limits): string | null =>
  whyMessageTooLarge(weight, limits) ?? whyMessagesTooLarge(weight, limits)

/**
 * Returns how much of an API's limits messages use: the largest share of any limit, or infinity if a single message is
 * too large.
 */
export function shareOfLimits(weight: Weight, limits: Limits): number {
  if (whyMessageTooLarge(weight, limits) !== null) return no
  const { images = no, pages = no, body = no, many = no, sideOfMany = no } = limits
  const most = weight.side > sideOfMany ? Math.min(images, many) : images
  return Math.max(weight.images / most, weight.pages / pages, weight.bytes / body)
}

/** Adds the weight of messages to a sum. */
export function addWeight(sum: Sum, more: Weight): void {
  sum.images += more.images
  sum.bytes += more.bytes
  sum.pages += more.pages
  sum.side = Math.max(sum.side, more.side)
  sum.string = Math.max(sum.string, more.string)
  sum.arguments = Math.max(sum.arguments, more.arguments)
  sum.imageBytes = Math.max(sum.imageBytes, more.imageBytes)
}

/** Returns a check of a single message against the limits of its API. */
export const checkWeight =
  (limits: Limits) =>
  (message: object, report: (text: string) => void): void => {
    const why = whyMessageTooLarge(boundWeight(message), limits)
    if (why !== null) report(why)
  }

/**
 * Returns why an API refuses messages together with the rest of their request; null if the API accepts them. The bytes
 * of texts are counted only if their upper bound exceeds the limit.
 */
export function whyRequestRefused(
  messages: readonly object[],
  head: Weight,
  limits: Limits,
  why: (weight: Weight, limits: Limits) => string | null = whyMessagesRefused,
): string | null {
  const refusal = (weigh: Weigh): string | null => {
    const sum = { ...head }
    for (const message of messages) addWeight(sum, weigh(message))
    return why(sum, limits)
  }
  return refusal(boundWeight) === null ? null : refusal(weighMessage)
}

/** Weight of an empty list of messages. */
export const weightless: Weight = {
  images: 0,
  bytes: 0,
  pages: 0,
  side: 0,
  string: 0,
  arguments: 0,
  imageBytes: 0,
}

/** Returns why an API refuses a single file; null if the API accepts it, or if the file's size is unknown. */
export function tooLargeFile(
  { source, mediaType }: Pick<FilePart, 'source' | 'mediaType'>,
  limits: Limits,
): string | null {
  if (source.type !== 'base64') return null
  const { data } = source
  if (!mediaType.startsWith('image/')) {
    const pages = countPdfPages(mediaType, data)
    const { pagesOfFile = no } = limits
    if (pages > pagesOfFile) return `a document has more than ${pagesOfFile} pages`
    return whyMessagesRefused({ ...weightless, pages }, limits)
  }
  const { width = 0, height = 0 } = imageSize(data) ?? {}
  return whyMessageTooLarge({ ...weightless, side: Math.max(width, height), imageBytes: data.length }, limits)
}

/** Returns a check of a request's metadata against the limits of its API. */
export const checkMetadata =
  (limits: Limits) =>
  (request: object, report: (pointer: string, text: string) => void): void => {
    const why = tooMuchMetadata((request as { readonly metadata?: unknown }).metadata, limits)
    if (why !== null) report('/metadata', why)
  }

/** Returns why an API refuses this number of tools; null if the API accepts it. `word` is the API's word for tools. */
export const tooManyTools = (count: number, { tools: most = no }: Limits, word = 'tools'): string | null =>
  count > most ? `there are ${count} ${word}, and at most ${most} are taken` : null

/** Returns why an API refuses metadata; null if the API accepts it. */
export function tooMuchMetadata(given: unknown, { metadata }: Limits): string | null {
  if (metadata === undefined || !isObject(given)) return null
  const entries = Object.entries(given)
  if (entries.length > metadata.pairs) return `there are more than ${metadata.pairs} pairs`
  const isEntryTooLong = ([key, value]: [string, unknown]): boolean =>
    key.length > metadata.key || String(value).length > metadata.value
  return entries.some(isEntryTooLong)
    ? `a key has more than ${metadata.key} characters, or a value more than ${metadata.value}`
    : null
}
