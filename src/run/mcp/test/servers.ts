// MCP servers for tests: the official test server as a process, and a fake in this process.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
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
