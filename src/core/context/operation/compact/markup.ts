const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
}

/** Elements that begin a line. */
const block =
  /^(?:p|div|br|hr|li|ul|ol|dl|dt|dd|tr|table|h[1-6]|section|article|header|footer|nav|aside|main|form|option|pre|blockquote|title|figure)$/

/** Elements whose content is not readable text. */
const wordless = new Set(['script', 'style', 'noscript', 'template', 'svg'])

/**
 * Returns the text of HTML in one pass. Headings are marked as in Markdown, and block elements start on their own
 * lines.
 */
export function textOfHtml(html: string): string {
  let words = ''
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open < 0) return decodeAndTrim(words + html.slice(at))
    words += html.slice(at, open)
    const end = endOfTag(html, open)
    const name = /^<\/?([a-z][\w-]*)/i.exec(html.slice(open, open + 40))?.[1]?.toLowerCase() ?? ''
    at = end
    if (wordless.has(name) && html[open + 1] !== '/') at = indexOfClosingTag(html, name, end)
    else if (/^h[1-6]$/.test(name) && html[open + 1] !== '/') words += `\n\n${'#'.repeat(Number(name[1]))} `
    else if (block.test(name)) words += '\n'
    else if (name === 'td' || name === 'th') words += ' | '
    else if (name === '' && !html.startsWith('<!', open)) words += html.slice(open, end)
  }
  return decodeAndTrim(words)
}

/** Returns the offset after a tag or comment. If no tag or comment begins here, returns the offset after the `<`. */
function endOfTag(html: string, open: number): number {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open + 4)
    return close < 0 ? html.length : close + 3
  }
  if (!/[a-z/!?]/i.test(html[open + 1] ?? '')) return open + 1
  const close = html.indexOf('>', open)
  return close < 0 ? html.length : close + 1
}

function indexOfClosingTag(html: string, name: string, from: number): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2))
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
  return html.length
}

const decodeAndTrim = (words: string): string =>
  words
    .replace(/&([a-z]{2,6}|#39);/g, (given, name: string) => entities[name] ?? given)
    .replace(/[ \t\r\f]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
