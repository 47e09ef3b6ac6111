import type { FoundText } from '../../../core/explain/find-text.ts'
import {
  fitColumns,
  oneLine,
  type Paint,
  plainPaint,
  terminalColumns,
  wrapText,
} from '../../../core/text/columns.ts'
import { largestOf } from '../../../core/text/list.ts'
import { formatCount } from '../../../core/text/number.ts'

/** Maximum number of pointers that are shown for one found place. */
const most = 3

/** Renders the places at which a text was found, for a terminal: the fate of each place, and the surrounding words. */
export function renderFound(
  text: string,
  found: readonly FoundText[],
  { width = 100, paint = plainPaint }: { readonly width?: number; readonly paint?: Paint } = {},
): string {
  const quoted = `"${oneLine(text)}"`
  if (found.length === 0)
    return `${quoted} is in no message, instruction or tool. Files and encrypted reasoning are not searched.\n`
  const places = largestOf(
    found.map(({ place }) => terminalColumns(place)),
    0,
  )
  const sent = found.filter(({ fate }) => fate === 'sent').length
  const head = `${quoted}: ${formatCount(found.length, 'place')}, ${sent} in the request`
  const lines = found.flatMap(one => {
    const look = one.fate === 'sent' ? 'green' : one.fate === 'changed' ? 'yellow' : 'red'
    const lead = `${fitColumns(one.place, places)}  ${fitColumns(one.author ?? '', 9)}  `
    return [
      `${lead}${paint(look, one.fate)}${describeFoundPlace(one)}`,
      ...wrapText(one.excerpt, width - 4).map(line => `    ${paint('dim', line)}`),
    ]
  })
  return `${[paint('bold', head), '', ...lines].join('\n')}\n`
}

function describeFoundPlace({ fate, reason, pointers }: FoundText): string {
  if (fate !== 'sent') return `: ${reason}`
  const more = pointers.length > most ? ` and ${pointers.length - most} more` : ''
  return ` at ${pointers.slice(0, most).join(', ')}${more}`
}
