import { type Count, formulaCount } from '../ir/count.ts'
import type { FilePart } from '../ir/file.ts'
import type { ImageFacts, MediaFacts } from '../ir/model.ts'
import { isBase64 } from '../text/base64.ts'
import { countImageTokens } from './image/rules.ts'
import { type ImageSize, imageSize } from './image/size.ts'

/** Tokens of the text of a page, without its picture: 1,500 to 3,000 according to Anthropic's PDF guide. */
const page = { estimate: 2_000, max: 3_000 }
/** Assumed number of pages of a document that is only referenced; not a bound, because the real number is unknown. */
const distantPages = 10
/** Tokens for one second of sound if the model's facts have no number: at most ten. */
const audioSecond = { estimate: 10, max: 10 }
/** Number of bytes that encode one second of sound: the usual number, and the smallest possible one. */
const audioBytes = { estimate: 16_000, max: 4_000 }
const videoBytes = { estimate: 250_000, max: 25_000 }
/** Assumed seconds of a video or sound that is only referenced; not a bound, because the real length is unknown. */
const distantSeconds = 600

const base64Bytes = (text: string): number => Math.floor(text.length * 0.75)

/** Returns the number of page objects in a base64 PDF; null if there are none, or if compressed streams hide them. */
export function markedPages(data: string): number | null {
  try {
    return atob(data).match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? null
  } catch {
    return null
  }
}

/** Counts the pages of a document. If no page objects are found, every 2 kB count as one page. */
function countPages(data: string): number {
  const assumed = Math.max(1, Math.ceil(base64Bytes(data) / 2_000))
  return markedPages(data) ?? (isBase64(data) ? Math.min(100, assumed) : assumed)
}

/** Facts of a model that determine the tokens of files. */
export interface FileFacts {
  readonly image: ImageFacts
  readonly media?: MediaFacts
}

interface Range {
  readonly estimate: number
  readonly max: number
}

/** Counts a sound or a video by its bytes, or by an assumed length if it is only referenced. */
function countTimedMedia(data: string | null, perSecond: Range, bytesPerSecond: Range): Count {
  if (data === null) return formulaCount(distantSeconds * perSecond.estimate, distantSeconds * perSecond.max)
  const bytes = base64Bytes(data)
  const tokens = (of: keyof Range): number => Math.ceil((bytes / bytesPerSecond[of]) * perSecond[of])
  return formulaCount(tokens('estimate'), tokens('max'))
}

/** Returns the size of an image whose bytes are in the request; null for any other image. */
function sentImageSize(source: FilePart['source']): ImageSize | null {
  if (source.type === 'base64') return imageSize(source.data)
  return source.type === 'url' && source.url.startsWith('data:') ? imageSize(source.url) : null
}

/** Estimates the tokens of a file by formula; never exact. */
export function countFileTokens(
  part: FilePart,
  { image, media }: FileFacts,
  count: (text: string) => Count,
  detail?: string,
): Count {
  const { source, mediaType } = part
  if (source.type === 'text') {
    const { estimate, max } = count(source.text)
    return formulaCount(estimate, max)
  }
  if (mediaType.startsWith('image/')) return countImageTokens(image, sentImageSize(source), detail)
  const data = source.type === 'base64' ? source.data : null
  if (mediaType.startsWith('audio/') && (data !== null || media))
    return countTimedMedia(data, media?.audioSecond ?? audioSecond, audioBytes)
  if (mediaType.startsWith('video/') && media) return countTimedMedia(data, media.videoSecond, videoBytes)
  const pageCount = data === null ? distantPages : countPages(data)
  if (media) return formulaCount(pageCount * media.page.estimate, pageCount * media.page.max)
  return formulaCount(pageCount * (page.estimate + image.estimate), pageCount * (page.max + image.max))
}
