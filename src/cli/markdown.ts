import { type Paint, wrapText } from '../core/text/columns.ts'

/** Renders the page of a diagnostic for a terminal: headings, paragraphs, lists and code. */
export function renderMarkdown(page: string, columns: number, paint: Paint): string {
  const lines: string[] = []
  let paragraph: string[] = []
  let code = false
  const flush = (): void => {
    if (paragraph.length === 0) return
    const text = paragraph.join(' ')
    const indent = text.startsWith('- ') ? '  ' : ''
    for (const [index, line] of wrapText(text, columns - indent.length).entries())
      lines.push((index === 0 ? '' : indent) + colourInlineCode(line, paint))
    paragraph = []
  }
  // HTML comments in a page are only for the tests that compile the page's examples.
  for (const line of page
    .replace(/^<!-- .* -->\n\n/gm, '')
    .trimEnd()
    .split('\n')) {
    if (line.startsWith('```')) {
      flush()
      code = !code
    } else if (code) lines.push(`    ${paint('cyan', line)}`.trimEnd())
    else if (line === '' || line.startsWith('#') || line.startsWith('- ')) {
      flush()
      if (line.startsWith('- ')) paragraph.push(line)
      else lines.push(line === '' ? '' : paint('bold', line.replace(/^#+ /, '')))
    } else paragraph.push(line.trim())
  }
  flush()
  return `${lines.join('\n')}\n`
}

/** Colours inline code. The backticks are kept, because without colour nothing else marks the code. */
const colourInlineCode = (line: string, paint: Paint): string =>
  line.replace(/`[^`]+`/g, code => paint('cyan', code))
