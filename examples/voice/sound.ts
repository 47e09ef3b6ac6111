// Converts sound between 16-bit PCM and the base64 of the protocol. Node and browsers can run this file.

/** Sample rate of the user's sound, in samples per second. */
export const inputRate = 16_000

/** Sample rate of the model's sound, in samples per second. */
export const outputRate = 24_000

/** Number of samples in one piece of the user's sound: 32 ms. */
export const pieceLength = 512

export function toBase64({ buffer, byteOffset, byteLength }: Int16Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer, byteOffset, byteLength)))
}

export function fromBase64(data: string): Int16Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(data), char => char.charCodeAt(0))
  return new Int16Array(bytes.buffer, 0, bytes.length >> 1)
}

/** Returns a sound similar to speech: four syllables per second, with a falling pitch. */
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

/** Returns the loudness of a piece of sound, from 0 to 1. */
export function loudness(piece: Int16Array): number {
  const sum = piece.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, piece.length)) / 32_768
}
