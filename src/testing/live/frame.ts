import { isWireObject, type Json } from './shape.ts'

/**
 * Returns the JSON object in a frame, which may be text or a parsed value; undefined if there is none. Getters, cycles
 * and foreign prototypes are harmless.
 */
export const readFrameObject = (frame: unknown): Json | undefined => {
  try {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame)
    const value: unknown = JSON.parse(text)
    return isWireObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the number of bytes of a base64 text, or undefined if the text is not base64. */
export const bytesOfBase64 = (text: string): number | undefined => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

/** Base64 of 100 ms of silence: 24 kHz, 16 bit, mono. */
export const silence = 'A'.repeat((4800 / 3) * 4)

/** Bytes of one millisecond of 24 kHz, 16 bit, mono. */
export const bytesPerMs = 48

/** Returns a list without its last `count` entries. */
export const withoutNewest = <T>(items: readonly T[], count: number): readonly T[] =>
  items.slice(0, Math.max(0, items.length - count))

/** Shortens the reason of a close frame to the 123 bytes that the protocol allows (RFC 6455, 5.5). */
export const closeReason = (reason: string): string => reason.replace(/[^ -~]/g, '?').slice(0, 123)
