/** Adds a number to a hash: fast, 32 bits, not cryptographic. */
export const hashNumber = (hash: number, value: number): number => Math.imul(hash ^ value, 0x01000193) + 1

/** Adds a text to a hash. */
export function hashText(hash: number, text: string): number {
  let made = hashNumber(hash, text.length)
  for (let at = 0; at < text.length; at++) made = Math.imul(made ^ text.charCodeAt(at), 0x01000193)
  return made
}
