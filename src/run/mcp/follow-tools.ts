import { assertFunction } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import type { Declared } from '../../core/program/program.ts'
import { internalsOf, type McpServer } from './connect-mcp.ts'
import type { ServerChanges } from './server-changes.ts'

/**
 * Returns a function for `createRunner({ program })` that declares a program with the current tools of MCP servers. When a
 * server reports that its tools changed, or after a new connection, their list is read again in the background. Sessions
 * then take the new tools once they are done or wait, and the log has a digest of the tools of each run. Tools keep their
 * order, and new ones come last. If a list cannot be read, the earlier one stays, and the next run reads it again.
 *
 * @example
 * import { Client } from '@modelcontextprotocol/client'
 * import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
 * import { agent } from 'ctxc'
 * import { connectMcp, followTools } from 'ctxc/mcp'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const server = await connectMcp({
 *   name: 'everything',
 *   connect: async () => {
 *     const client = new Client({ name: 'my-app', version: '1.0.0' })
 *     await client.connect(new StdioClientTransport({ command: 'npx', args: ['mcp-server-everything'] }))
 *     return client
 *   },
 * })
 * const program = followTools([server], ([{ tools }]) => agent({ name: 'helper', model: 'gpt-5.4', tools }))
 * createRunner({ program, store: inMemoryStore(), models: () => null })
 * await server.close()
 */
export function followTools<const Servers extends readonly McpServer[]>(
  servers: Servers,
  declare: (servers: { readonly [Index in keyof Servers]: McpServer }) => Declared,
): () => Declared {
  assertFunction(declare, Path.named('followTools').in('declare'))
  const followed = servers.map(server => new FollowedTools(server))
  let known: { readonly servers: readonly McpServer[]; readonly program: Declared } | null = null
  return () => {
    const current = followed.map(each => each.newest())
    if (known === null || current.some((server, index) => server !== known?.servers[index]))
      known = { servers: current, program: declare(current as { [Index in keyof Servers]: McpServer }) }
    return known.program
  }
}

/** Newest reading of a server's tools. */
class FollowedTools {
  private current: McpServer
  private readonly changes: ServerChanges
  /** Whether the list may have changed since it was read. */
  private isOld = false
  private isReading = false

  constructor(server: McpServer) {
    this.current = server
    this.changes = internalsOf(server).changes()
    const readAgain = (): void => {
      this.isOld = true
      void this.read()
    }
    // Without reports, only a new connection shows a changed list.
    this.changes.onTools(readAgain).catch(() => {})
  }

  newest(): McpServer {
    this.changes.renew()
    if (this.isOld) void this.read()
    return this.current
  }

  private async read(): Promise<void> {
    if (this.isReading) return
    this.isReading = true
    try {
      while (this.isOld) {
        this.isOld = false
        const { server, change } = await this.current.refresh()
        const isChanged = [change.added, change.removed, change.changed].some(({ length }) => length > 0)
        if (isChanged) this.current = server
      }
    } catch {
      this.isOld = true
    } finally {
      this.isReading = false
    }
  }
}
