import { isLabel, stringAt } from '../../../core/explain/strings.ts'
import type { Segment } from '../../../core/ir/origin.ts'
import type { Mapping, SourceMap } from '../../../core/map/source-map.ts'
import { type Html, html } from './html.ts'
import { cutNote, shownText } from './text.ts'

/** Origins of the strings that the compiler adds directly after a unit's own strings. */
const added = new Set(['c:no-result', 'c:pending', 'c:fence', 'c:moved-files'])

/** Index of the strings in a request, by the origins of their segments. */
export class SentIndex {
  private readonly byOrigin = new Map<string, number[]>()
  private readonly request: object | null
  private readonly map: SourceMap

  constructor(request: object | null, map: SourceMap) {
    this.request = request
    this.map = map
    for (const [place, { segments }] of map.entries()) {
      for (const origin of new Set(segments.map(segment => segment.origin))) {
        const known = this.byOrigin.get(origin)
        if (known) known.push(place)
        else this.byOrigin.set(origin, [place])
      }
    }
  }

  /** Returns the request strings with segments of these origins, in request order. Labels are omitted, except names. */
  stringsWithOrigins(origins: Iterable<string>): readonly Mapping[] {
    const places = new Set<number>()
    for (const origin of origins) for (const place of this.byOrigin.get(origin) ?? []) places.add(place)
    for (const place of [...places]) {
      for (let next = place + 1; this.isAdded(next); next++) places.add(next)
    }
    return [...places]
      .sort((left, right) => left - right)
      .map(place => this.map[place] as Mapping)
      .filter(({ pointer }) => !isLabel(pointer) || pointer.endsWith('/name'))
  }

  text({ pointer }: Mapping): string {
    return stringAt(this.request, pointer)
  }

  private isAdded(place: number): boolean {
    const segments = this.map[place]?.segments
    return segments?.every(({ origin }) => added.has(origin)) ?? false
  }
}

/** Options for rendering the strings of a block. */
interface SentLook {
  /** Returns a readable name for an origin. */
  readonly place: (origin: string) => string
  /** Returns the id of the page card that shows an origin; null if there is no card. */
  readonly anchor: (origin: string) => string | null
  /** Maximum number of characters that the page shows of the text. */
  readonly longest: number
}

/** Renders a string of the request: its position, and its text, in which each segment is marked with its origin. */
export function sentString(
  { pointer, segments }: Mapping,
  text: string,
  { place, anchor, longest }: SentLook,
): Html {
  const shown = shownText(text, longest)
  const marks = segments.flatMap(segment =>
    segment.start < shown.length || segment.start === 0
      ? [markSegment(segment, shown, place, segments.length === 1)]
      : [],
  )
  const links = [...new Set(segments.map(({ origin }) => origin))].map(origin => {
    const href = anchor(origin)
    return href === null
      ? html`<span>${place(origin)}</span>`
      : html`<a href="#${href}" data-origin="${origin}">${place(origin)}</a>`
  })
  return html`<figure><figcaption><code>${pointer}</code><span class="from">from ${links.flatMap((link, index) => (index > 0 ? [html`, `, link] : [link]))}</span></figcaption><pre tabindex="0" role="group" aria-label="${pointer} as sent">${marks}</pre>${cutNote(text, longest)}</figure>`
}

function markSegment(
  { start, end, origin }: Segment,
  text: string,
  place: (origin: string) => string,
  only: boolean,
): Html {
  const kind = origin.startsWith('c:') ? 'made' : only ? 'whole' : 'taken'
  return html`<mark class="${kind}" data-origin="${origin}" title="${place(origin)}">${text.slice(start, end)}</mark>`
}
