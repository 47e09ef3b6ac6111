import { ProtocolError, SdkError, SdkHttpError } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { unknownOutcomeText } from '../runner/tools/call-task.ts'
import { Connection } from './connection.ts'

const client = { listTools: async () => ({}), callTool: async () => ({}), close: async () => {} }
const http = (code: string, status: number) => new SdkHttpError(code as never, 'refused', { status })
const lost = () => new SdkError('CONNECTION_CLOSED' as never, 'Connection closed')

/** Makes a request that fails with the given errors and must not be repeated. */
async function failing(...errors: readonly Error[]) {
  const count = { calls: 0, connections: 0 }
  const connection = new Connection(async () => {
    count.connections++
    return client
  })
  const given = await connection
    .requestWithReconnect(false, async () => {
      const error = errors[count.calls++]
      if (error !== undefined) throw error
      return 'done'
    })
    .catch((error: Error) => error.message)
  return { given, ...count }
}

test("a server's own error never makes a call run again, whatever fields the server gave it", async () => {
  const answers: readonly (readonly [number, string, unknown?])[] = [
    [-32603, 'no receipt', { status: 404 }],
    [404, 'no receipt'],
    [-32603, 'Not connected'],
    [-32000, 'card declined'],
  ]
  for (const [code, message, data] of answers) {
    const result = await failing(new ProtocolError(code as never, message, data))
    expect(result).toMatchObject({ calls: 1, connections: 1 })
    expect(result.given).toContain(message)
  }
})

test('a call on a forgotten session is made again; a refusal for lack of rights is not', async () => {
  expect(await failing(http('CLIENT_HTTP_NOT_IMPLEMENTED', 404))).toEqual({
    given: 'done',
    calls: 2,
    connections: 2,
  })
  for (const [code, status] of [
    ['CLIENT_HTTP_AUTHENTICATION', 401] as const,
    ['CLIENT_HTTP_FORBIDDEN', 403] as const,
  ])
    expect(await failing(http(code, status))).toEqual({ given: 'refused', calls: 1, connections: 1 })
})

test('a second connection that breaks leaves the outcome unknown too', async () => {
  const result = await failing(http('CLIENT_HTTP_NOT_IMPLEMENTED', 404), lost())
  expect(result).toEqual({ given: unknownOutcomeText, calls: 2, connections: 2 })
})

test('a closed connection never connects again', async () => {
  let connections = 0
  const connection = new Connection(async () => {
    connections++
    return client
  })
  await connection.close()
  await expect(connection.requestWithReconnect(true, async () => 'done')).rejects.toThrow('was closed')
  expect(connections).toBe(0)
})
