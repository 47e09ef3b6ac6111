import type { Report } from '../compile/contract/result.ts'
import type { Count } from '../ir/count.ts'
import type { DeclarationRow } from '../map/ledger.ts'
import type { DeclarationEntry } from './explanation.ts'
import { placeName } from './places.ts'
import type { Pointers } from './pointers.ts'
import { previewText } from './preview.ts'
import { shareOfRequest } from './price-of.ts'
import type { SentStrings } from './strings.ts'

/** Kinds of sections that contain declarations. */
export type HeadSection = 'system' | 'tools' | 'schema'

/** Returns the section of a declaration. */
function sectionOf(origin: string): HeadSection {
  if (origin.startsWith('d:tool') || origin === 'c:stub') return 'tools'
  return origin === 'd:outputSchema' ? 'schema' : 'system'
}

/**
 * Returns the entries of one section of declarations. If the provider adds tokens to these declarations, they form a
 * separate entry.
 */
export function declarationEntries(
  section: HeadSection,
  count: Count,
  { result, pointers, sent }: { result: Report; pointers: Pointers; sent: SentStrings },
): DeclarationEntry[] {
  const rows = result.ledger.declarations.filter(({ origin }) => sectionOf(origin) === section)
  const entry = ({ origin, tokens, cached }: DeclarationRow): DeclarationEntry => {
    const words = previewText(sent.words([origin]))
    return {
      kind: 'declaration',
      name: placeName(origin),
      tokens,
      max: null,
      before: tokens,
      share: shareOfRequest(tokens, result),
      fate: 'kept',
      edits: [],
      ...(cached && { cached }),
      reason:
        origin === 'c:stub' ? 'the history calls tools that were not declared' : 'declared, so always sent',
      pointer: pointers.firstObject([origin]),
      sources: [
        { origin, place: placeName(origin), author: null, tool: null, preview: words === '' ? null : words },
      ],
    }
  }
  const entries = rows.map(entry)
  const rest = count.estimate - rows.reduce((sum, { tokens }) => sum + tokens, 0)
  if (rest <= 0 || entries.length === 0) return entries
  return [
    ...entries,
    {
      ...entry({ origin: 'c:request', tokens: rest }),
      name: 'overhead',
      pointer: null,
      sources: [],
      reason: 'what the provider adds to carry them',
    },
  ]
}
