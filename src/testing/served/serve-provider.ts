import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson } from '../../core/text/json.ts'
import { waitMilliseconds } from '../answer-pieces.ts'
import type { FakeOptions } from '../fake/provider.ts'
import { type HTTPAnswer, ScriptedAPI, type ServedAPI, type ServedScript } from './answer-request.ts'

/** Request that a served provider received. */
export interface ServedRequest {
  /** Path of the URL. */
  readonly path: string
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON body; null for a request without one. */
  readonly body: unknown
}

/** Fake provider that answers official clients from a script. */
export interface ServedProvider {
  /** Address on 127.0.0.1, for the base URL of a client. */
  readonly url: string
  /** All requests, in order of arrival. */
  readonly requests: readonly ServedRequest[]
  /** Answers as the server does, without a connection: for a client that takes a `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  close(): Promise<void>
}

/**
 * Serves the strict fake of an API on 127.0.0.1, on a free port, and as a `fetch`. It rejects a request as the API
 * would, and answers each other request with the next answer of the script, streamed word by word if the client asks for
 * a stream. It is for tests with official clients. Throws a TypeError for an unknown API or option.
 *
 * @example
 * import OpenAI from 'openai'
 * import { serveProvider } from 'ctxc/testing'
 *
 * const provider = await serveProvider('openai-chat', ['It rains in Rome.'])
 * const client = new OpenAI({ apiKey: 'none', baseURL: `${provider.url}/v1` }) // or: fetch: provider.fetch
 * const answer = await client.chat.completions.create({
 *   model: 'gpt-5.4',
 *   messages: [{ role: 'user', content: 'How is the weather in Rome?' }],
 * })
 * console.log(answer.choices[0]?.message.content, provider.requests.length) // It rains in Rome. 1
 * await provider.close()
 */
export async function serveProvider(
  kind: ServedAPI,
  script: ServedScript,
  options: FakeOptions = {},
): Promise<ServedProvider> {
  const api = new ScriptedAPI(kind, script, options)
  const requests: ServedRequest[] = []
  const fetch: ServedProvider['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    const path = new URL(request.url).pathname
    const body = parseJson(text, null)
    requests.push({ path, headers: Object.fromEntries(request.headers), body })
    return respond(api.answer(path, body), request.signal)
  }
  // Bundlers for browsers must not resolve the module.
  const [http]: readonly string[] = ['node:http']
  const { createServer } = (await import(http as string)) as typeof import('node:http')
  const server = createServer((incoming, outgoing) => void relay(fetch, incoming, outgoing))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A test that forgets to close the provider ends nevertheless.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fetch,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function respond(answer: HTTPAnswer, signal: AbortSignal): Promise<Response> {
  if (answer.delay !== undefined) await waitMilliseconds(answer.delay, signal)
  signal.throwIfAborted()
  const { status } = answer
  if ('json' in answer) return Response.json(answer.json, { status })
  const encoder = new TextEncoder()
  const pieces = answer.pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise(resolve => setTimeout(resolve))
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(body, { status, headers: { 'content-type': 'text/event-stream' } })
}

/** Answers an HTTP request by a `fetch`. A client that goes away aborts it. */
async function relay(
  fetch: ServedProvider['fetch'],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  outgoing.on('close', () => gone.abort())
  try {
    let text = ''
    // A character may be cut between two pieces.
    incoming.setEncoding('utf8')
    for await (const piece of incoming) text += piece
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const answer = await fetch(`http://127.0.0.1${incoming.url ?? '/'}`, {
      ...{ method: incoming.method ?? 'GET', headers, signal: gone.signal },
      ...(text !== '' && { body: text }),
    })
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    for await (const piece of answer.body ?? []) outgoing.write(piece)
    outgoing.end()
  } catch (error) {
    if (!outgoing.headersSent) outgoing.writeHead(500)
    outgoing.end(gone.signal.aborted ? '' : String(error))
  }
}
