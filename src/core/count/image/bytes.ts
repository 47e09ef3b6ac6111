/**
 * Function that returns one byte of a file; NaN outside the file, so that an image size from incomplete bytes is NaN
 * too.
 */
export type ByteAt = (at: number) => number

/** Number of bytes in a decoded block: a multiple of three, so that each block begins at a base64 character. */
const stride = 1_536
/** Maximum number of characters to read of base64 with line breaks, in which the position of a byte is unknown. */
const wrapped = 262_144

/** Returns a function that reads single bytes of a base64 text and decodes only the blocks with these bytes. */
export function base64ByteAt(given: string): ByteAt {
  const text = /\s/.test(given.slice(0, 256)) ? given.slice(0, wrapped).replace(/\s+/g, '') : given
  let from = -1
  let bytes = ''
  return at => {
    const begin = at - (at % stride)
    if (begin !== from) {
      from = begin
      bytes = decodeBlock(text.slice((begin / 3) * 4, ((begin + stride) / 3) * 4))
    }
    return bytes.charCodeAt(at - from)
  }
}

/** Returns the bytes of a base64 block as Latin-1 text; an empty text if the block is damaged. */
function decodeBlock(stretch: string): string {
  try {
    return atob(stretch.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** Returns a function that reads single bytes of an array. */
export const arrayBytes =
  (bytes: Uint8Array): ByteAt =>
  at =>
    bytes[at] ?? Number.NaN

/** Returns a function that reads single bytes of a `data:` URL in base64; null for any other URL. */
export function dataUrlBytes(url: string): ByteAt | null {
  const head = /^data:[^,]{0,256};base64,/i.exec(url.slice(0, 300))
  return head ? base64ByteAt(url.slice(head[0].length)) : null
}
