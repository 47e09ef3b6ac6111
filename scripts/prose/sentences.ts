/** Returns the prose of a Markdown text, without code blocks, tables, headings, link addresses and HTML. */
export function proseOf(markdown: string): string {
  const lines: string[] = []
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      isCode = !isCode
      lines.push('')
    } else if (isCode || /^\s*(#|\||<|!\[)/.test(line)) lines.push('')
    // Each list item counts as a paragraph.
    else lines.push(/^\s*([-*]|\d+\.)\s/.test(line) ? `\n${line.replace(/^\s*([-*]|\d+\.)\s/, '')}` : line)
  }
  return lines
    .join('\n')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\*\*|__/g, '')
}

/** Code in a sentence counts as one word, whatever it contains. */
const code = /`[^`\n]*`/g

/** Returns the sentences of prose. Abbreviations and numbers do not end a sentence. */
export function sentencesIn(prose: string): readonly string[] {
  return prose
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter(paragraph => paragraph !== '')
    .flatMap(paragraph => {
      const codes: string[] = []
      const plain = paragraph.replaceAll(code, found => `\u{e000}${codes.push(found) - 1}\u{e001}`)
      return plain
        .split(/(?<=[.!?:][)"'’]?)\s+(?=["'(]?[\p{Lu}\u{e000}])/u)
        .map(sentence =>
          sentence.replaceAll(/\u{e000}(\d+)\u{e001}/gu, (_, at: string) => codes[Number(at)] ?? ''),
        )
    })
    .filter(sentence => /\p{L}/u.test(sentence))
}

/** Returns the number of words of a sentence. Code counts as one word. */
export const wordsIn = (sentence: string): number =>
  sentence.replaceAll(code, 'x').match(/[\p{L}\p{N}][\p{L}\p{N}'’.,/-]*/gu)?.length ?? 0
