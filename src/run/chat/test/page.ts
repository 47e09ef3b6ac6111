// A chat page without a browser: it posts as `useChat` does, and reads the answer with the AI SDK's own code.
import { parseJsonEventStream, readUIMessageStream, type UIMessage, uiMessageChunkSchema } from 'ai'
import { expect } from 'vitest'
import { agent, tool } from '../../../index.ts'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { type ChatHandlerOptions, chatHandler } from '../index.ts'

const ada = { app: 'test', user: 'ada' }
export const key = { owner: ada, id: 'c1' }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }

/** Tools of the agent: one that needs approval, one that does not, and one that fails. */
const tools = [
  tool({ name: 'look', parameters, execute: ({ city }) => `sunny in ${city}` }),
  tool({ name: 'book', parameters, needsApproval: true, execute: () => 'booked' }),
  tool({
    name: 'fail',
    parameters,
    execute: () => {
      throw new Error('the secret is 42')
    },
  }),
]

/** A server with a chat, and a page that talks to it. */
export function serving(
  script: Script,
  more: Partial<ChatHandlerOptions & RunnerOptions> & { readonly chat?: Partial<ChatHandlerOptions> } = {},
) {
  const { store = inMemoryStore() } = more
  const { program = agent({ name: 'bot', model: 'gpt-5.4', tools }) } = more
  const client = scriptedModel(script)
  const { reasoning, results, arguments: given, reasons, chat, ...options } = more
  const runner = createRunner({ program, store, models: () => client, now: () => 1_000, ...options })
  const handler = chatHandler({
    ...{ runner, store },
    key: (request, id) => (request.headers.get('authorization') === 'eve' ? null : { owner: ada, id }),
    ...(reasoning !== undefined && { reasoning }),
    ...(results !== undefined && { results }),
    ...(given !== undefined && { arguments: given }),
    ...(reasons !== undefined && { reasons }),
    ...chat,
  })
  const url = 'http://localhost/api/chat'
  const post = (body: object, headers: Record<string, string> = {}) =>
    handler(new Request(url, { method: 'POST', body: JSON.stringify({ id: key.id, ...body }), headers }))
  const get = (path: string, method = 'GET') => handler(new Request(`${url}/${key.id}${path}`, { method }))
  const history = async (): Promise<UIMessage[]> =>
    ((await (await get('')).json()) as { messages: UIMessage[] }).messages
  const events = async () => (await store.read(key))?.events ?? []
  return { runner, store, client, handler, post, get, history, events }
}

export const user = (id: string, text: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] })

/** Reads the chunks of an answer from a response. */
export async function chunksOf(response: Response): Promise<Record<string, unknown>[]> {
  expect(response.status).toBe(200)
  const chunks: Record<string, unknown>[] = []
  const stream = parseJsonEventStream({ stream: response.body as never, schema: uiMessageChunkSchema })
  for await (const each of stream as unknown as AsyncIterable<{
    success: boolean
    value: object
    error?: unknown
  }>) {
    expect(each.error).toBeUndefined()
    chunks.push(each.value as Record<string, unknown>)
  }
  return chunks
}

/** Returns the message that the AI SDK makes from chunks, starting from an existing message. */
export async function messageOf(chunks: readonly object[], message?: UIMessage): Promise<UIMessage> {
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  let last: UIMessage | undefined
  const read = readUIMessageStream({
    stream: stream as never,
    ...(message && { message: structuredClone(message) }),
    onError: () => {},
  })
  for await (const each of read) last = each
  if (last === undefined) throw new Error('no message')
  return JSON.parse(JSON.stringify(last))
}
