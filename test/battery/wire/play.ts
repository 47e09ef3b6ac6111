// Plays a script for any caller: as a `fetch` for a provider, or as a server on the loopback.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, Sent, Wire } from './script.ts'

/** A script being played. */
export interface Play {
  /** Every request so far, as it left the house. */
  readonly sent: Sent[]
  /** Answers as the API would; after the last answer it says "Done.". */
  readonly fetch: typeof globalThis.fetch
}

const last: Answer = [{ text: 'Done.' }]

/** Begins to play: the first request gets the first answer. */
export function play(script: readonly Answer[], wire: Wire): Play {
  const sent: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted()
    const url = input instanceof Request ? input.url : String(input)
    const text = input instanceof Request ? await input.text() : String(init?.body)
    const request: Sent = { url, body: JSON.parse(text) as Sent['body'] }
    sent.push(request)
    return wire(script[sent.length - 1] ?? last, sent.length - 1, request)
  }
  return { sent, fetch }
}

/** Plays a script on a server on the loopback, for clients that need a real connection. */
export async function serve(
  script: readonly Answer[],
  wire: Wire,
): Promise<{ readonly url: string; readonly sent: Sent[]; readonly close: () => Promise<void> }> {
  const { sent, fetch } = play(script, wire)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const answer = await fetch(`http://127.0.0.1${request.url ?? '/'}`, {
        method: 'POST',
        body: Buffer.concat(chunks).toString('utf8'),
      })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    close: () => new Promise((resolve, reject) => server.close(error => (error ? reject(error) : resolve()))),
  }
}
