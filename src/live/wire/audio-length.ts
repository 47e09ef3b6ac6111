/**
 * Returns the number of bytes in a millisecond of audio, by the name of the audio format; null if unknown. Knows 16-bit
 * PCM, and the two telephone formats at 8 kHz.
 */
const bytesPerMillisecond = (format: string, rate: number): number | null =>
  /^audio\/(?:pcm|l16)\b/i.test(format)
    ? (rate * 2) / 1_000
    : /^audio\/(?:pcmu|pcma|g711)\b/i.test(format)
      ? 8
      : null

/**
 * Returns the length of base64 audio in milliseconds; null if the format's length cannot be computed from its bytes.
 * `format` may include the sample rate.
 */
export function audioLength(base64: string, format: string, defaultRate = 24_000): number | null {
  const rate = Number(/rate=(\d+)/.exec(format)?.[1] ?? defaultRate)
  const bytes = bytesPerMillisecond(format, rate)
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return bytes === null ? null : ((base64.length * 3) / 4 - padding) / bytes
}
