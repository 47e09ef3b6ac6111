import type { Event } from '../ir/event.ts'
import { assertMethod } from '../models/assert-method.ts'
import type { DecisionError } from '../run/decision-error.ts'
import type { Runner, RunStream } from '../run/runner.ts'
import type { SessionKey } from '../store/owner.ts'
import type { Store } from '../store/store.ts'
import { assertOptionsAlone } from '../validate/assert-option-names.ts'
import { notRewound } from './not-rewound.ts'
import { type PostedDecision, readPost } from './read-post.ts'
import type { ChatOptions } from './ui-chunk.ts'
import { uiMessages } from './ui-messages.ts'
import { uiStream } from './ui-stream.ts'
import { serverSentEvents } from './web-streams.ts'

/** Options of `chatHandler`. */
export interface ChatHandlerOptions extends ChatOptions {
  readonly runner: Runner
  /** Store of the runner: what a page shows first is read from it. */
  readonly store: Pick<Store, 'read'>
  /**
   * Returns the session that a request is about, after it has looked at who asks; null if there is none for them. `id` is the
   * chat's id as the page has it, which anybody may have made up.
   */
  readonly key: (request: Request, id: string) => SessionKey | null | Promise<SessionKey | null>
  /** Returns the name of whoever decides about a call; by default the owner's user. */
  readonly by?: (request: Request, key: SessionKey) => string
}

/** Function that answers the requests of a chat page. */
export type ChatHandler = (request: Request) => Promise<Response>

/**
 * Returns a handler for the AI SDK's `useChat` with its default transport, for any server that has web requests and
 * responses. `POST /api/chat` takes a message, decisions on calls, or asks for the last answer again; `GET
 * /api/chat/ID/stream` is for a page that was loaded in the middle of an answer; `POST /api/chat/ID/stop` cancels the run;
 * `GET /api/chat/ID` returns `{ messages }`. Of what a client posts, only its last message counts.
 *
 * Malformed requests get status 400, and chats of others 404. Throws a TypeError for malformed options.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { chatHandler } from 'ctxc/chat'
 * import { createRunner } from 'ctxc/run'
 * import { memoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const store = memoryStore()
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const runner = createRunner({ program, store, models: () => scriptedModel(['Hello!']) })
 * const handler = chatHandler({ runner, store, key: (_, id) => ({ owner: { app: 'docs', user: 'ada' }, id }) })
 * const response = await handler(new Request('http://localhost/api/chat/s1'))
 * console.log(await response.json()) // { messages: [] }
 */
export function chatHandler(options: ChatHandlerOptions, ...others: readonly never[]): ChatHandler {
  assertOptionsAlone(others, 'chatHandler')
  assertMethod(options.runner, 'run', 'chatHandler: runner must be a runner of createRunner')
  assertMethod(options.store, 'read', 'chatHandler: store must be the store of the runner')
  assertMethod(options, 'key', 'chatHandler: key must be a function that returns the session of a request')
  return async request => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname.endsWith('/stop'))
      return stop(options, request, idIn(pathname, 2))
    if (request.method === 'POST') return post(options, request)
    if (request.method !== 'GET') return refused(405, 'the method must be GET or POST')
    if (pathname.endsWith('/stream')) return resume(options, request, idIn(pathname, 2))
    return history(options, request, idIn(pathname, 1))
  }
}

/** Returns a step of a path, counted from its end. */
const idIn = (pathname: string, fromEnd: number): string => decoded(pathname.split('/').at(-fromEnd) ?? '')

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return ''
  }
}

const refused = (status: number, error: string): Response => Response.json({ error }, { status })

async function withKey(
  { key }: ChatHandlerOptions,
  request: Request,
  id: string,
  work: (key: SessionKey) => Promise<Response>,
): Promise<Response> {
  const found = id === '' ? null : await key(request, id)
  return found === null ? refused(404, 'there is no such chat') : work(found)
}

async function post(options: ChatHandlerOptions, request: Request): Promise<Response> {
  const body = (await request.json().catch(() => null)) as { readonly id?: unknown } | null
  if (typeof body?.id !== 'string') return refused(400, 'the body must be JSON with the id of a chat')
  return withKey(options, request, body.id, async key => {
    const posted = readPost(body)
    if (posted.kind === 'refused') return refused(400, posted.why)
    if (posted.kind === 'decisions') return decide(options, request, key, posted.decisions)
    if (posted.kind === 'again') return again(options, key)
    const { parts, messageId = globalThis.crypto.randomUUID() } = posted
    const record = await options.store.read(key)
    const stream = options.runner.run(key, { message: parts, messageId, from: 0 })
    const begins = ({ actions }: Event): boolean => actions?.run?.received?.id === messageId
    return streamed(options, stream, begins, record?.events)
  })
}

