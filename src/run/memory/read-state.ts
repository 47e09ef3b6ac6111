import { check } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import type { ChunkChild, LogItem, MemoryChunk, MemoryState } from './chunk.ts'

/** Memory state whose parts were made consistent. */
export interface SoundState {
  /** Ids of the shown chunks in display order, each once. */
  readonly chunkIds: readonly string[]
  /** Chunks by id. */
  readonly chunks: ReadonlyMap<string, MemoryChunk>
  /** Log that contains at least every shown chunk. Summaries in it replace only earlier chunks. */
  readonly log: readonly LogItem[]
}

const aState = check(
  'a memory state { chunkIds, chunks }, such as createState makes',
  given => isObject(given) && Array.isArray(given.chunkIds) && given.chunks instanceof Map,
)

/**
 * Makes a memory state of any origin consistent. Ids become strings that each name one chunk, and children become a
 * list. A log that lacks a shown chunk is ignored. Throws a TypeError for a value that is no state.
 */
export function readState(given: MemoryState): SoundState {
  aState(given, Path.named('state'))
  const chunks = new Map<string, MemoryChunk>()
  for (const [key, chunk] of given.chunks as ReadonlyMap<unknown, unknown>) {
    const id = idOrNull(key)
    if (id !== null && isObject(chunk)) chunks.set(id, correctChunk(chunk as unknown as MemoryChunk, id))
  }
  const chunkIds = [...new Set((given.chunkIds as readonly unknown[]).map(idOrNull))].filter(
    id => id !== null,
  )
  const log = readLog(given.log, chunks)
  const told = new Set(log.map(({ chunk }) => chunk.id))
  const shown = chunkIds.flatMap(id => chunks.get(id) ?? [])
  const isWhole = shown.every(({ id }) => told.has(id))
  return { chunkIds, chunks, log: isWhole ? log : shown.map(chunk => ({ chunk, covers: null })) }
}

/** Reads a state's log. Each chunk occurs once, in the version that the state has. */
function readLog(given: unknown, chunks: ReadonlyMap<string, MemoryChunk>): LogItem[] {
  const log: LogItem[] = []
  const before = new Set<string>()
  for (const item of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const { chunk: told, covers } = isObject(item) ? item : {}
    const id = isObject(told) ? idOrNull(told.id) : null
    if (id === null || before.has(id)) continue
    const chunk = chunks.get(id) ?? correctChunk(told as unknown as MemoryChunk, id)
    const earlier = Array.isArray(covers) ? covers.filter(covered => before.has(covered)) : []
    log.push({ chunk, covers: earlier.length > 0 ? earlier : null })
    before.add(id)
  }
  return log
}

const idOrNull = (given: unknown): string | null =>
  typeof given === 'string' ? given : typeof given === 'number' ? String(given) : null

/** Returns a valid chunk unchanged, and a corrected copy of an invalid chunk. */
function correctChunk(chunk: MemoryChunk, id: string): MemoryChunk {
  const children = correctChildren(chunk.children, id)
  return chunk.id === id && children === chunk.children ? chunk : { ...chunk, id, children: children ?? [] }
}

function correctChildren(given: unknown, id: string): readonly ChunkChild[] | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given)) return []
  if (given.every(child => isObject(child) && typeof child.id === 'string')) return given
  return given
    .filter(isObject)
    .map(
      (child, index) => ({ ...child, id: idOrNull(child.id) ?? `${id}/${index}` }) as unknown as ChunkChild,
    )
}
