import type { Server, Transport } from '@modelcontextprotocol/server'
import type { Io } from '../io.ts'
import { UsageError } from '../io.ts'
import { callServerTool, type RunCommand } from './call-tool.ts'
import { commandTools, countTool } from './tools.ts'

/** Options of `ctxc mcp`. */
export interface McpGiven {
  readonly root?: string
}

const aboutServer =
  'Tools that compile, explain and check what is sent to language models. Paths are below the folder that the server was started with.'

/** Serves the commands as MCP tools over standard input and output, until the client disconnects. */
export async function serveMcp(
  { root = '.' }: McpGiven,
  io: Io,
  run: RunCommand,
  version: string,
): Promise<number> {
  const { Server, StdioServerTransport } = await load()
  const server = makeServer(Server, { root, io, run, version })
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  await closed
  return 0
}

/** Values and functions that the MCP server needs. */
interface Serving {
  readonly root: string
  readonly io: Io
  readonly run: RunCommand
  readonly version: string
}

/** Returns an MCP server that offers the commands as tools. */
export function makeServer(Class: typeof Server, { version, ...serving }: Serving): Server {
  const server = new Class(
    { name: 'ctxc', version },
    { capabilities: { tools: {} }, instructions: aboutServer },
  )
  const annotations = { readOnlyHint: true, openWorldHint: false }
  server.setRequestHandler('tools/list', async () => ({
    tools: [...commandTools, countTool].map(({ name, description, inputSchema }) => ({
      ...{ name, description, inputSchema: inputSchema as never, annotations },
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await callServerTool(params.name, params.arguments ?? {}, serving)
    return result as never
  })
  return server
}

async function load() {
  try {
    const [{ Server }, { StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ])
    return { Server, StdioServerTransport: StdioServerTransport as unknown as new () => Transport }
  } catch {
    throw new UsageError(
      'ctxc mcp needs the package @modelcontextprotocol/server',
      'npm install @modelcontextprotocol/server, or npx -p ctxc -p @modelcontextprotocol/server ctxc mcp',
    )
  }
}
