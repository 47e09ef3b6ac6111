import type { LiteralForm } from './form.ts'

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const encoder = new TextEncoder()

/**
 * Returns the base64 of a text at its three possible alignments, without characters that depend on neighbouring bytes.
 * Both base64 alphabets are included.
 */
export function base64Forms(text: string): LiteralForm[] {
  const bytes = encoder.encode(text)
  return [0, 1, 2].flatMap(before => {
    const standard = alignedBase64(bytes, before)
    const url = standard.replaceAll('+', '-').replaceAll('/', '_')
    return [
      { name: 'base64' as const, text: standard },
      { name: 'base64url' as const, text: url },
    ]
  })
}

/**
 * Returns the base64 characters that depend only on the given bytes. `before`: number of bytes (0 to 2) that precede
 * them in their group of three.
 */
function alignedBase64(bytes: Uint8Array, before: number): string {
  const first = Math.ceil((before * 8) / 6)
  const last = Math.floor(((before + bytes.length) * 8) / 6)
  let text = ''
  for (let place = first; place < last; place++) {
    const bit = place * 6 - before * 8
    const high = bytes[bit >> 3] ?? 0
    const low = bytes[(bit >> 3) + 1] ?? 0
    text += digits[(((high << 8) | low) >> (10 - (bit & 7))) & 63]
  }
  return text
}
