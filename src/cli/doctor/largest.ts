import type { Explanation, Section } from '../../core/explain/explanation.ts'
import { type LargePart, mostListed } from './report.ts'

type Entry = Section['entries'][number]

/** Returns the largest parts of a request, beginning with the largest. */
export const largestParts = ({ sections }: Explanation): readonly LargePart[] =>
  sections
    .flatMap(({ kind, entries }) => (kind === 'omitted' ? [] : entries.map(entry => ({ kind, entry }))))
    .toSorted((one, other) => other.entry.tokens - one.entry.tokens)
    .slice(0, mostListed)
    .map(({ kind, entry }) => ({
      kind,
      place: nameOfEntry(entry),
      preview: previewOf(entry),
      tokens: entry.tokens,
      share: entry.share,
    }))

const nameOfEntry = (entry: Entry): string =>
  entry.kind === 'declaration' ? entry.name : (entry.sources[0]?.place ?? entry.reason)

const previewOf = (entry: Entry): string => {
  if (entry.kind !== 'unit') return entry.sources[0]?.preview ?? ''
  return entry.calls.length > 0 ? `calls ${[...new Set(entry.calls)].join(', ')}` : entry.preview
}
