/**
 * Encodes a text for an SQLite column. SQLite's texts are UTF-8 without lone surrogates, and end at a null character.
 * The encoded forms of different texts are different.
 */
export function encodeColumnText(text: string): string {
  if (survivesColumn(text)) return text
  const escaped = text.replace(
    /[\\\p{Cs}]/gu,
    unit => `\\${unit === '\\' ? unit : `u${unit.charCodeAt(0).toString(16)}`}`,
  )
  return escaped.replaceAll('\0', '\\u0000')
}

/** Decodes the text of an SQLite column. */
export const decodeColumnText = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
        code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

const survivesColumn = (text: string): boolean =>
  text.isWellFormed() && !text.includes('\\') && !text.includes('\0')
