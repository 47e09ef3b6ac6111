/** Style of a piece of text. */
export type Look = 'bold' | 'dim' | 'red' | 'yellow' | 'blue' | 'green' | 'cyan' | 'magenta'

/** Applies a style to a text; provided by the code that prints. */
export type Paint = (look: Look, text: string) => string

/** Returns a text without styling. */
export const plainPaint: Paint = (_look, text) => text

/** Maximum number of columns of a value, a key or an error in a message; the original may be very long. */
const shown = 200

/** Returns the first columns of a text; only this part is measured, so a long text takes no longer. */
export const shortenForError = (text: string): string => cutColumns(text.slice(0, shown * 4), shown)

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u
const invisible = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Returns the number of columns that a text takes up in a terminal. */
export function terminalColumns(text: string): number {
  let columns = 0
  for (const sign of text) columns += invisible.test(sign) ? 0 : wide.test(sign) ? 2 : 1
  return columns
}

/** Control characters, and characters that change the direction of text; both could forge terminal output. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Returns a text as one line that is safe to print. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(unsafe, '\u00b7').trim()

/** Returns a text of several lines in a form that is safe to print. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map(line => line.replace(unsafe, '\u00b7'))
    .join('\n')

/**
 * Returns a line of JSON in a form that is safe to print: unsafe characters occur only inside its strings, where they
 * can be escaped.
 */
export const printableJson = (json: string): string =>
  json.replace(unsafe, signs =>
    [...signs].map(sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  )

/** Cuts a text to a number of columns, with an ellipsis if it is longer. */
export function cutColumns(text: string, columns: number): string {
  // A character takes up at most two columns, so most texts need not be measured.
  if (text.length * 2 <= columns || terminalColumns(text) <= columns) return text
  let cut = ''
  let used = 0
  for (const sign of text) {
    const width = terminalColumns(sign)
    if (used + width > columns - 1) break
    cut += sign
    used += width
  }
  return columns < 1 ? '' : `${cut.trimEnd()}\u2026`
}

/** Cuts or pads a text to exactly these columns. */
export function fitColumns(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const cut = cutColumns(text, columns)
  const gap = ' '.repeat(Math.max(0, columns - terminalColumns(cut)))
  return align === 'left' ? cut + gap : gap + cut
}

/** Breaks a text between words into lines of at most `columns` columns; a longer word is broken inside. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const pushLine = (): void => {
    lines.push(line)
    line = ''
    used = 0
  }
  for (const word of text.split(' ')) {
    const [first, ...more] = slicesOf(word, columns)
    const width = terminalColumns(first as string)
    if (line !== '' && (used + 1 + width > columns || more.length > 0)) pushLine()
    const gap = line === '' ? '' : ' '
    line += gap + first
    used += gap.length + width
    for (const slice of more) {
      pushLine()
      line = slice
      used = terminalColumns(slice)
    }
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

/** Splits a word into slices of at most `columns` columns, in one pass, because the word may be very long. */
function slicesOf(word: string, columns: number): string[] {
  const slices: string[] = []
  let slice = ''
  let used = 0
  for (const sign of word) {
    const width = terminalColumns(sign)
    if (slice !== '' && used + width > columns) {
      slices.push(slice)
      slice = ''
      used = 0
    }
    slice += sign
    used += width
  }
  return [...slices, slice]
}
