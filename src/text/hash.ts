/** A hash that took in one more number: fast, of 32 bits, and no secret. */
export const hashNumber = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) + 1

/** The same of a text. */
export function hashText(hash: number, text: string): number {
  let made = hashNumber(hash, text.length)
  for (let at = 0; at < text.length; at++) made = Math.imul(made ^ text.charCodeAt(at), 0x01000193)
  return made
}
