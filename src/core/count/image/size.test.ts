import { describe, expect, test } from 'vitest'
import {
  base64,
  gifBytes,
  jpegBytes,
  pngBytes,
  vp8Bytes,
  vp8lBytes,
  vp8xBytes,
} from '../../../../test/images.ts'
import { imageSize } from './size.ts'

const formats = {
  PNG: pngBytes,
  JPEG: (width: number, height: number) => jpegBytes(width, height, 60_000),
  GIF: gifBytes,
  'lossy WebP': vp8Bytes,
  'lossless WebP': vp8lBytes,
  'extended WebP': vp8xBytes,
}
const sizes = [
  [1, 1],
  [16, 16],
  [64, 48],
  [1_024, 768],
  [1_440, 8_570],
  [8_000, 8_000],
] as const

describe.each(Object.entries(formats))('%s', (_name, made) => {
  test.each(sizes)('shows its size of %d by %d pixels in every carrier', (width, height) => {
    const bytes = made(width, height)
    const text = base64(bytes)
    const carriers = [
      bytes,
      text,
      text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
      text.replace(/.{76}/g, '$&\r\n'),
      `data:image/png;base64,${text}`,
    ]
    for (const carrier of carriers) expect(imageSize(carrier)).toEqual({ width, height })
  })

  test('shows no size, and throws nothing, if it is cut off or damaged', () => {
    const bytes = made(640, 480)
    const cut = Array.from({ length: 32 }, (_, length) => imageSize(bytes.slice(0, length)))
    expect(cut.filter(size => size !== null && !(size.width === 640 && size.height === 480))).toEqual([])
    const damaged = Array.from({ length: 32 }, (_, at) =>
      imageSize(base64(bytes.map((byte, index) => (index === at ? 255 - byte : byte)))),
    )
    expect(damaged.filter(size => size !== null && !(size.width > 0 && size.height > 0))).toEqual([])
  })
})

test('images of encoders show their sizes', () => {
  const pixel = { width: 1, height: 1 }
  expect(imageSize('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')).toEqual(pixel)
  expect(
    imageSize(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    ),
  ).toEqual(pixel)
  expect(imageSize('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')).toEqual(pixel)
  expect(imageSize('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')).toEqual(pixel)
})

test.each([
  '',
  'nothing',
  '%%%%',
  'data:image/png,plain',
  'https://example.com/x.png',
  base64(new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 1])),
  base64(new Uint8Array([0xff, 0xd8, ...new Uint8Array(4_000).fill(0xff)])),
])('%j shows no size', text => {
  expect(imageSize(text)).toBeNull()
})
