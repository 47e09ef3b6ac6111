import { isObject } from '../ir/json.ts'
import { createChunk } from './create.ts'
import type { MemoryEntry } from './entry.ts'
import type { ThreadSnapshot } from './manager.ts'

/** A line that holds no entry. */
export interface LineProblem {
  /** From 1. */
  readonly line: number
  /** The line as it is, so that nothing is lost. */
  readonly text: string
  /** What is wrong with it. */
  readonly message: string
}

/** What some lines hold. */
export interface ReadLines {
  readonly snapshot: ThreadSnapshot
  readonly problems: readonly LineProblem[]
}

/**
 * A thread as JSON Lines: what it is, then one entry on each line, in order, so that a file of it can be added to.
 *
 * @example
 * import { createMemoryManager, writeJSONLines } from 'ctxc/memory'
 *
 * const memory = createMemoryManager()
 * memory.createThread('t1')
 * console.log(writeJSONLines(memory.snapshot('t1'))) // {"version":1,"threadId":"t1"}
 */
export function writeJSONLines({ entries, ...head }: ThreadSnapshot): string {
  return [head, ...entries].map(line => `${JSON.stringify(line)}\n`).join('')
}

/**
 * Reads a thread from JSON Lines. A line that holds no entry is a problem with its number and its text, and the others
 * are read all the same; without a first line that names the thread, its id is empty.
 *
 * @example
 * import { createMemoryManager, readJSONLines, writeJSONLines } from 'ctxc/memory'
 *
 * const memory = createMemoryManager()
 * memory.createThread('t1')
 * const { snapshot, problems } = readJSONLines(writeJSONLines(memory.snapshot('t1')))
 * console.log(snapshot.threadId, problems.length) // t1 0
 */
export function readJSONLines(text: string): ReadLines {
  const entries: MemoryEntry[] = []
  const problems: LineProblem[] = []
  let head: Pick<ThreadSnapshot, 'threadId' | 'custom'> = { threadId: '' }
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      const value: unknown = JSON.parse(line)
      if (index === 0 && isHead(value)) head = value
      else entries.push(entryOf(value))
    } catch (error) {
      problems.push({ line: index + 1, text: line, message: (error as Error).message })
    }
  }
  const { threadId, custom } = head
  return { snapshot: { version: 1, threadId, ...(custom && { custom }), entries }, problems }
}

const isHead = (value: unknown): value is Pick<ThreadSnapshot, 'threadId' | 'custom'> =>
  isObject(value) && typeof value.threadId === 'string'

function entryOf(value: unknown): MemoryEntry {
  const { kind, chunk, id, covers } = isObject(value) ? value : {}
  if (kind === 'remove' && typeof id === 'string') return value as MemoryEntry
  const isAdded = kind === 'add' || kind === 'update'
  if (!isAdded && !(kind === 'compact' && Array.isArray(covers)))
    throw new TypeError(`an entry adds, updates, removes or compacts; this one is '${String(kind)}'`)
  return { ...(value as MemoryEntry & object), chunk: createChunk(chunk as never) } as MemoryEntry
}
