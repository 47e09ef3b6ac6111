/**
 * Encodes a text for a column: SQLite's text is UTF-8, which has no lone surrogates, and ends at a null character.
 * Different texts stay different.
 */
export function columnText(text: string): string {
  if (isKept(text)) return text
  const escaped = text.replace(
    /[\\\p{Cs}]/gu,
    unit => `\\${unit === '\\' ? unit : `u${unit.charCodeAt(0).toString(16)}`}`,
  )
  return escaped.replaceAll('\0', '\\u0000')
}

/** Decodes the text of a column. */
export const textOfColumn = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_, code?: string) =>
        code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\\') && !text.includes('\0')
