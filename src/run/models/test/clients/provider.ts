// A scripted provider on loopback, which replies to the official clients over HTTP.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider's reaction to one request. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Body of a reply without streaming. */
  readonly json?: object
  /** Pieces of a streamed body. */
  readonly pieces?: readonly string[]
  /** End of the stream: complete, a cut connection, or none. */
  readonly end?: 'end' | 'cut' | 'hang'
}

/** Request as the provider received it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

export interface Provider {
  readonly url: string
  readonly received: Received[]
  /** Number of connections that the client closed before the reply ended. */
  readonly left: () => number
  close(): Promise<void>
}

/** Starts a provider on loopback. */
export async function startProvider(reply: (received: Received) => Reply): Promise<Provider> {
  const received: Received[] = []
  let left = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const each = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text || '{}') }
    received.push(each)
    response.on('close', () => {
      if (!response.writableFinished) left++
    })
    await write(response, reply(each))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    left: () => left,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function write(
  response: ServerResponse,
  { status = 200, headers = {}, json, pieces, end = 'end' }: Reply,
) {
  const type = pieces === undefined ? 'application/json' : 'text/event-stream'
  response.writeHead(status, { 'content-type': type, ...headers })
  if (json !== undefined) response.write(JSON.stringify(json))
  for (const piece of pieces ?? []) {
    response.write(piece)
    await new Promise(setImmediate)
  }
  if (end === 'end') response.end()
  if (end === 'cut') response.destroy()
}

/** Returns events as server-sent events, named by their types. */
export const named = (events: readonly object[]): string[] =>
  events.map(event => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)

/** Returns chunks as server-sent events without names. */
export const unnamed = (chunks: readonly object[], last?: string): string[] => [
  ...chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`),
  ...(last === undefined ? [] : [`data: ${last}\n\n`]),
]
