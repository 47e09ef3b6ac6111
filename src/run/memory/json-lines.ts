import { text as aText } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { isObject, type JsonObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'
import type { ThreadSnapshot } from './manager.ts'
import { Thread } from './thread.ts'

/** Invalid line: it contains no entry, or an entry that is not valid after the entries before it. */
export interface LineProblem {
  /** Number of the line, from 1. */
  readonly line: number
  /** Text of the line, unchanged, so that nothing is lost. */
  readonly text: string
  /** Description of the problem. */
  readonly message: string
}

/** Thread snapshot that was read from lines, and the problems found. */
export interface ReadLines {
  readonly snapshot: ThreadSnapshot
  readonly problems: readonly LineProblem[]
}

/**
 * Writes a thread as JSON Lines: a first line with the thread's id, then one line for each entry, so that later entries
 * can be appended.
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
 * Reads a thread from JSON Lines. Reports each invalid line with its number and its text, and reads all other lines. A
 * line is invalid if it contains no entry, or an entry that cannot come next (an id in use, an unknown chunk). Pass the
 * returned `snapshot` to `restore`. If the first line does not name the thread, the thread's id is empty, and this is
 * reported too.
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
  aText(text, Path.named('readJSONLines.text'))
  const thread = new Thread('')
  const problems: LineProblem[] = []
  let head: JsonObject = { threadId: '' }
  for (const [index, line] of text.split('\n').entries()) {
    const reportLine = (message: string): void => void problems.push({ line: index + 1, text: line, message })
    const value = parseJson(line)
    if (index === 0 && isHead(value)) {
      head = value
      if ((value.version ?? 1) !== 1) reportLine(`the version is 1, not ${String(value.version)}`)
      else if (value.custom !== undefined && !isObject(value.custom)) reportLine('custom is an object')
      continue
    }
    const isBlank = line.trim() === ''
    if (index === 0 && (isBlank || value !== undefined)) reportLine('the first line names no thread')
    if (isBlank) continue
    try {
      if (value === undefined) reportLine('the line is no JSON')
      else thread.add(value, Path.named('entry'))
    } catch (error) {
      reportLine((error as Error).message)
    }
  }
  const { threadId, custom } = head
  const { entries } = thread
  return {
    snapshot: { version: 1, threadId: threadId as string, ...(isObject(custom) && { custom }), entries },
    problems,
  }
}

/** Whether a line is the head that names a thread. */
const isHead = (value: unknown): value is JsonObject => isObject(value) && typeof value.threadId === 'string'
