// An MCP server over HTTP whose access tokens expire.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import type { FunctionTool } from '../../../index.ts'
import { connectMcp } from '../index.ts'

/** Starts a server that accepts one token, and refuses all others with a status. */
async function guardedServer(status: number) {
  const state = { valid: 'one', calls: 0 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end()
      if (request.headers.authorization !== `Bearer ${state.valid}`)
        return void response
          .writeHead(status, { 'www-authenticate': 'Bearer error="invalid_token"' })
          .end('expired')
      const { id, method, params } = JSON.parse(body)
      if (id === undefined) return void response.writeHead(202).end()
      if (method === 'tools/call') state.calls++
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        },
        'tools/list': { tools: [{ name: 'pay', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: `paid ${state.calls}` }] },
      }
      const result = results[method]
      const answer = result ? { result } : { error: { code: -32601, message: 'no' } }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
  return { state, url, close: () => server.close() }
}

test.each([401, 403])(
  'a call that was refused with %i is made once more over a new connection, also if its tool may not run twice',
  async status => {
    const { state, url, close } = await guardedServer(status)
    let token = state.valid
    let connects = 0
    const server = await connectMcp({
      name: 'srv',
      connect: async () => {
        connects++
        const client = new Client({ name: 'test', version: '1.0.0' })
        const requestInit = { headers: { authorization: `Bearer ${token}` } }
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
        return client
      },
    })
    const [pay] = server.tools as (FunctionTool & { execute: (input: object, context: object) => unknown })[]
    const paid = () => Promise.resolve(pay?.execute({}, {})).catch((error: unknown) => String(error))
    expect(await paid()).toEqual([{ kind: 'text', text: 'paid 1' }])
    state.valid = token = 'two'
    expect(await paid()).toEqual([{ kind: 'text', text: 'paid 2' }])
    expect(connects).toBe(2)
    state.valid = 'three'
    expect(await paid()).not.toContain('outcome')
    expect(state.calls).toBe(2)
    await server.close()
    close()
  },
)
