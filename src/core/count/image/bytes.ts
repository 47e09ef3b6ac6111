/** Access to single bytes of a file; NaN outside it, so that a size that was cut off is no number. */
export type ByteAt = (at: number) => number

/** Bytes that are decoded at once: a multiple of three, so that they begin at a base64 character. */
const stride = 1_536
/** Characters of a wrapped base64 text that are read: positions in it cannot be reckoned. */
const wrapped = 262_144

/** Returns access to the bytes of a base64 text; only the stretches that are asked for are decoded. */
export function base64ByteAt(given: string): ByteAt {
  const text = /\s/.test(given.slice(0, 256)) ? given.slice(0, wrapped).replace(/\s+/g, '') : given
  let from = -1
  let bytes = ''
  return at => {
    const begin = at - (at % stride)
    if (begin !== from) {
      from = begin
      bytes = decoded(text.slice((begin / 3) * 4, ((begin + stride) / 3) * 4))
    }
    return bytes.charCodeAt(at - from)
  }
}

/** Returns the bytes of a stretch of base64 as Latin-1; none if it is damaged. */
function decoded(stretch: string): string {
  try {
    return atob(stretch.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** Returns access to the bytes of an array. */
export const arrayBytes =
  (bytes: Uint8Array): ByteAt =>
  at =>
    bytes[at] ?? Number.NaN

/** Returns access to the bytes of a `data:` URL in base64; null for any other URL. */
export function dataUrlBytes(url: string): ByteAt | null {
  const head = /^data:[^,]{0,256};base64,/i.exec(url.slice(0, 300))
  return head ? base64ByteAt(url.slice(head[0].length)) : null
}
