// One server of the service: HTTP for its callers, and a worker that runs the sessions. Any number of them share the
// database. Environment: DATABASE_URL, PORT, NAME.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { serverSentEvents } from 'ctxc/chat'
import { createRunner, DecisionError, MessageError, type RunEvent, type RunStream } from 'ctxc/run'
import { postgresStore } from 'ctxc/store/postgres'
import pg from 'pg'
import { authenticate, type Caller } from './authenticate.ts'
import { desk, models } from './desk.ts'
import { counting, metricsText } from './metrics.ts'

const { DATABASE_URL, PORT = '0', NAME = 'server' } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 5 })
const store = postgresStore(pool, { listen: true })
const runner = createRunner({
  program: desk,
  ...{ store, models, observe: counting },
  calls: 20,
  quota: { usd: 5, per: 'day' },
})

/** Whether new requests are refused, because the server stops. */
let isStopping = false

/** Returns the parts of a run that a caller may see: texts as they come, calls that wait, and the end. */
async function* shownEvents(run: RunStream): AsyncGenerator<object> {
  for await (const each of run) {
    const shown = shownEvent(each)
    if (shown !== null) yield { server: NAME, ...shown }
  }
  const { status, text, waitingCalls, reason } = await run.outcome
  yield {
    server: NAME,
    type: 'end',
    status,
    text,
    waiting: waitingCalls.map(({ call, tool }) => ({ call, tool })),
    reason,
  }
}

function shownEvent(each: RunEvent): object | null {
  if (each.type === 'delta') return each.kind === 'text' ? { type: 'delta', text: each.text } : null
  if (each.type !== 'event') return null
  const { event } = each
  const texts = event.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []))
  return texts.length === 0
    ? null
    : { type: 'event', seq: event.seq, author: event.author, text: texts.join('') }
}

function streamTo(response: ServerResponse, run: RunStream): void {
  run.outcome.catch(() => {}) // the stream reports it
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  // Leaving the page ends the stream, and never the run.
  const stream = Readable.fromWeb(serverSentEvents(shownEvents(run)) as never)
  stream.on('error', () => response.destroy())
  response.on('close', () => stream.destroy())
  stream.pipe(response)
}

const reply = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)

/** Routes for an authenticated caller. Every one names the caller's owner, so tenants never meet. */
async function answer(caller: Caller, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
  const [, first, id, action] = pathname.split('/')
  const { owner, name: by } = caller
  if (first !== 'sessions') return reply(response, 404, { error: 'there is no such page' })
  if (id === undefined) return reply(response, 200, await store.list(owner))
  const key = { owner, id: decodeURIComponent(id) }
  switch (`${request.method} ${action ?? ''}`) {
    case 'POST messages': {
      const { text, messageId } = (await json(request)) as {
        readonly text?: unknown
        readonly messageId?: string
      }
      if (typeof text !== 'string') return reply(response, 400, { error: 'text is missing' })
      return streamTo(response, runner.run(key, { message: text, ...(messageId && { messageId }) }))
    }
    case 'GET stream':
      return streamTo(response, runner.resume(key, { from: Number(searchParams.get('from') ?? 0) }))
    case 'POST decisions': {
      const { call, approved, why } = (await json(request)) as {
        readonly call: string
        readonly approved: boolean
        readonly why?: string
      }
      const decision = { by, ...(why !== undefined && { why }) }
      await (approved ? runner.approve(key, call, decision) : runner.deny(key, call, decision))
      return reply(response, 202, { approved })
    }
    case 'POST cancel':
      await runner.cancel(key, { why: `by ${by}` })
      return reply(response, 202, {})
    default:
      return reply(response, 404, { error: 'there is no such action' })
  }
}

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/health') {
    await pool.query('select 1')
    return reply(response, isStopping ? 503 : 200, { name: NAME, ok: !isStopping })
  }
  if (request.url === '/metrics') return void response.end(metricsText())
  const caller = authenticate(request)
  return caller === null ? reply(response, 401, { error: 'who are you?' }) : answer(caller, request, response)
}

const server = createServer((request, response) => {
  route(request, response).catch(error => {
    const status =
      error instanceof DecisionError || error instanceof MessageError ? 409 : isMalformed(error) ? 400 : 500
    if (!response.headersSent)
      reply(response, status, { error: status === 500 ? 'it failed' : error.message })
    if (status === 500) console.error(NAME, error)
  })
})

/** Whether an error is about the input of a request: its path, its JSON, or an argument. */
const isMalformed = (error: unknown): boolean =>
  [SyntaxError, URIError, TypeError].some(kind => error instanceof kind)

/** Stops taking requests, gives the sessions to the other servers, and ends. */
async function stop(): Promise<void> {
  isStopping = true
  server.close()
  await runner.stop()
  await store.close()
  await pool.end()
  process.exit(0)
}

process.once('SIGTERM', () => void stop())
// Takes the sessions that a stopped or killed server leaves behind.
await runner.recover({ atOnce: 50 })
server.listen(Number(PORT), '127.0.0.1', () =>
  process.send?.({ name: NAME, port: (server.address() as { port: number }).port }),
)
