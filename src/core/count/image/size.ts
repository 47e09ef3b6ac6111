import { arrayBytes, type ByteAt, base64ByteAt, dataUrlBytes } from './bytes.ts'

/** Width and height of an image in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Reader of one image format; null if the bytes have another format or are damaged. */
type Reader = (byte: ByteAt) => ImageSize | null

const readUint16BE = (byte: ByteAt, at: number): number => byte(at) * 256 + byte(at + 1)
const readUint32BE = (byte: ByteAt, at: number): number =>
  readUint16BE(byte, at) * 65_536 + readUint16BE(byte, at + 2)
const readUint16LE = (byte: ByteAt, at: number): number => byte(at) + byte(at + 1) * 256
const readUint24LE = (byte: ByteAt, at: number): number => readUint16LE(byte, at) + byte(at + 2) * 65_536

const bytesMatch = (byte: ByteAt, at: number, text: string): boolean =>
  [...text].every((character, index) => byte(at + index) === character.charCodeAt(0))

const pngSize: Reader = byte =>
  bytesMatch(byte, 0, '\x89PNG\r\n\x1a\n') && bytesMatch(byte, 12, 'IHDR')
    ? { width: readUint32BE(byte, 16), height: readUint32BE(byte, 20) }
    : null

const gifSize: Reader = byte =>
  bytesMatch(byte, 0, 'GIF8') ? { width: readUint16LE(byte, 6), height: readUint16LE(byte, 8) } : null

/** Maximum number of segments to read before the frame of a JPEG; each has at most 64 kB of metadata. */
const mostSegments = 512
/** JPEG markers between C0 and CF that do not begin a frame: tables and reserved markers. */
const frameless: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

const jpegSize: Reader = byte => {
  if (byte(0) !== 0xff || byte(1) !== 0xd8) return null
  let at = 2
  for (let segment = 0; segment < mostSegments; segment++) {
    if (byte(at) !== 0xff) return null
    const marker = byte(at + 1)
    // Any number of FF bytes may precede a marker.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && !frameless.has(marker))
      return { height: readUint16BE(byte, at + 5), width: readUint16BE(byte, at + 7) }
    else {
      const length = readUint16BE(byte, at + 2)
      if (length < 2) return null
      at += 2 + length
    }
  }
  return null
}

const webpSize: Reader = byte => {
  if (!bytesMatch(byte, 0, 'RIFF') || !bytesMatch(byte, 8, 'WEBP')) return null
  if (bytesMatch(byte, 12, 'VP8X'))
    return { width: readUint24LE(byte, 24) + 1, height: readUint24LE(byte, 27) + 1 }
  if (bytesMatch(byte, 12, 'VP8 ') && bytesMatch(byte, 23, '\x9d\x01\x2a'))
    return { width: readUint16LE(byte, 26) & 0x3fff, height: readUint16LE(byte, 28) & 0x3fff }
  if (!bytesMatch(byte, 12, 'VP8L') || byte(20) !== 0x2f) return null
  const bits = readUint24LE(byte, 21) + byte(24) * 16_777_216
  return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 }
}

const readers: readonly Reader[] = [pngSize, jpegSize, webpSize, gifSize]

/**
 * Returns the size of a PNG, JPEG, WebP or GIF from its first bytes: base64, a `data:` URL or an array. Null for any
 * other format, and for bytes that are damaged or too few.
 */
export function imageSize(data: string | Uint8Array): ImageSize | null {
  const byte = typeof data === 'string' ? (dataUrlBytes(data) ?? base64ByteAt(data)) : arrayBytes(data)
  for (const reader of readers) {
    const size = reader(byte)
    if (size) return size.width > 0 && size.height > 0 ? size : null
  }
  return null
}
