import type { Connection } from './connection.ts'
import { type ListedTool, readListedTool } from './declared-tool.ts'
import { listPages } from './list-pages.ts'

/** Tools of a server, and the problems found in the server's list. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly problems: readonly string[]
}

/** Reads a server's tool list. */
export async function listTools(connection: Connection, timeout: number): Promise<ToolList> {
  const problems = new Set<string>()
  const noteProblem = (problem: string): void => void problems.add(problem)
  const pages = {
    ...{ field: 'tools', most: 500, timeout },
    request: (client, page, options) => client.listTools(page, options),
  } satisfies Parameters<typeof listPages>[1]
  const listed = await listPages(connection, pages, noteProblem)
  const tools = listed.flatMap(tool => readListedTool(tool, noteProblem) ?? [])
  return { tools, problems: [...problems] }
}
