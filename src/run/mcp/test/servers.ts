// MCP servers for tests: the official test server as a process, and a fake in this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  Client,
  type ClientOptions,
  InMemoryTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMcpHandler, McpServer, type ServerOptions } from '@modelcontextprotocol/server'
import type { McpClient } from '../index.ts'

const everything = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)
const about = { name: 'test', version: '1.0.0' }

/** Returns a function that starts the official test server and connects to it, and the started processes. */
export function stdioServer() {
  const pids: number[] = []
  const connect = async (): Promise<McpClient> => {
    const client = new Client(about)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [everything],
      stderr: 'ignore',
    })
    await client.connect(transport)
    if (transport.pid !== null) pids.push(transport.pid)
    return client
  }
  return { connect, pids }
}

/** Starts the official test server on a free port. */
export async function httpServer(): Promise<{ url: URL; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>(resolve =>
    child.stderr.on('data', text => String(text).includes('listening') && resolve()),
  )
  return { url: new URL(`http://127.0.0.1:${port}/mcp`), process: child }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

export async function connectHttp(url: URL): Promise<McpClient> {
  const client = new Client(about)
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

/** A client that gives scripted answers. */
export function fakeClient(
  tools: unknown,
  call: (name: string, input: unknown, options?: { signal?: AbortSignal }) => unknown = () => ({
    content: [{ type: 'text', text: 'done' }],
  }),
): McpClient & { readonly calls: string[] } {
  const calls: string[] = []
  return {
    calls,
    listTools: async () => (typeof tools === 'function' ? tools() : { tools }) as object,
    async callTool({ name, arguments: input }, options) {
      calls.push(name)
      return (await call(name, input, options)) as object
    },
    close: async () => {},
  }
}

/** Capabilities of a client whose server may ask people. */
export const mayAsk: ClientOptions = { capabilities: { elicitation: { form: {}, url: {} } } }

/**
 * Serves tools by the official server in this process. `modern` connects by the protocol of 2026-07-28, and `legacy` by that
 * of 2025-11-25.
 */
export function served(declare: (server: McpServer) => void, cacheHints: ServerOptions['cacheHints'] = {}) {
  const make = (): McpServer => {
    const server = new McpServer(about, { cacheHints })
    declare(server)
    return server
  }
  const handler = createMcpHandler(make)
  const modern = async (options: ClientOptions = mayAsk) => {
    const client = new Client(about, { ...options, versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const fetch = (url: URL | string, init?: RequestInit) => handler.fetch(new Request(url, init))
    await client.connect(new StreamableHTTPClientTransport(new URL('http://server.test/mcp'), { fetch }))
    return client
  }
  const legacy = async (options: ClientOptions = mayAsk, prepare: (client: Client) => void = () => {}) => {
    const client = new Client(about, options)
    prepare(client)
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await make().connect(theirs)
    await client.connect(ours)
    return client
  }
  return { handler, modern, legacy }
}
