// Sound as PCM of 16 bits, and as the base64 that the wire takes. Node and browsers run this file.

/** Samples a second of what the user sends. */
export const inputRate = 16_000

/** Samples a second of what the model sends. */
export const outputRate = 24_000

/** Samples of one piece that the user sends: 32 ms. */
export const pieceLength = 512

export function toBase64({ buffer, byteOffset, byteLength }: Int16Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer, byteOffset, byteLength)))
}

export function fromBase64(data: string): Int16Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(data), char => char.charCodeAt(0))
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1)
}

/** Returns a sound like speech: four syllables a second, of a buzz that falls in pitch. */
export function syllables(seconds: number, rate: number, pitch: number): Int16Array<ArrayBuffer> {
  const at = (index: number): number => {
    const time = index / rate
    const place = (time * 4) % 1
    const tone = 2 * Math.PI * pitch * (time - 0.1 * place * time)
    const buzz = Math.sin(tone) + Math.sin(2 * tone) / 2 + Math.sin(3 * tone) / 3
    return 9_000 * buzz * Math.sin(Math.PI * place) ** 0.5
  }
  return Int16Array.from({ length: Math.round(seconds * rate) }, (_, index) => at(index))
}

/** Returns how loud a piece is, from 0 to 1. */
export function loudness(piece: Int16Array): number {
  const sum = piece.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, piece.length)) / 32_768
}
