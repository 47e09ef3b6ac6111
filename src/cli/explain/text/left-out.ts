import type { Explanation, OmittedEntry } from '../../../core/explain/explanation.ts'
import {
  cutColumns,
  fitColumns,
  oneLine,
  type Paint,
  terminalColumns,
  wrapText,
} from '../../../core/text/columns.ts'
import { addAll, largestOf } from '../../../core/text/list.ts'
import { formatCount, formatNumber } from '../../../core/text/number.ts'

const mostTools = 6

/** Renders the dropped units: a line for each group of consecutive units (run), followed by its contents. */
export function renderDropped({ sections }: Explanation, width: number, paint: Paint): string[] {
  const runs = sections
    .filter(({ kind }) => kind === 'omitted')
    .flatMap(({ entries }) => entries.filter(entry => entry.kind === 'omitted'))
  if (runs.length === 0) return []
  const units = runs.reduce((sum, run) => sum + run.units, 0)
  const tokens = runs.reduce((sum, run) => sum + run.before, 0)
  const title = `What was dropped: ${formatCount(units, 'unit')}, about ${formatCount(tokens, 'token')}`
  return [
    paint('bold', title),
    ...runs.flatMap((run, index) => renderDroppedRun(run, index === runs.length - 1, width, paint)),
  ]
}

function renderDroppedRun(run: OmittedEntry, last: boolean, width: number, paint: Paint): string[] {
  const indent = last ? '      ' : '\u2502     '
  const [first, end] = [run.sources[0]?.place, run.sources.at(-1)?.place]
  const where = first === undefined ? '' : first === end ? `, ${first}` : `, ${first} to ${end}`
  const size = run.before > 0 ? `, about ${formatCount(run.before, 'token')}` : ''
  const head = `${formatCount(run.units, 'unit')}${where}${size}: ${run.reason}`
  const lines = wrapText(head, width - 3).map((line, place) => {
    const twig = last ? '\u2514\u2500 ' : '\u251c\u2500 '
    return (place === 0 ? twig : indent) + line
  })
  if (run.units > 1)
    addAll(
      lines,
      wrapText(describeRunContents(run), width - 6).map(line => indent + paint('dim', line)),
    )
  return [...lines, ...largestRunUnits(run, indent, width).map(line => paint('dim', line))]
}

/** Describes the content of a group of dropped units: the roles, and the tools that were called. */
function describeRunContents({ roles, calls }: OmittedEntry): string {
  const spoken = Object.entries(roles).map(([role, count]) => `${formatNumber(count)} ${role}`)
  const called = calls
    .slice(0, mostTools)
    .map(({ name, count }) => `${oneLine(name)} x${formatNumber(count)}`)
  if (calls.length > mostTools) called.push(`${calls.length - mostTools} more`)
  if (spoken.length === 0) return ''
  return `roles: ${spoken.join(', ')}${called.length > 0 ? `; called ${called.join(', ')}` : ''}`
}

function largestRunUnits(run: OmittedEntry, indent: string, width: number): string[] {
  if (run.before === 0) return []
  const places = largestOf(
    run.largest.map(({ source }) => terminalColumns(source.place)),
    0,
  )
  return run.largest.map(({ source, role, before }, index) => {
    const lead = run.units === 1 ? '' : index === 0 ? 'largest ' : '        '
    const size = fitColumns(formatNumber(before), 8, 'right')
    const line = `${indent}${lead}${fitColumns(source.place, places)} ${fitColumns(role, 9)}${size}  ${source.preview ?? ''}`
    return cutColumns(line, width)
  })
}
