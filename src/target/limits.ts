import { imageSize } from '../count/image/size.ts'
import type { FilePart } from '../ir/file.ts'
import type { ModelFacts } from '../ir/model.ts'
import data from './limits.json' with { type: 'json' }
import { type Weight, weigh } from './weight.ts'

/** Limits of an API that are not tokens; an absent one is none, or is not known. */
export interface Limits {
  /** Most UTF-16 units of a string. */
  readonly string?: number
  /** Most UTF-16 units of a call's arguments. */
  readonly arguments?: number
  /** Most declared tools. */
  readonly tools?: number
  /** Most pixels of an image's side. */
  readonly side?: number
  /** Number of images from which on `sideOfMany` counts in the place of `side`. */
  readonly many?: number
  readonly sideOfMany?: number
  /** Most images of a request. */
  readonly images?: number
  /** Most base64 characters of an image. */
  readonly imageBytes?: number
  /** Most bytes of a request. */
  readonly body?: number
}

/** Limits of OpenAI's two APIs. */
export const openaiLimits: Limits = data.openai
export const chatLimits: Limits = data['openai-chat']

/** Tokens of the window from which on a Claude model takes the larger number of images. */
const largeWindow = 1_000_000

/** Returns the limits of a Claude model. */
export function claudeLimits({ window }: Pick<ModelFacts<unknown>, 'window'>): Limits {
  const { imagesOfSmall, images, ...rest } = data.anthropic
  return { ...rest, images: window !== null && window >= largeWindow ? images : imagesOfSmall }
}

const no = Number.POSITIVE_INFINITY

/** Returns why an API refuses a message by itself; null if it does not. */
function tooLarge(weight: Weight, limits: Limits): string | null {
  const { string = no, arguments: written = no, side = no, imageBytes = no } = limits
  if (weight.arguments > written) return `the arguments of a call have more than ${written} characters`
  if (weight.string > string) return `a text has more than ${string} characters`
  if (weight.side > side) return `an image has more than ${side} pixels a side`
  return weight.imageBytes > imageBytes ? `an image has more than ${imageBytes} bytes of base64` : null
}

/** Returns why an API refuses messages together; null if it does not. */
export function tooMuch({ images, side, bytes }: Weight, limits: Limits): string | null {
  const { many = no, sideOfMany = no, body = no } = limits
  const most = limits.images ?? no
  if (images > most) return `there are more than ${most} images`
  if (images > many && side > sideOfMany)
    return `an image has more than ${sideOfMany} pixels a side, beside more than ${many} images`
  return bytes > body ? `the request has more than ${body} bytes` : null
}

const plusWeight = (left: Weight, right: Weight): Weight => ({
  images: left.images + right.images,
  bytes: left.bytes + right.bytes,
  side: Math.max(left.side, right.side),
  string: Math.max(left.string, right.string),
  arguments: Math.max(left.arguments, right.arguments),
  imageBytes: Math.max(left.imageBytes, right.imageBytes),
})

/** Returns a check of each message by the limits of its API. */
export const checkWeight =
  (limits: Limits) =>
  (message: object, report: (text: string) => void): void => {
    const why = tooLarge(weigh(message), limits)
    if (why !== null) report(why)
  }

/** Returns the weight of messages together. */
export const together = (messages: readonly object[]): Weight =>
  messages.map(weigh).reduce(plusWeight, weightless)

const weightless: Weight = { images: 0, bytes: 0, side: 0, string: 0, arguments: 0, imageBytes: 0 }

/** Returns why an API refuses an image by itself; null if it does not, or if its size is not known. */
export function tooLargeImage({ source }: FilePart, limits: Limits): string | null {
  if (source.type !== 'base64') return null
  const { width = 0, height = 0 } = imageSize(source.data) ?? {}
  const { data } = source
  const sizes = { images: 1, side: Math.max(width, height), imageBytes: data.length, bytes: data.length }
  return tooLarge({ ...weightless, ...sizes }, limits)
}
