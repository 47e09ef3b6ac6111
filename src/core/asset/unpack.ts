import { inflateSync } from 'fflate/browser'
import { fromBase64 } from '../text/base64.ts'
import { builtin } from '../text/builtin.ts'

/**
 * Returns the bytes of a packed data file: base64 of raw DEFLATE (RFC 1951). Node's zlib is used if available, because
 * it is faster.
 */
export function inflateBase64(packed: string): Uint8Array {
  const bytes = fromBase64(packed)
  return builtin<typeof import('node:zlib')>('node:zlib')?.inflateRawSync(bytes) ?? inflateSync(bytes)
}
