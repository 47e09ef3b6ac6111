import { listOr, objectOr, stringOr } from '../../core/from/read.ts'
import type { Connection } from './connection.ts'
import type { McpClient, McpRequestOptions } from './mcp-client.ts'

/** Maximum number of pages that are read: a server might never end its list. */
const mostPages = 50

/** List of a server. */
interface Pages {
  /** Name of the list in an answer, such as `tools`. */
  readonly field: string
  /** Maximum number of entries. */
  readonly most: number
  readonly timeout: number
  readonly request: (
    client: McpClient,
    page: { cursor?: string },
    options: McpRequestOptions,
  ) => Promise<object>
}

/** Reads the entries of all pages of a list. `note` gets a report of each part that was left out. */
export async function listPages(
  connection: Connection,
  { field, most, timeout, request }: Pages,
  note: (problem: string) => void,
): Promise<readonly unknown[]> {
  const entries: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; ; page++) {
    const given = cursor === undefined ? {} : { cursor }
    const answer = objectOr(
      await connection.requestWithReconnect(true, client =>
        request(client, given, { timeout, cacheMode: 'refresh' }),
      ),
    )
    if (!Array.isArray(answer[field])) note(`the list of ${field} is no list`)
    for (const entry of listOr(answer[field])) {
      if (entries.length < most) entries.push(entry)
      else note(`${field} after the first ${most} were left out`)
    }
    cursor = stringOr(answer.nextCursor) || undefined
    if (cursor === undefined || entries.length >= most) break
    if (seen.has(cursor) || page + 1 >= mostPages) {
      note('the pages of the list do not end, so the rest was left out')
      break
    }
    seen.add(cursor)
  }
  return entries
}
