import type { ChunkType } from './chunk.ts'
import { isGoneAt } from './pair.ts'
import type { Exclusion } from './result.ts'
import type { ShownItem } from './told.ts'

/** Chunks to show. A call whose result is not selected keeps its status, `completed` or `failed`. */
export interface Selection {
  /** System chunks; true when left out. */
  readonly includeSystem?: boolean
  /** Environment chunks, such as tool results; true when left out. */
  readonly includeEnvironment?: boolean
  readonly excludeTypes?: readonly ChunkType[]
  /** Only these chunks, or children of chunks. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** The items that were asked for, and why the others were not. */
export function select(
  told: readonly ShownItem[],
  { includeSystem = true, includeEnvironment = true, excludeTypes = [], includeOnlyChunkIds }: Selection,
): { readonly kept: ShownItem[]; readonly excluded: Exclusion[] } {
  const types = new Set<string>(excludeTypes)
  if (!includeSystem) types.add('SYSTEM')
  if (!includeEnvironment) types.add('ENVIRONMENT')
  const only = includeOnlyChunkIds && new Set(includeOnlyChunkIds)
  // A summary comes late in the log, and answers nothing.
  const answer = told.findLast(({ shape, item }) => shape.role === 'assistant' && item.covers === null)
  const lastAnswer = answer?.item.place ?? -1
  const kept: ShownItem[] = []
  const excluded: Exclusion[] = []
  for (const entry of told) {
    const { id, chunk } = entry.item
    const isAsked = only === undefined || only.has(id) || only.has(chunk.id)
    if (types.has(chunk.type)) excluded.push({ id, reason: 'excluded-type' })
    else if (!isAsked) excluded.push({ id, reason: 'not-asked-for' })
    else if (isGoneAt(entry, lastAnswer)) excluded.push({ id, reason: 'ephemeral' })
    else kept.push(entry)
  }
  return { kept, excluded }
}
