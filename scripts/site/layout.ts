import { Html, html } from '../../src/cli/explain/html/html.ts'
import { entries } from '../entries.ts'
import { readSections, reference, type Topic } from './contents.ts'

/** Page without the frame around its content. */
export interface Content {
  /** Address relative to the site: `docs/caching.html`. */
  readonly url: string
  readonly title: string
  /** HTML of the page's main part. */
  readonly main: string
  /** Headings of the page, for the list next to it. */
  readonly headings: readonly { readonly link: string; readonly text: string; readonly level: number }[]
}

const sections = [...readSections(), { title: 'Reference', topics: reference }]
const api: readonly Topic[] = entries.map(({ id }) => ({
  label: id,
  links: [{ to: `api/${id}/index.html`, title: id }],
}))

/** Runs before anything is drawn, so that a page does not flash in the other theme. */
const early =
  "document.documentElement.classList.add('js');try{document.documentElement.dataset.theme=localStorage.getItem('theme')||'os'}catch{}"

/** Page after its doctype: bar, navigation, content and search dialog. */
export function pageOf({ url, title, main, headings }: Content): string {
  const base = '../'.repeat(url.split('/').length - 1)
  const inApi = url.startsWith('api/')
  return `
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${html`<title>${title === 'ctxc' ? 'ctxc, a context compiler for LLM agents' : `${title} | ctxc`}</title>`.text}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}assets/style.css">
<link rel="stylesheet" href="${base}assets/highlight.css">
<link rel="stylesheet" href="${base}assets/site.css">
<script>${early}</script>
<script defer src="${base}assets/site.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar">
<a class="brand" href="${base}index.html">ctxc</a>
<button type="button" class="control scripted" id="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<button type="button" class="control scripted" id="find">Search <kbd>/</kbd></button>
<label class="scripted theme"><span>Theme</span> <select id="theme" class="control" aria-label="Theme"><option value="os">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="frame">
<nav id="navigation" class="navigation" aria-label="Documentation">
${sections.map(({ title, topics }) => folded(title, !inApi, topics, base, url)).join('\n')}
${folded('API', inApi, [{ label: 'Entry points', links: [{ to: 'api/index.html', title: 'Entry points' }] }, ...api], base, url)}
</nav>
<main id="main" tabindex="-1"${inApi ? ' class="api"' : ''}>
${main}
</main>
${outline(headings)}
</div>
<dialog id="search" class="search" aria-label="Search">
<form method="dialog">
<label for="words">Search the documentation</label>
<input id="words" class="control" type="text" enterkeyhint="search" autocomplete="off" spellcheck="false">
<button type="submit" class="control" value="close">Close</button>
</form>
<p role="status" id="found"></p>
<ol id="results" class="results"></ol>
</dialog>
</body>
</html>
`
}

function folded(title: string, open: boolean, topics: readonly Topic[], base: string, url: string): string {
  const link = (to: string, label: string): Html => {
    const current = new Html(to === url ? ' aria-current="page"' : '')
    return html`<a href="${base + to}"${current}>${label}</a>`
  }
  const items = topics.map(({ label, links: [first, ...more] }) =>
    more.length === 0
      ? html`<li>${link(first!.to, label)}</li>`
      : html`<li><span>${label}</span><ul>${[first!, ...more].map(({ to, title }) => html`<li>${link(to, title)}</li>`)}</ul></li>`,
  )
  return html`<details${new Html(open ? ' open' : '')}><summary>${title}</summary><ul>${items}</ul></details>`
    .text
}

/** Headings of the page, if there are several. */
function outline(headings: Content['headings']): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3)
  if (listed.length < 2) return ''
  const items = listed.map(
    ({ link, text, level }) => html`<li class="level-${level}"><a href="${link}">${text}</a></li>`,
  )
  return html`<aside><nav class="outline" aria-labelledby="outline"><h2 id="outline">On this page</h2><ul>${items}</ul></nav></aside>`
    .text
}
