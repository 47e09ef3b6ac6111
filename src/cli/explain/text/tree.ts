import type {
  DeclarationEntry,
  Explanation,
  OmittedEntry,
  Section,
  UnitEntry,
} from '../../../core/explain/explanation.ts'
import { rangeOf } from '../../../core/explain/range.ts'
import { callWords, changeWords, reasonWords } from '../../../core/explain/words.ts'
import { fitColumns, oneLine, type Paint } from '../../../core/text/columns.ts'
import { addAll, largestOf } from '../../../core/text/list.ts'
import { formatCount } from '../../../core/text/number.ts'
import { type Layout, treeHead, treeLine } from './layout.ts'

const isUnit = (entry: Section['entries'][number]): entry is UnitEntry => entry.kind === 'unit'

/** Renders a tree of all request entries, section by section, with one line for each entry. */
export function renderTree({ ok, sections, units }: Explanation, layout: Layout, paint: Paint): string[] {
  const sent = sections.filter(({ kind }) => kind !== 'omitted')
  if (sent.length === 0) return []
  const lines = [paint('bold', treeHead(ok ? 'What was sent' : 'What must be sent', layout))]
  for (const [index, section] of sent.entries()) {
    const last = index === sent.length - 1
    const title =
      section.kind === 'history' && ok ? `History: ${formatCount(units.sent, 'unit')}` : section.title
    lines.push(paint('bold', treeLine(`${last ? '\u2514\u2500' : '\u251c\u2500'} ${title}`, section, layout)))
    addAll(lines, renderSection(section, last ? '   ' : '\u2502  ', layout, paint))
  }
  const present = new Set(sent.flatMap(({ entries }) => entries.map(({ reason }) => reason)))
  for (const [reason, mark] of marks)
    if (present.has(reason)) lines.push(paint('dim', `   ${mark} ${reason}`))
  return lines
}

/** Symbols for units that were kept for a reason other than their size, by reason. */
const marks: ReadonlyMap<string, string> = new Map([
  [reasonWords['current-input'], '*'],
  [reasonWords['opens-turn'], '^'],
  [reasonWords.critical, '!'],
  [reasonWords['at-least'], '+'],
  [reasonWords['stands-for-covered'], '='],
  [reasonWords['said-again'], '&'],
  [reasonWords.relevant, '~'],
])

function renderSection({ entries }: Section, indent: string, layout: Layout, paint: Paint): string[] {
  const lines: string[] = []
  const place = largestOf(
    entries.filter(isUnit).map(entry => rangeOf(entry.sources).length),
    0,
  )
  let next = 0
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'unit') {
      const gap = entry.ordinal - next
      if (gap > 0) lines.push(`${indent}${paint('dim', `\u2506  ${formatCount(gap, 'unit')} dropped here`)}`)
      next = Math.max(next, entry.ordinal + 1)
    }
    const twig = `${indent}${index === entries.length - 1 ? '\u2514\u2500' : '\u251c\u2500'} `
    const label = entry.kind === 'unit' ? unitLabel(entry, place) : nameLabel(entry)
    lines.push(treeLine(twig + label, entry, layout))
  }
  return lines
}

function unitLabel(entry: UnitEntry, place: number): string {
  const mark = marks.get(entry.reason) ?? ' '
  const changes = changeWords(entry)
  const edits = changes.length > 0 ? `(${changes.join(', ')}) ` : ''
  const words = [callWords(entry.calls), entry.preview].filter(text => text !== '').join(' \u00b7 ')
  return `${fitColumns(rangeOf(entry.sources), place)}${mark} ${fitColumns(entry.role, 9)} ${edits}${oneLine(words)}`
}

function nameLabel(entry: DeclarationEntry | OmittedEntry): string {
  if (entry.kind === 'omitted') return entry.reason
  const words = entry.sources[0]?.preview
  const name = entry.cached ? `(${changeWords(entry).join(', ')}) ${entry.name}` : entry.name
  return oneLine(words ? `${name}: ${words}` : name)
}
