import type { DeclarationEntry, Explanation, Section, UnitEntry } from '../../../core/explain/explanation.ts'
import { rangeOf } from '../../../core/explain/range.ts'
import { callWords } from '../../../core/explain/words.ts'
import type { UnitKind } from '../../../core/ir/unit.ts'

/** Block of the page, which shows one entry of the request. */
export interface PageBlock {
  /** Id of the block's page element. */
  readonly id: string
  /** Kind of the block's content, which sets its colour. */
  readonly hue: 'system' | 'tools' | 'schema' | 'user' | 'model' | 'developer' | 'tool' | 'added'
  readonly section: Section
  readonly entry: DeclarationEntry | UnitEntry
  /** Title of the block. */
  readonly title: string
  /** Beginning of the block's content, on one line. */
  readonly words: string
}

/** Returns a page block for each entry of the request, in request order. */
export function pageBlocks({ sections }: Explanation): PageBlock[] {
  return sections.flatMap((section, place) =>
    section.entries.flatMap((entry, index): PageBlock[] => {
      if (entry.kind === 'omitted') return []
      const title = entry.kind === 'unit' ? rangeOf(entry.sources) : entry.name
      const preview = (entry.kind === 'unit' ? entry.preview : entry.sources[0]?.preview) ?? ''
      const calls = entry.kind === 'unit' ? callWords(entry.calls) : ''
      const words = [calls, preview].filter(text => text !== '').join(' \u00b7 ')
      const id = entry.kind === 'unit' ? entry.id : `d${place}-${index}`
      return [{ id, hue: hueOfEntry(section, entry), section, entry, title, words }]
    }),
  )
}

function hueOfEntry({ kind }: Section, entry: DeclarationEntry | UnitEntry): PageBlock['hue'] {
  if (entry.kind === 'declaration') return kind === 'history' || kind === 'omitted' ? 'added' : kind
  return hueOfRole(entry.role)
}

/** Returns the kind of content that sets the colour of a history unit. */
export function hueOfRole(role: UnitKind): PageBlock['hue'] {
  if (role === 'summary' || role === 'compaction') return 'added'
  return role === 'late' || role === 'orphan' || role === 'copy' ? 'tool' : role
}
