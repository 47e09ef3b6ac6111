import type { Explanation, OmittedEntry } from '../../../core/explain/explanation.ts'
import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

const mostTools = 8

/** Renders a card for each group of dropped units, with the reason why they were dropped. */
export function droppedCards({ sections }: Explanation): Html {
  const runs = sections.flatMap(({ entries }) => entries.filter(entry => entry.kind === 'omitted'))
  if (runs.length === 0)
    return html`<section><h2>Dropped</h2><p class="empty">Nothing: the whole history was sent.</p></section>`
  return html`<section><h2>Dropped</h2><div class="cards">${runs.map(card)}</div></section>`
}

function card(run: OmittedEntry, index: number): Html {
  const [first, last] = [run.sources[0]?.place, run.sources.at(-1)?.place]
  const where = first === undefined ? null : first === last ? first : `${first} to ${last}`
  const roles = Object.entries(run.roles)
  const tools = run.calls.slice(0, mostTools)
  const most = tools[0]?.count ?? 1
  const seldom = run.calls.length - tools.length
  return html`<article class="card dropped-card" id="dropped-card-${index}">
<h3>${formatCount(run.units, 'unit')}${run.before > 0 && html` <span>about ${formatCount(run.before, 'token')}</span>`}</h3>
<p class="why">${run.reason}</p><p><a href="#dropped-${index}">Read ${run.units === 1 ? 'it' : 'them'}<span class="unseen"> (${formatCount(run.units, 'unit')}: ${run.reason})</span></a></p>${where !== null && html`<p class="where">${where}</p>`}
${roles.length > 0 && html`<p class="held">${roles.map(([role, count]) => html`<span class="chip hue-${role}">${formatNumber(count)} ${role}</span>`)}</p>`}
${tools.length > 0 && html`<h4>Tools called</h4><ul class="tools">${tools.map(({ name, count }) => html`<li><span>${name}</span><i><b style="width:${((count / most) * 100).toFixed(1)}%"></b></i><em>${formatNumber(count)}</em></li>`)}${seldom > 0 && html`<li><span>${formatCount(seldom, 'other tool')}</span></li>`}</ul>`}
${run.largest.length > 0 && run.before > 0 && html`<h4>Largest</h4><ol class="largest">${run.largest.map(({ source, role, before }) => html`<li><p><b>${source.place}</b> ${role}<em>${formatNumber(before)}</em></p><p class="quote">${source.preview ?? ''}</p></li>`)}</ol>`}
</article>`
}
