import { decisionWords } from '../../core/diag/plan.ts'
import type { Difference } from '../../core/explain/diff.ts'
import { placeName as placeIn } from '../../core/explain/places.ts'
import type { Program } from '../../core/program/program.ts'
import { oneLine, type Paint, plainPaint } from '../../core/text/columns.ts'
import { formatCount, formatNumber } from '../../core/text/number.ts'

/** Options for rendering a difference between two requests. */
export interface DiffView {
  /** Program of the earlier compile, which names the inputs of its events; `later` is that of the later compile. */
  readonly earlier?: Program
  readonly later?: Program
  readonly paint?: Paint
}

/** Renders the difference between two requests as a few lines for a terminal. */
export function renderDiff(
  difference: Difference,
  { earlier, later, paint = plainPaint }: DiffView = {},
): string {
  const { compared, parting, shared, lost, decisions } = difference
  const lines: string[] = []
  if (parting === null && !compared)
    lines.push(`${paint('yellow', 'nothing to compare')}: without a request there is no prefix`)
  else if (parting === null)
    lines.push(`${paint('green', 'the requests do not diverge')}: they share ${formatCount(shared, 'token')}`)
  else {
    const where = `${oneLine(parting.pointer)}, byte ${formatNumber(parting.byte)} of the prefix`
    lines.push(
      `${paint('yellow', 'the requests diverge')} at ${where}: ${originName(parting.origin, earlier)}`,
    )
    lines.push(`  ${paint('red', '-')} ${quoteExcerpt(parting.earlier)}`)
    const now = parting.laterOrigin === null ? 'nothing' : quoteExcerpt(parting.later)
    const from = parting.laterOrigin === null ? '' : `  (${originName(parting.laterOrigin, later)})`
    lines.push(`  ${paint('green', '+')} ${now}${from}`)
    lines.push(
      `${formatCount(shared, 'token')} shared, ${formatNumber(lost)} changed: ${describeCacheLoss(difference)}`,
    )
  }
  for (const decision of decisions) lines.push(`reason: ${oneLine(decisionWords(decision))}`)
  return `${lines.join('\n')}\n`
}

/** Describes the cost of a prefix change. */
function describeCacheLoss({ lost, unread, why, price }: Difference): string {
  if (why !== null) return `nothing was cached before, because ${why}`
  const cost = price === null ? '' : `, for ${price.toFixed(price < 0.01 ? 5 : 3)} USD more`
  return `${formatCount(unread ?? lost, 'token')} are not read from the cache${cost}`
}

/** Returns the name of an origin on one line. Its text may come from tools and state, so it is made safe to print. */
const originName = (at: string, program?: Program): string => oneLine(placeIn(at, program))

const quoteExcerpt = (text: string): string => (text === '' ? 'nothing' : `\u2026${oneLine(text)}\u2026`)