/** Name of the error of a call that does not wait; the class may be another copy of the package's. */
const notDecided: DecisionError['name'] = 'DecisionError'

/** Decides about calls that wait. A decision on any other call changes nothing. */
async function decide(
  options: ChatHandlerOptions,
  request: Request,
  key: SessionKey,
  decisions: readonly PostedDecision[],
): Promise<Response> {
  const { runner, by = (_, { owner }) => owner.user ?? 'user' } = options
  const record = await options.store.read(key)
  if (record === null) return refused(404, 'there is no such chat')
  for (const { call, approved, ...why } of decisions)
    try {
      await runner[approved ? 'approve' : 'deny'](key, call, { by: by(request, key), ...why })
    } catch (error) {
      if ((error as Partial<Error> | null)?.name !== notDecided)
        return refused(503, 'the decision could not be recorded')
    }
  // A decision that is posted again gets what followed it.
  const known = notRewound(record.events).find(({ actions }) =>
    decisions.some(({ call }) => call === actions?.run?.decided?.call),
  )
  const from = known?.seq ?? record.revision
  return streamed(options, runner.resume(key, { from: 0 }), ({ seq }) => seq >= from, record.events)
}

/** Makes the answer to the last message again. */
async function again(options: ChatHandlerOptions, key: SessionKey): Promise<Response> {
  const { runner, store } = options
  const record = await store.read(key)
  const message = lastMessage(record?.events ?? [])
  const kept = (record?.events ?? []).slice(0, (message?.seq ?? -1) + 1)
  if (record === null || message === null) return refused(404, 'there is no message to answer')
  if (message.seq + 1 < record.revision) await runner.rewind(key, message.seq + 1)
  const { revision } = record
  const isTakenBack = ({ seq }: Event): boolean => seq >= kept.length && seq < revision
  const begins = ({ seq }: Event): boolean => seq >= revision
  return streamed(options, runner.resume(key, { from: 0 }), begins, record.events, isTakenBack)
}

/** Streams the answer that is being made; status 204 if none is. */
async function resume(options: ChatHandlerOptions, request: Request, id: string): Promise<Response> {
  return withKey(options, request, id, async key => {
    const record = await options.store.read(key)
    if (record === null || record.status !== 'due') return new Response(null, { status: 204 })
    const begin = lastMessage(record.events)?.seq ?? 0
    const stream = options.runner.resume(key, { from: 0 })
    return streamed(options, stream, ({ seq }) => seq >= begin, record.events)
  })
}

const lastMessage = (events: readonly Event[]): Event | null =>
  notRewound(events).findLast(({ author, branch }) => author === 'user' && branch === '') ?? null

async function stop(options: ChatHandlerOptions, request: Request, id: string): Promise<Response> {
  return withKey(options, request, id, async key => {
    if ((await options.store.read(key)) === null) return refused(404, 'there is no such chat')
    await options.runner.cancel(key, { why: 'stopped by the user' })
    return new Response(null, { status: 204 })
  })
}

async function history(options: ChatHandlerOptions, request: Request, id: string): Promise<Response> {
  return withKey(options, request, id, async key => {
    const events = await options.runner.events(key)
    return Response.json({ messages: uiMessages(events ?? [], options) })
  })
}

/** Headers by which the AI SDK knows the stream, and proxies that they must not buffer it. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

const streamed = (
  { arguments: given, results, reasoning, reasons }: ChatHandlerOptions,
  stream: RunStream,
  begins: (event: Event) => boolean,
  known: readonly Event[] = [],
  isTakenBack: (event: Event) => boolean = () => false,
): Response => {
  // The marks of known rewinds end no message: what they took back is not sent.
  const kept = new Set(notRewound(known).flatMap(({ seq, actions }) => (actions?.rewind ? [] : [seq])))
  const isHidden = (event: Event): boolean =>
    (event.seq < known.length && !kept.has(event.seq)) || isTakenBack(event)
  const shown = Object.entries({ arguments: given, results, reasoning, reasons }).filter(([, value]) => value)
  const chunks = uiStream(stream, { ...Object.fromEntries(shown), begins, isHidden })
  return new Response(serverSentEvents(chunks), { headers })
}
