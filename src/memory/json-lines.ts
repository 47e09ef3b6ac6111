import { isObject } from '../ir/json.ts'
import type { ThreadSnapshot } from './manager.ts'
import { ThreadLog } from './thread-log.ts'

/** A line with something wrong about it: it holds no entry, or none that may follow those before it. */
export interface LineProblem {
  /** From 1. */
  readonly line: number
  /** The line as it is, so that nothing is lost. */
  readonly text: string
  /** Description of the problem. */
  readonly message: string
}

/** Snapshot that was read from lines, and the problems found. */
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
 * Reads a thread from JSON Lines. A line that holds no entry, or one that cannot follow (an id that is there, a chunk that
 * is not), is a problem with its number and its text, and the others are read all the same: `restore` takes the `snapshot`.
 * Without a first line that names the thread, its id is empty, and that is a problem too.
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
  if (typeof text !== 'string') throw new TypeError(`readJSONLines takes a string, not ${typeof text}`)
  const log = new ThreadLog()
  const problems: LineProblem[] = []
  const lines = text.split('\n')
  const { head, problem } = readHead(lines[0] as string)
  if (problem !== null) problems.push({ line: 1, text: lines[0] as string, message: problem })
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && (head !== null || problem === noJson))) continue
    try {
      log.add(log.read(JSON.parse(line)))
    } catch (error) {
      const message = error instanceof SyntaxError ? noJson : (error as Error).message
      problems.push({ line: index + 1, text: line, message })
    }
  }
  const { threadId = '', custom } = head ?? {}
  return { snapshot: { version: 1, threadId, ...(custom && { custom }), entries: log.entries }, problems }
}

type Head = Partial<Pick<ThreadSnapshot, 'threadId' | 'custom'>>

const noJson = 'the line is no JSON'

/** The line that names the thread, and what is wrong with it. */
function readHead(line: string): { readonly head: Head | null; readonly problem: string | null } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return { head: null, problem: line.trim() === '' ? 'the first line names no thread' : noJson }
  }
  if (!isObject(value) || typeof value.threadId !== 'string')
    return { head: null, problem: 'the first line names no thread' }
  const { threadId, custom, version } = value
  const head = { threadId, ...(isObject(custom) && { custom }) }
  if (version !== undefined && version !== 1)
    return { head, problem: `the version is 1, not ${String(version)}` }
  return { head, problem: custom === undefined || isObject(custom) ? null : 'custom is an object' }
}
