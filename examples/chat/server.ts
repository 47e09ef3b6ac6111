// A chat page. Run `node server.ts`, then open the printed address. Sessions are kept in memory.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { chatHandler } from 'ctxc/chat'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { build } from 'esbuild'
import { model, program } from './agent.ts'

const { outputFiles } = await build({
  entryPoints: [`${import.meta.dirname}/page/index.tsx`],
  ...{ bundle: true, write: false, format: 'esm', jsx: 'automatic', target: 'es2022' },
  define: { 'process.env.NODE_ENV': '"production"' },
})
const script = outputFiles[0]?.contents
const page =
  '<!doctype html><title>Chat</title><div id="root"></div><script type="module" src="/page.js"></script>'

const store = inMemoryStore()
const runner = createRunner({ program, store, models: () => model })
// Every request comes from Ada here; a real app reads a cookie, and returns null for a chat of another user.
const key = (_: Request, id: string) => ({ owner: { app: 'chat', user: 'ada' }, id })
// The model gets placeholders of e-mail addresses. Ada sees her own addresses.
const handler = chatHandler({ runner, store, key, show: ['email'] })

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = `http://${request.headers.host}${request.url}`
  if (request.url === '/page.js')
    return void response.setHeader('content-type', 'text/javascript').end(script)
  if (!request.url?.startsWith('/api/')) return void response.setHeader('content-type', 'text/html').end(page)
  const body =
    request.method === 'POST' ? { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' } : {}
  const {
    status,
    headers,
    body: stream,
  } = await handler(new Request(url, { method: request.method ?? 'GET', ...body } as RequestInit))
  response.writeHead(status, Object.fromEntries(headers))
  if (stream === null) response.end()
  else Readable.fromWeb(stream as never).pipe(response)
}

const server = createServer((request, response) => void answer(request, response))
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)
