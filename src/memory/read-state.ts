import { isObject } from '../ir/json.ts'
import type { ChunkChild, LogItem, MemoryChunk, MemoryState } from './chunk.ts'

/** A state whose parts fit together. */
export interface SoundState {
  /** Each once. */
  readonly chunkIds: readonly string[]
  /** By their own ids. */
  readonly chunks: ReadonlyMap<string, MemoryChunk>
  /** Holds every chunk that is shown. A summary stands for earlier ones. */
  readonly log: readonly LogItem[]
}

/**
 * A state as it is built from, whoever made it: ids are words and name one chunk each, children are a list, and a log that
 * does not hold what is shown is not gone by. Throws a TypeError for what is no state.
 */
export function readState(given: MemoryState): SoundState {
  if (!isObject(given) || !Array.isArray(given.chunkIds) || !(given.chunks instanceof Map))
    throw new TypeError('a memory state has chunkIds, a list, and chunks, a Map: createState makes one')
  const chunks = new Map<string, MemoryChunk>()
  for (const [key, chunk] of given.chunks as ReadonlyMap<unknown, unknown>) {
    const id = idOf(key)
    if (id !== null && isObject(chunk)) chunks.set(id, soundChunk(chunk as unknown as MemoryChunk, id))
  }
  const chunkIds = [...new Set((given.chunkIds as readonly unknown[]).map(idOf))].filter(id => id !== null)
  const log = readLog(given.log, chunks)
  const told = new Set(log.map(({ chunk }) => chunk.id))
  const shown = chunkIds.flatMap(id => chunks.get(id) ?? [])
  const isWhole = shown.every(({ id }) => told.has(id))
  return { chunkIds, chunks, log: isWhole ? log : shown.map(chunk => ({ chunk, covers: null })) }
}

/** A log, each chunk as the state has it, and once. */
function readLog(given: unknown, chunks: ReadonlyMap<string, MemoryChunk>): LogItem[] {
  const log: LogItem[] = []
  const before = new Set<string>()
  for (const item of Array.isArray(given) ? (given as readonly unknown[]) : []) {
    const { chunk: told, covers } = isObject(item) ? item : {}
    const id = isObject(told) ? idOf(told.id) : null
    if (id === null || before.has(id)) continue
    const chunk = chunks.get(id) ?? soundChunk(told as unknown as MemoryChunk, id)
    const earlier = Array.isArray(covers) ? covers.filter(covered => before.has(covered)) : []
    log.push({ chunk, covers: earlier.length > 0 ? earlier : null })
    before.add(id)
  }
  return log
}

const idOf = (given: unknown): string | null =>
  typeof given === 'string' ? given : typeof given === 'number' ? String(given) : null

/** The very chunk, where nothing is odd about it. */
function soundChunk(chunk: MemoryChunk, id: string): MemoryChunk {
  const children = soundChildren(chunk.children, id)
  return chunk.id === id && children === chunk.children ? chunk : { ...chunk, id, children: children ?? [] }
}

function soundChildren(given: unknown, id: string): readonly ChunkChild[] | undefined {
  if (given === undefined) return undefined
  if (!Array.isArray(given)) return []
  if (given.every(child => isObject(child) && typeof child.id === 'string')) return given
  return given
    .filter(isObject)
    .map((child, index) => ({ ...child, id: idOf(child.id) ?? `${id}/${index}` }) as unknown as ChunkChild)
}
