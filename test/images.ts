/** Headers of images, written by the formats' specifications: enough for every reader of a size. */

const ascii = (text: string): number[] => [...text].map(character => character.charCodeAt(0))
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse()

/** A PNG up to its header, filled up to a length. */
export const pngBytes = (width: number, height: number, length = 0): Uint8Array =>
  filled(
    [
      0x89,
      ...ascii('PNG\r\n\x1a\n'),
      ...big(13, 4),
      ...ascii('IHDR'),
      ...big(width, 4),
      ...big(height, 4),
      1,
      0,
      0,
      0,
      0,
    ],
    length,
  )

/** A JPEG with metadata before its frame. */
export const jpegBytes = (width: number, height: number, metadata = 0): Uint8Array =>
  filled([
    0xff,
    0xd8,
    0xff,
    0xe1,
    ...big(metadata + 2, 2),
    ...new Uint8Array(metadata),
    0xff,
    0xc4,
    ...big(4, 2),
    1,
    2,
    0xff,
    0xff,
    0xc2,
    ...big(11, 2),
    8,
    ...big(height, 2),
    ...big(width, 2),
    1,
    1,
    0x11,
    0,
  ])

export const gifBytes = (width: number, height: number): Uint8Array =>
  filled([...ascii('GIF89a'), ...little(width, 2), ...little(height, 2), 0, 0, 0])

const riff = (kind: string, body: number[]): Uint8Array =>
  filled([
    ...ascii('RIFF'),
    ...little(body.length + 12, 4),
    ...ascii(`WEBP${kind}`),
    ...little(body.length, 4),
    ...body,
  ])

/** A lossy WebP. */
export const vp8Bytes = (width: number, height: number): Uint8Array =>
  riff('VP8 ', [0x30, 1, 0, 0x9d, 1, 0x2a, ...little(width, 2), ...little(height, 2), 0, 0])

/** A lossless WebP. */
export const vp8lBytes = (width: number, height: number): Uint8Array =>
  riff('VP8L', [0x2f, ...little(width - 1 + (height - 1) * 16_384, 4), 0])

/** An extended WebP. */
export const vp8xBytes = (width: number, height: number): Uint8Array =>
  riff('VP8X', [0x10, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])

function filled(bytes: number[], length = 0): Uint8Array {
  const array = new Uint8Array(Math.max(bytes.length, length))
  array.set(bytes)
  return array
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Returns a PNG in base64, with bytes after its header to reach a length. */
export const png = (width: number, height: number, length = 0): string =>
  base64(pngBytes(width, height, length))

/** A PDF in base64 with a number of pages, as far as their objects. */
export const pdf = (pages: number): string => btoa(`%PDF-1.4\n${'<< /Type /Page\n>>\n'.repeat(pages)}`)
