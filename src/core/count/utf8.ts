import { type CharClasses, classOf } from './char-class.ts'

/** Returns the length of the character that begins with this byte of well-formed UTF-8. */
export const characterBytes = (first: number): number =>
  first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4

/** Whether a byte continues the character of the byte before it. */
export const continuesCharacter = (byte: number): boolean => (byte & 0xc0) === 0x80

/** Returns the code point at a byte of well-formed UTF-8. */
export function pointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  if (first < 0x80) return first
  const second = (bytes[at + 1] as number) & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | second
  const third = (bytes[at + 2] as number) & 0x3f
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f)
}

/** Returns the class of the character at a byte. */
export function classAt(bytes: Uint8Array, at: number, classes: CharClasses): number {
  const first = bytes[at] as number
  return classOf(classes, first < 0x80 ? first : pointAt(bytes, at))
}
