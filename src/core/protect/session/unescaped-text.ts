/** Returns the text of a JSON string's content; null if it is none. */
export function unescaped(content: string): string | null {
  try {
    const text: unknown = JSON.parse(`"${content}"`)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

/**
 * Returns the text that was written into a string of JSON, and that into another one, so many `times`. Content that is malformed
 * stays unchanged, and an escape at the end of content that was cut is dropped.
 */
export function unescapedText(content: string, times: number, isCut: boolean): string {
  let text = content
  for (let time = 0; time < times && text.includes('\\'); time++) {
    const last = text.lastIndexOf('\\')
    const inner = unescaped(text) ?? (isCut ? unescaped(text.slice(0, runStart(text, last))) : null)
    if (inner === null) return text
    text = inner
  }
  return text
}

/** Returns where the backslashes that end at a place begin. */
function runStart(text: string, last: number): number {
  let start = last
  while (text[start - 1] === '\\') start--
  return start
}
