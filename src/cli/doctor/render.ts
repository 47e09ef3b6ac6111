import { renderDiagnostic } from '../../core/diag/render.ts'
import { cutColumns, fitColumns, oneLine, type Paint, wrapText } from '../../core/text/columns.ts'
import { formatCount, formatNumber, percent } from '../../core/text/number.ts'
import { type CacheReport, type DoctorReport, mostListed } from './report.ts'

/** Renders a doctor report for a terminal. The next steps come last, because that is where users look first. */
export function renderDoctor(
  file: string,
  { ok, summary, problems, notes, cache, kept, largest, next }: DoctorReport,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const lines = [
    `${paint('bold', oneLine(file))} \u00b7 ${ok ? paint('green', 'ok') : paint('red', 'problems')}`,
    ...wrapText(summary, width),
  ]
  const section = (title: string, rows: readonly string[]): void => {
    if (rows.length > 0) lines.push('', paint('bold', title), ...rows)
  }
  section(
    'Problems',
    problems.length === 0
      ? ['  none']
      : renderFirstItems(problems, problem => renderDiagnostic(problem, { width, paint })),
  )
  section(
    'Repairs and decisions',
    renderFirstItems(notes, ({ code, message }) => cutAndIndentLine(`${code}  ${oneLine(message)}`, width)),
  )
  section(
    `Cache: ${formatCount(cache.breaks.length, 'break')} in ${formatCount(cache.requests, 'request')}`,
    [
      ...renderFirstItems(cache.breaks, ({ before, kinds, lost }) =>
        cutAndIndentLine(
          `before ${before}: ${kinds.join(', ')}, ${formatCount(lost, 'token')} not read from the cache`,
          width,
        ),
      ),
      ...describeFreeChanges(cache, width),
    ],
  )
  section(
    'Largest parts',
    largest.map(({ place, preview, tokens, share }) =>
      cutAndIndentLine(
        `${fitColumns(formatNumber(tokens), 8, 'right')}  ${fitColumns(percent(share), 5, 'right')}  ${oneLine(place)}  ${oneLine(preview)}`,
        width,
      ),
    ),
  )
  if (kept !== undefined)
    section(
      `Policies that keep '${oneLine(kept.expect)}' for the question`,
      kept.policies.map(({ context, keeps, tokens, cached }) =>
        cutAndIndentLine(
          `${keeps ? 'keeps' : 'drops'}  ${fitColumns(formatCount(tokens, 'token'), 13, 'right')}  ${fitColumns(percent(cached), 5, 'right')} cached  ${oneLine(context)}`,
          width,
        ),
      ),
    )
  section(
    'Next steps',
    (next.length === 0 ? ['nothing to do'] : next).flatMap((step, index) =>
      wrapText(oneLine(step), width - 5).map(
        (part, at) => `${at === 0 ? `  ${index + 1}. ` : '     '}${part}`,
      ),
    ),
  )
  return `${lines.join('\n')}\n`
}

/** Describes the prefix changes that cost nothing, and why the last of them cost nothing. */
function describeFreeChanges({ free }: CacheReport, width: number): string[] {
  const last = free.at(-1)
  if (last === undefined) return []
  const changes = formatCount(free.length, 'change')
  const text = `${changes} of the prefix ${free.length === 1 ? 'costs' : 'cost'} nothing, because nothing was cached: before ${last.before}, ${last.why}`
  return wrapText(text, width - 2).map(part => `  ${part}`)
}

const cutAndIndentLine = (text: string, width: number): string => `  ${cutColumns(text.trimEnd(), width - 2)}`

/** Renders the first items of a list, and the number of items that are not shown. */
function renderFirstItems<Item>(items: readonly Item[], render: (item: Item) => string): string[] {
  const more = items.length - mostListed
  return [
    ...items.slice(0, mostListed).map(render),
    ...(more > 0 ? [`  and ${formatNumber(more)} more`] : []),
  ]
}
