const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const digits = 6

/** Returns the CRC-32 of an ASCII text. */
export function crc32(text: string): number {
  let crc = -1
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** Returns the checksum that ends tokens of GitHub and npm, as six base-62 characters. */
export function crcDigits(text: string): string {
  let rest = crc32(text)
  let written = ''
  while (written.length < digits) {
    written = base62[rest % 62] + written
    rest = Math.floor(rest / 62)
  }
  return written
}

/** Whether the last six characters are the checksum of the characters before them. */
export const endsInCrc = (body: string): boolean =>
  body.length > digits && crcDigits(body.slice(0, -digits)) === body.slice(-digits)
