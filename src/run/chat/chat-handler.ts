import { assertOptionsAlone } from '../../core/form/options.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { StoredEvent } from '../store/store.ts'
import {
  assertChatOptions,
  type ChatHandlerOptions,
  postLimits,
  resumedStream,
  shownValues,
} from './chat-options.ts'
import { answerPost, type Exchange, newestUserMessage, regenerateAnswer, settleCalls } from './exchange.ts'
import { developerEvent } from './not-rewound.ts'
import { readBody } from './read-body.ts'
import { readPost, readVersion } from './read-post.ts'
import { refusalResponse, streamingResponse } from './responses.ts'
import type { ChatOptions } from './ui-chunk.ts'
import { uiMessages } from './ui-messages.ts'
import { messageVersions, revisionToContinue } from './versions.ts'

/** Function that answers the requests of a chat page. */
export type ChatHandler = (request: Request) => Promise<Response>

/**
 * Returns a handler for the AI SDK's `useChat` with its default transport, for any server that has web requests and
 * responses. `POST /api/chat` accepts a new message, an edited message, decisions on calls, or a request to generate an
 * answer again; `GET /api/chat/ID/stream` is for a page that was loaded in the middle of an answer; `POST
 * /api/chat/ID/stop` cancels the run; `GET /api/chat/ID` returns `{ messages, versions }`, and with `?version=REVISION` those of an
 * earlier version, which a post with `version` in its body continues. Of what a client posts, only the message that it
 * means counts.
 *
 * Malformed requests get status 400, chats of other users 404, messages and calls that the chat does not have (any
 * more) 404 or 409, and too large bodies 413. Throws a TypeError for malformed options.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { chatHandler } from 'ctxc/chat'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const store = inMemoryStore()
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const runner = createRunner({ program, store, models: () => scriptedModel(['Hello!']) })
 * const handler = chatHandler({ runner, store, key: (_, id) => ({ owner: { app: 'docs', user: 'ada' }, id }) })
 * const response = await handler(new Request('http://localhost/api/chat/s1'))
 * console.log(await response.json()) // { messages: [], versions: {} }
 */
export function chatHandler(options: ChatHandlerOptions, ...others: readonly never[]): ChatHandler {
  assertOptionsAlone(others, 'chatHandler')
  assertChatOptions(options)
  return async request => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname.endsWith('/stop'))
      return cancelRun(options, request, pathSegment(pathname, 2))
    if (request.method === 'POST') return handlePost(options, request)
    if (request.method !== 'GET') return refusalResponse(405, 'the method must be GET or POST')
    if (pathname.endsWith('/stream')) return streamCurrentAnswer(options, request, pathSegment(pathname, 2))
    return respondWithHistory(options, request, pathSegment(pathname, 1))
  }
}

/** Returns a decoded segment of a URL path; `fromEnd` counts segments from the path's end. */
const pathSegment = (pathname: string, fromEnd: number): string =>
  decodeSegment(pathname.split('/').at(-fromEnd) ?? '')

function decodeSegment(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return ''
  }
}

async function withSessionKey(
  { key }: ChatHandlerOptions,
  request: Request,
  id: string,
  work: (key: SessionKey) => Promise<Response>,
): Promise<Response> {
  const found = id === '' ? null : await key(request, id)
  return found === null ? refusalResponse(404, 'there is no such chat') : work(found)
}

async function handlePost(options: ChatHandlerOptions, request: Request): Promise<Response> {
  const { bytes, parts } = postLimits(options)
  const body = (await readBody(request, bytes)) as { readonly id?: unknown } | null | 'too large'
  if (body === 'too large') return refusalResponse(413, `the body has more than ${bytes} bytes`)
  if (typeof body?.id !== 'string') return refusalResponse(400, 'the body must be JSON with the id of a chat')
  return withSessionKey(options, request, body.id, async key => {
    const posted = readPost(body, parts)
    const exchange: Exchange = { options, request, key }
    if (posted.kind === 'refused') return refusalResponse(posted.status, posted.why)
    if (posted.kind === 'decisions') return settleCalls(exchange, posted)
    return posted.kind === 'again' ? regenerateAnswer(exchange, posted) : answerPost(exchange, posted)
  })
}

/** Whether the newest run has not ended. After its end, agents may still work in the background. */
function isRunGoing(events: readonly StoredEvent[]): boolean {
  for (const { actions } of events.toReversed()) {
    const { asked, ended, limit, cancelled } = actions?.run ?? {}
    if (asked) return true
    if (ended || limit || (cancelled && cancelled.calls === undefined)) return false
  }
  return true
}

/** Streams the answer in progress to a reloaded page. Responds with status 204 if no answer is in progress. */
async function streamCurrentAnswer(
  options: ChatHandlerOptions,
  request: Request,
  id: string,
): Promise<Response> {
  return withSessionKey(options, request, id, async key => {
    const record = await options.store.read(key)
    if (record === null || record.status !== 'due' || !isRunGoing(record.events))
      return new Response(null, { status: 204 })
    const begin = newestUserMessage(record.events)?.seq ?? 0
    const stream = resumedStream(options, key)
    return streamingResponse(options, stream, {
      begins: ({ seq }) => seq >= begin,
      since: begin,
      known: record.events,
    })
  })
}

async function cancelRun(options: ChatHandlerOptions, request: Request, id: string): Promise<Response> {
  return withSessionKey(options, request, id, async key => {
    if ((await options.store.read(key)) === null) return refusalResponse(404, 'there is no such chat')
    await options.runner.cancel(key, { why: 'stopped by the user' })
    return new Response(null, { status: 204 })
  })
}

/** Returns the options that select a page's content. */
const shownContentOptions = ({
  arguments: given,
  results,
  reasoning,
  reasons,
}: ChatHandlerOptions): ChatOptions => ({ arguments: given, results, reasoning, reasons }) as ChatOptions

async function respondWithHistory(
  options: ChatHandlerOptions,
  request: Request,
  id: string,
): Promise<Response> {
  return withSessionKey(options, request, id, async key => {
    const events = (await options.runner.events(key, shownValues(options))) ?? []
    const given = new URL(request.url).searchParams.get('version')
    const version = readVersion(given === null ? undefined : Number(given))
    if (version === null || (version ?? 0) > events.length)
      return refusalResponse(400, `there is no such version: it is a revision from 1 to ${events.length}`)
    const isLeft = revisionToContinue(events, version) !== null
    // Nobody can decide any more on the open calls of a version that was left.
    const closed = isLeft ? [developerEvent(events.length, { run: { cancelled: {} } })] : []
    const shown = [...events.slice(0, version), ...closed]
    const messages = uiMessages(shown, shownContentOptions(options))
    return Response.json({ messages, versions: messageVersions(events, { ...(version && { version }) }) })
  })
}
