import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Returns the bytes of a name, as hexadecimal text for a `bytea` column. A text column would refuse a null character and
 * merge lone surrogates. The bytes are UTF-8, with three bytes for a lone surrogate, so different names stay different.
 */
export const nameToHex = (name: string): string =>
  name.isWellFormed() ? bytesToHex(utf8ToBytes(name)) : name.split(loneSurrogates).map(pieceToHex).join('')

/** Splits a text at its lone surrogates, and keeps them. */
const loneSurrogates = /(\p{Cs})/u

const pieceToHex = (piece: string): string => {
  if (piece.isWellFormed()) return bytesToHex(utf8ToBytes(piece))
  const code = piece.charCodeAt(0)
  return bytesToHex(Uint8Array.of(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)))
}

/** Returns the name whose bytes are given as hexadecimal text. */
export function nameFromHex(hex: string): string {
  const bytes = hexToBytes(hex)
  let name = ''
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0xed || (bytes[at + 1] as number) < 0xa0) continue
    name += decoder.decode(bytes.subarray(from, at))
    name += String.fromCharCode(
      0xd000 | (((bytes[at + 1] as number) & 0x3f) << 6) | ((bytes[at + 2] as number) & 0x3f),
    )
    from = at + 3
    at += 2
  }
  return name + decoder.decode(bytes.subarray(from))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
