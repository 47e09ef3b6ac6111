import { isObject, type JsonValue } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { assertAuthor } from '../session/assert-author.ts'
import type { Actions, EventInput } from '../session/event.ts'
import type { NextAgent } from './next-agent.ts'
import { responseForm } from './response-form.ts'
import type { Report } from './result.ts'

/** A response as a provider's client returns it: of Chat Completions, Responses, Messages, or generateContent. */
export type ProviderResponse =
  | { readonly choices: readonly object[] }
  | { readonly output: readonly object[] }
  | { readonly content: readonly object[] }
  | { readonly candidates?: readonly object[] | undefined }

/** Options of `answerOf`. */
export interface AnswerOptions {
  /** The agent that answered; left out, the agent that the request was compiled for. */
  readonly author?: string
}

/**
 * Returns a provider's response as events to append to the session.
 *
 * Tools have their declared names again, the events are on the agent's branch, and the answer is set under the agent's
 * `outputKey` unless it calls tools. The reported tokens are an action of the last event. Of several choices the first is
 * taken. A message or output items that were taken out of a response are read too. An error, and a response in which nothing was said or called, give an empty list: append nothing, and call the
 * model again or stop. The response is held by reference. Throws a TypeError for malformed options alone.
 *
 * @example
 * import { agent, answerOf, compile, createSession } from 'ctxc'
 *
 * const bot = agent({ name: 'bot', model: 'claude-sonnet-5' })
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const result = await compile(bot, session)
 * const response = { id: 'msg_1', content: [{ type: 'text', text: 'Hi.' }] } // await client.messages.create(result.request)
 * const next = session.append(...answerOf(result, response))
 * console.log(next.event(1).author) // bot
 */
export function answerOf(
  result: Pick<Report, 'agent' | 'model' | 'names' | 'target'>,
  response: ProviderResponse,
  options: AnswerOptions = {},
): EventInput[] {
  const author = authorIn(options) ?? result.agent.name
  const form = responseForm(response)
  if (form === null) return []
  // An alias and a deployment are called by their own name again: what was asked for reads back what it made.
  const asked = form.format === result.target ? result.model : null
  const { session } = form.read(asked ?? form.model)
  const events = session.events.map(
    ({ seq: _, ...event }): EventInput => ({
      ...event,
      author: event.author === 'agent' ? author : event.author,
      branch: result.agent.branch,
      response: event.author === 'agent' ? form.id || event.response : event.response,
      parts: event.parts.map(part => declared(part, result)),
    }),
  )
  const last = events.at(-1)
  const parts = events.flatMap(event => event.parts ?? [])
  if (last === undefined || parts.length === 0) return []
  const state = stateOf(parts, result.agent)
  const usage = form.usage && { ...(form.model !== '' && { model: form.model }), ...form.usage }
  const actions: Actions = { ...(state && { state }), ...(usage && { usage }) }
  return state || usage ? [...events.slice(0, -1), { ...last, actions }] : events
}

function authorIn(options: AnswerOptions): string | undefined {
  if (!isObject(options)) throw new TypeError('answerOf takes { author } as its options')
  if (options.author !== undefined) assertAuthor(options.author)
  return options.author
}

const declared = (part: Part, { names }: Pick<Report, 'names'>): Part =>
  part.kind === 'tool-call' ? { ...part, name: names.toDeclared(part.name) } : part

/** The answer under its agent's key: an answer that calls tools is not the last one of its turn. */
function stateOf(parts: readonly Part[], { outputKey, answers }: NextAgent): Actions['state'] | null {
  const text = parts.map(part => (part.kind === 'text' ? part.text : '')).join('')
  if (outputKey === null || text === '' || parts.some(part => part.kind === 'tool-call')) return null
  return { set: { [outputKey]: answers === 'json' ? parsed(text) : text } }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}
