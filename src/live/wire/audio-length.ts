/** Bytes of a millisecond of audio, by the name of its format: PCM of 16 bits, and the two of telephones at 8 kHz. */
const bytesOf = (format: string, rate: number): number | null =>
  /^audio\/(?:pcm|l16)\b/i.test(format)
    ? (rate * 2) / 1_000
    : /^audio\/(?:pcmu|pcma|g711)\b/i.test(format)
      ? 8
      : null

/** Returns the milliseconds of audio in base64; null for a format whose length its bytes do not say. `format` may name its rate. */
export function audioLength(base64: string, format: string, defaultRate = 24_000): number | null {
  const rate = Number(/rate=(\d+)/.exec(format)?.[1] ?? defaultRate)
  const bytes = bytesOf(format, rate)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return bytes === null ? null : ((base64.length * 3) / 4 - padding) / bytes
}
