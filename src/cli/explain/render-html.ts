import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Report } from '../../core/compile/contract/result.ts'
import { requestWithoutCache } from '../../core/compile/contract/whole-of.ts'
import type { Explanation } from '../../core/explain/explanation.ts'
import { shownProgram } from '../../core/explain/shown-program.ts'
import { lossFacts } from '../../core/ir/loss.ts'
import type { UnitKind } from '../../core/ir/unit.ts'
import type { Program } from '../../core/program/program.ts'
import { formatCount, formatNumber } from '../../core/text/number.ts'
import { budgetBar, timeline } from './html/bars.ts'
import type { PageMaterial } from './html/block.ts'
import { hueOfRole, type PageBlock, pageBlocks } from './html/blocks.ts'
import { diagnosticList } from './html/diagnostics.ts'
import { droppedCards } from './html/dropped-cards.ts'
import { droppedList } from './html/dropped-list.ts'
import { Html, html } from './html/html.ts'
import { type PageSize, pageSize } from './html/page-size.ts'
import { jump } from './html/script/jump.ts'
import { keys } from './html/script/keys.ts'
import { search } from './html/script/search.ts'
import { SentIndex } from './html/sent.ts'
import { sentList } from './html/sent-list.ts'
import { style } from './html/style.ts'
import { treemap } from './html/treemap.ts'

/** Renders the heading of the message list, with a search bar that stays hidden until the browser script runs. */
function searchBar(hues: readonly PageBlock['hue'][]): Html {
  const chips = [...new Set(hues)].map(
    hue =>
      html`<button type="button" class="hue-${hue}" data-hue="${hue}" aria-pressed="true">${hue}</button>`,
  )
  return html`<div class="toolbar"><h2>Every message</h2><div class="controls" role="search" hidden><span id="found" role="status"></span>${chips}<label>Search <input id="filter" type="search" placeholder="sent and dropped"></label></div><noscript><p class="empty">Rows open without JavaScript, and the browser finds texts in them; the page's own search needs JavaScript.</p></noscript></div>`
}

/** Browser script of the page. Rows open even without it, and it inserts no HTML. */
const script = `
const blocks = [...document.querySelectorAll('details.block')]
const filter = document.querySelector('#filter')
${search}${jump}${keys}`

/** Compile result, used to show the sent texts next to the input messages that they come from. */
export interface Compilation {
  readonly result: Pick<Report, 'map'> & Partial<Pick<Report, 'cached'>> & { readonly request: object | null }
  readonly program?: Program | undefined
}

/**
 * Renders an explanation as one file for a browser, with the texts that were sent and dropped. The page needs no other
 * file, loads nothing, and escapes every text. If the session is too large for a page, the page shows only the newest
 * units, and says so.
 */
export function renderHtml(
  explanation: Explanation,
  { result, program }: Compilation,
  size: PageSize = pageSize,
): string {
  const blocks = pageBlocks(explanation)
  const [request, map] = requestWithoutCache(result)
  const shown = shownProgram(result, program)
  const material: PageMaterial = { index: new SentIndex(request, map), program: shown, longest: size.text }
  const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`
  const { ok, model, target } = explanation
  const sent = ok ? sentList(explanation, blocks, material, size.sent) : html``
  const dropped = droppedList(explanation, shown, size)
  const hasRows = ok || dropped.text !== ''
  const roles = explanation.sections.flatMap(({ entries }) =>
    entries.flatMap(entry => (entry.kind === 'omitted' ? (Object.keys(entry.roles) as UnitKind[]) : [])),
  )
  const hues = [...(ok ? blocks.map(({ hue }) => hue) : []), ...roles.map(hueOfRole)]
  const onPage = (id: string): boolean => sent.text.includes(` id="${id}"`)
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">${new Html(generator)}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>What ${model ?? target ?? 'the model'} was sent</title><style>${new Html(style)}</style></head>
<body>${hasRows && html`<nav class="skip" aria-label="Skip"><a href="#messages">Skip to the messages</a></nav>`}${head(explanation)}<main>
${budgetBar(explanation, blocks)}${ok && html`${timeline(explanation, blocks)}${treemap(blocks, onPage)}`}
<div class="columns">${droppedCards(explanation)}${diagnosticList(explanation)}</div>
${
  hasRows &&
  html`<section id="messages" tabindex="-1">${searchBar(hues)}
${sent}${dropped}</section>`
}</main>
<footer>With the focus in a row: <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close. Sizes are estimates; the budget applies to their upper bounds. Made by ctxc.</footer>
<script>${new Html(script)}</script></body></html>
`
  return page.text
}

/** Text in a page that marks it as written by `ctxc explain`, which may therefore overwrite it. */
const generator = '<meta name="generator" content="ctxc">'

/** Whether a text is a page that `renderHtml` made. */
export const isPage = (text: string): boolean =>
  text.startsWith('<!doctype html>') && text.slice(0, 500).includes(generator)

function head({ ok, model, target, tokens, units, sections, losses }: Explanation): Html {
  const dropped = sections
    .filter(({ kind }) => kind === 'omitted')
    .reduce((sum, { before }) => sum + before, 0)
  const limit = tokens.limit === null ? 'no limit' : `${formatNumber(tokens.limit)}`
  return html`<header><p class="eyebrow">Target <b>${target ?? 'none'}</b><span class="verdict${ok ? '' : ' bad'}">${ok ? 'ok' : 'no request'}</span></p>
<h1>What ${model === null ? 'the model' : html`<code>${model}</code>`} ${ok ? 'was sent' : 'could not be sent'}</h1>
<div class="figures">
<div><b>${formatNumber(tokens.input)}</b><span>tokens, estimated${tokens.max !== tokens.input && `; upper bound ${formatNumber(tokens.max)}`}</span></div>
<div><b>${limit}</b><span>limit${tokens.free !== null && `; ${tokens.free < 0 ? `${formatNumber(-tokens.free)} too few` : `${formatNumber(tokens.free)} free`}`}${tokens.aim !== undefined && `; soft size ${formatNumber(tokens.aim)}`}</span></div>
<div><b>${formatNumber(units.sent)} of ${formatNumber(units.all)}</b><span>units of history sent</span></div>
<div><b>${formatNumber(dropped)}</b><span>tokens dropped, about</span></div>
${losses.map(loss => html`<div><b>${formatCount(loss.items, 'item')}</b><span>of reasoning lost, about ${formatCount(loss.tokens, 'token')}: ${lossFacts[loss.reason].words}</span></div>`)}</div></header>`
}
