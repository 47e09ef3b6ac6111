import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Report } from '../compile/contract/result.ts'
import { wholeOf } from '../compile/contract/whole-of.ts'
import type { Program } from '../program/program.ts'
import { largestOf } from '../text/list.ts'
import { counted, grouped } from '../text/number.ts'
import type { Explanation } from './explanation.ts'
import { budgetBar, timeline } from './html/bars.ts'
import { blockRow, type Material } from './html/block.ts'
import { type PageBlock, pageBlocks } from './html/blocks.ts'
import { diagnosticList } from './html/diagnostics.ts'
import { Html, html } from './html/html.ts'
import { leftOut } from './html/left-out.ts'
import { script } from './html/script.ts'
import { SentIndex } from './html/sent.ts'
import { style } from './html/style.ts'
import { treemap } from './html/treemap.ts'
import { shownProgram } from './shown-program.ts'

/** Result of a compile, to show its texts next to the messages that they come from. */
export interface Compilation {
  readonly result: Pick<Report, 'map'> & Partial<Pick<Report, 'cached'>> & { readonly request: object | null }
  readonly program?: Program | undefined
}

/**
 * Renders an explanation as one file for a browser. The page needs no other file, loads nothing, and escapes every
 * text.
 */
export function renderHtml(explanation: Explanation, { result, program }: Compilation): string {
  const blocks = pageBlocks(explanation)
  const [request, map] = wholeOf(result)
  const material = { index: new SentIndex(request, map), program: shownProgram(result, program) }
  const hash = btoa(String.fromCharCode(...sha256(utf8ToBytes(script))))
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`
  const { model, target } = explanation
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">${new Html(generator)}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer">
<title>What ${model ?? target ?? 'the model'} was sent</title><style>${new Html(style)}</style></head>
<body>${head(explanation)}<main>
${budgetBar(explanation, blocks)}${explanation.ok && html`${timeline(explanation, blocks)}${treemap(blocks)}`}
<div class="columns">${leftOut(explanation)}${diagnosticList(explanation)}</div>
${explanation.ok && list(explanation, blocks, material)}</main>
<footer><kbd>/</kbd> filter, <kbd>j</kbd> and <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>Esc</kbd> close. Sizes are likely tokens; the budget applies to their upper bounds. Made by ctxc.</footer>
${explanation.ok && html`<script>${new Html(script)}</script>`}</body></html>
`
  return page.text
}

/** Marks a page as one that may be overwritten. */
const generator = '<meta name="generator" content="ctxc">'

/** Whether a text is a page made by `renderHtml`. */
export const isPage = (text: string): boolean =>
  text.startsWith('<!doctype html>') && text.slice(0, 500).includes(generator)

function head({ ok, model, target, tokens, units, sections }: Explanation): Html {
  const gone = sections.filter(({ kind }) => kind === 'omitted').reduce((sum, { before }) => sum + before, 0)
  const limit = tokens.limit === null ? 'no limit' : `${grouped(tokens.limit)}`
  return html`<header><p class="eyebrow">Target <b>${target ?? 'none'}</b><span class="verdict${ok ? '' : ' bad'}">${ok ? 'ok' : 'no request'}</span></p>
<h1>What ${model === null ? 'the model' : html`<code>${model}</code>`} ${ok ? 'was sent' : 'could not be sent'}</h1>
<div class="figures">
<div><b>${grouped(tokens.input)}</b><span>tokens, likely${tokens.max !== tokens.input && `; at most ${grouped(tokens.max)}`}</span></div>
<div><b>${limit}</b><span>limit${tokens.free !== null && `; ${tokens.free < 0 ? `${grouped(-tokens.free)} too few` : `${grouped(tokens.free)} free`}`}</span></div>
<div><b>${grouped(units.sent)} of ${grouped(units.all)}</b><span>units of history sent</span></div>
<div><b>${grouped(gone)}</b><span>tokens dropped, about</span></div>
</div></header>`
}

/** Renders every block in request order, by section. */
function list({ sections }: Explanation, blocks: readonly PageBlock[], material: Material): Html {
  const largest = largestOf(
    blocks.map(({ entry }) => entry.tokens),
    0,
  )
  const hues = [...new Set(blocks.map(({ hue }) => hue))]
  const groups = sections
    .filter(({ kind }) => kind !== 'omitted')
    .map(section => {
      const own = blocks.filter(block => block.section === section)
      return html`<div class="group"><h3>${section.title}</h3><code>${section.pointer ?? ''}</code><span>${counted(section.tokens, 'token')}</span></div>${rows(own, largest, material)}`
    })
  return html`<div class="toolbar"><h2>What was sent, in order</h2><span id="found" role="status"></span>${hues.map(hue => html`<button type="button" class="hue-${hue}" data-hue="${hue}" aria-pressed="true">${hue}</button>`)}<input id="filter" type="search" placeholder="Filter" aria-label="Filter what was sent"></div>
<div class="list">${groups}</div>`
}

function rows(blocks: readonly PageBlock[], largest: number, material: Material): Html[] {
  let next = 0
  return blocks.flatMap(block => {
    const row = blockRow(block, largest, material)
    if (block.entry.kind !== 'unit') return [row]
    const gap = block.entry.ordinal - next
    next = Math.max(next, block.entry.ordinal + 1)
    if (gap <= 0) return [row]
    return [html`<div class="gap"><a href="#left-out-0">${counted(gap, 'unit')} dropped here</a></div>`, row]
  })
}
