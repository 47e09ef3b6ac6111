/** Returns the text of a JSON string from its raw content; null if the content is not valid. */
export function unescapeJsonString(content: string): string | null {
  try {
    const text: unknown = JSON.parse(`"${content}"`)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

/**
 * Returns the text that was written into nested JSON strings, unescaped `times` times. Malformed content stays
 * unchanged. An incomplete escape at the end of cut content is dropped.
 */
export function unescapedText(content: string, times: number, isCut: boolean): string {
  let text = content
  for (let time = 0; time < times && text.includes('\\'); time++) {
    const last = text.lastIndexOf('\\')
    const inner =
      unescapeJsonString(text) ?? (isCut ? unescapeJsonString(text.slice(0, runStart(text, last))) : null)
    if (inner === null) return text
    text = inner
  }
  return text
}

/** Returns the index at which the run of backslashes that ends at `last` begins. */
function runStart(text: string, last: number): number {
  let start = last
  while (text[start - 1] === '\\') start--
  return start
}
