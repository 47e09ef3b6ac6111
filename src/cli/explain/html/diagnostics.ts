import { leadingPlace } from '../../../core/diag/render.ts'
import type { Explanation } from '../../../core/explain/explanation.ts'
import { type Html, html } from './html.ts'

/** Renders the list of diagnostics, errors first. */
export function diagnosticList({ diagnostics, places }: Explanation): Html {
  if (diagnostics.length === 0) return html`<section><h2>Diagnostics</h2><p class="empty">None.</p></section>`
  const placeWords = (place: string): string =>
    Object.hasOwn(places, place) ? (places[place] as string) : place
  const cards = diagnostics.map(({ code, level, message, at, notes, help }) => {
    const where = [...new Set(at.map(placeWords))]
    return html`<article class="card diagnostic ${level}"><h3><span class="level">${level}</span><code>${code}</code></h3><p>${message}</p>${where.length > 0 && html`<p class="where">${where.join(', ')}</p>`}${notes.map(note => html`<p class="note">${note.replace(leadingPlace, placeWords)}</p>`)}${help !== null && html`<p class="help"><b>Help:</b> ${help}</p>`}</article>`
  })
  return html`<section><h2>Diagnostics</h2><div class="cards">${cards}</div></section>`
}
