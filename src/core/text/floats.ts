/**
 * Writes numbers as base64 of 32-bit floats, lowest byte first. The numbers stay exact, and the text has a quarter of
 * the size of JSON.
 */
export function writeFloats(numbers: Float32Array): string {
  const bytes = new DataView(new ArrayBuffer(numbers.length * 4))
  for (const [index, number] of numbers.entries()) bytes.setFloat32(index * 4, number, true)
  let binary = ''
  for (let at = 0; at < bytes.byteLength; at++) binary += String.fromCharCode(bytes.getUint8(at))
  return btoa(binary)
}

/** Reads numbers that `writeFloats` wrote; null for an invalid or empty text, or if a number is not finite. */
export function readFloats(text: string): Float32Array | null {
  const binary = decodeBase64(text)
  if (binary === null || binary === '' || binary.length % 4 !== 0) return null
  const bytes = new DataView(new ArrayBuffer(binary.length))
  for (let at = 0; at < binary.length; at++) bytes.setUint8(at, binary.charCodeAt(at))
  const numbers = new Float32Array(binary.length / 4)
  for (let index = 0; index < numbers.length; index++) numbers[index] = bytes.getFloat32(index * 4, true)
  return numbers.every(Number.isFinite) ? numbers : null
}

function decodeBase64(text: string): string | null {
  try {
    return atob(text)
  } catch {
    return null
  }
}
