import { isObject } from '../../core/ir/json.ts'
import type { ThreadSnapshot } from './manager.ts'
import { ThreadLog } from './thread-log.ts'

/** Invalid line: it holds no entry, or an entry that may not follow the entries before it. */
export interface LineProblem {
  /** Number of the line, from 1. */
  readonly line: number
  /** Unchanged line, so that nothing is lost. */
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
 * Writes a thread as JSON Lines: a first line for the thread, then one line per entry, so that entries can be appended.
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
 * Reads a thread from JSON Lines. A line without an entry, or with an entry that cannot come next (an id in use, an
 * unknown chunk), is reported with its number and its text; all other lines are read. Pass the `snapshot` to `restore`.
 * If no first line names the thread, the thread's id is empty, and that is reported too.
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
  if (typeof text !== 'string')
    throw new TypeError(`the argument of readJSONLines must be a string, got ${typeof text}`)
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

/** Reads the line that names the thread; `problem` describes what is wrong with it. */
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
