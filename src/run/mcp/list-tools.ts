import { listOr, objectOr, stringOr } from '../../core/from/read.ts'
import type { Connection } from './connection.ts'
import { type ListedTool, readListedTool } from './declared-tool.ts'

/** Maximum numbers of pages and of tools that are read: a server might never end its list. */
const mostPages = 50
const mostTools = 500

/** Tools of a server, and the problems found in the server's list. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly problems: readonly string[]
}

/** Reads all pages of a server's tool list. */
export async function listTools(connection: Connection, timeout: number): Promise<ToolList> {
  const problems = new Set<string>()
  const tools: ListedTool[] = []
  const noteProblem = (problem: string): void => void problems.add(problem)
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; ; page++) {
    const given = cursor === undefined ? {} : { cursor }
    const answer = objectOr(
      await connection.requestWithReconnect(true, client =>
        client.listTools(given, { timeout, cacheMode: 'refresh' }),
      ),
    )
    if (!Array.isArray(answer.tools)) noteProblem('the list of tools is no list')
    for (const listed of listOr(answer.tools)) {
      const tool = readListedTool(listed, noteProblem)
      if (tool !== null && tools.length < mostTools) tools.push(tool)
      else if (tool !== null) noteProblem(`tools after the first ${mostTools} were left out`)
    }
    cursor = stringOr(answer.nextCursor) || undefined
    if (cursor === undefined || tools.length >= mostTools) break
    if (seen.has(cursor) || page + 1 >= mostPages) {
      noteProblem('the pages of the list do not end, so the rest was left out')
      break
    }
    seen.add(cursor)
  }
  return { tools, problems: [...problems] }
}
