import type { ChunkType } from './chunk.ts'
import { isGoneAt } from './pair.ts'
import type { Exclusion } from './result.ts'
import type { ShownItem } from './told.ts'

/** Chunks to show. A call whose result is not selected keeps its status, `completed` or `failed`. */
export interface Selection {
  /** Whether to show SYSTEM chunks; default: true. */
  readonly includeSystem?: boolean
  /** Whether to show ENVIRONMENT chunks, such as tool results; default: true. */
  readonly includeEnvironment?: boolean
  readonly excludeTypes?: readonly ChunkType[]
  /** Ids of the only chunks, or children of chunks, to show. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** Returns the items to show, and the reason for each other item. */
export function select(
  told: readonly ShownItem[],
  { includeSystem = true, includeEnvironment = true, excludeTypes = [], includeOnlyChunkIds }: Selection,
): { readonly kept: ShownItem[]; readonly excluded: Exclusion[] } {
  const types = new Set<string>(excludeTypes)
  if (!includeSystem) types.add('SYSTEM')
  if (!includeEnvironment) types.add('ENVIRONMENT')
  const only = includeOnlyChunkIds && new Set(includeOnlyChunkIds)
  // A summary is no answer, although it comes late in the log.
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
