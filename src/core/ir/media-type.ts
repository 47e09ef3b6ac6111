import type { FilePart } from './file.ts'

/** Byte offset in a file, and the bytes that are expected there, as Latin-1 text. */
type Mark = readonly [at: number, text: string]

/** Signatures of files by media type. Source: the formats' own specifications. */
const beginnings: readonly (readonly [mediaType: string, ...marks: Mark[]])[] = [
  ['image/png', [0, '\x89PNG\r\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF8']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/heic', [4, 'ftyphei']],
  ['image/heif', [4, 'ftypmif1']],
  ['image/avif', [4, 'ftypavif']],
  ['image/bmp', [0, 'BM'], [6, '\0\0\0\0']],
  ['image/tiff', [0, 'II*\0']],
  ['image/tiff', [0, 'MM\0*']],
  ['application/pdf', [0, '%PDF-']],
  ['audio/wav', [0, 'RIFF'], [8, 'WAVE']],
  ['audio/mpeg', [0, 'ID3']],
  ['audio/mpeg', [0, '\xff\xfb']],
  ['audio/mpeg', [0, '\xff\xf3']],
  ['audio/mpeg', [0, '\xff\xf2']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/ogg', [0, 'OggS']],
  ['video/webm', [0, '\x1aE\xdf\xa3']],
  ['video/mp4', [4, 'ftyp']],
]

/** Number of base64 characters that are enough for every signature. */
const enough = 24

/** Returns the media type that the first bytes of a base64 text indicate; undefined if they match no signature. */
export function mediaTypeOf(base64: string): string | undefined {
  const head = base64.slice(0, enough).replaceAll('-', '+').replaceAll('_', '/')
  // If the text is short, it is decoded only up to its last whole byte.
  const whole = head.slice(0, head.length - (head.length % 4)).replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(whole)) return undefined
  const bytes = atob(whole)
  return beginnings.find(([, ...marks]) => marks.every(([at, text]) => bytes.startsWith(text, at)))?.[0]
}

const isUnspecificType = (mediaType: string): boolean =>
  mediaType === '' || mediaType.includes('*') || mediaType === 'application/octet-stream'

const isImage = (mediaType: string): boolean => mediaType.startsWith('image/')

/** Returns a media type in the spelling that APIs accept: in lower case, and `image/jpeg` for `image/jpg`. */
function normalizeMediaType(mediaType: string): string {
  const lower = mediaType.toLowerCase()
  return lower === 'image/jpg' ? 'image/jpeg' : lower
}

/**
 * Returns a file with the media type that its bytes show. The type is changed only if the part has no specific type, or
 * the type of another image format. APIs reject an image whose bytes do not match its type.
 */
export function withActualType(part: FilePart): FilePart {
  const named = normalizeMediaType(part.mediaType)
  const isAny = isUnspecificType(named)
  const shown =
    part.source.type === 'base64' && (isAny || isImage(named)) ? mediaTypeOf(part.source.data) : undefined
  const mediaType = shown !== undefined && (isAny || isImage(shown)) ? shown : named
  return mediaType === part.mediaType ? part : { ...part, mediaType }
}
