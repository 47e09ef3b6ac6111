import { html } from '../../src/cli/explain/html/html.ts'
import { shortTitle, sources } from './sources.ts'

/** Repairs of TypeDoc's HTML for keyboards, screen readers and narrow screens. TypeDoc's options do not offer them. */
export function repaired(main: string): string {
  return [
    withTitledLinks,
    withoutLinksInSummaries,
    withoutEmptyHeads,
    withScrolledTables,
    withHeadingsInOrder,
  ].reduce((text, repair) => repair(text), main)
}

/** A link to a file of the repository becomes a link to the file's page. */
const withTitledLinks = (text: string): string =>
  text.replace(/(<a\b[^>]*>)([\w/.-]+\.md)(?=<\/a>)/g, (all, tag: string, name: string) => {
    const source = sources.find(({ file }) => file === name || file === `docs/${name}`)
    return source === undefined ? all : tag + html`${shortTitle(source)}`.text
  })

/** A summary is a button, and a button must not contain a link. */
const withoutLinksInSummaries = (text: string): string =>
  text.replace(/<summary\b[\s\S]*?<\/summary>/g, summary =>
    summary.replace(/<a\b[^>]*class="tsd-anchor-icon"[\s\S]*?<\/a>/g, ''),
  )

/** The corner cell of a table is no heading. */
const withoutEmptyHeads = (text: string): string => text.replace(/<th([^>]*)><\/th>/g, '<td$1></td>')

/** A wide table scrolls separately, so that the page does not scroll. */
const withScrolledTables = (text: string): string =>
  text.replace(/<table\b[\s\S]*?<\/table>/g, table => `<div class="scroll">${table}</div>`)

/** A heading is at most one level below the previous heading, as outlines of screen readers need it. */
function withHeadingsInOrder(text: string): string {
  /** Levels of the headings that may contain the next heading: as written, and as repaired. */
  let open: { readonly written: number; readonly level: number }[] = []
  return text.replace(
    /<h([1-6])\b([^>]*)>([\s\S]*?)<\/h\1>/g,
    (_, digit: string, attributes: string, inner: string) => {
      const written = Number(digit)
      open = open.filter(heading => heading.written < written)
      const level = Math.min(written, (open.at(-1)?.level ?? 0) + 1)
      open.push({ written, level })
      return `<h${level}${attributes}>${inner}</h${level}>`
    },
  )
}
