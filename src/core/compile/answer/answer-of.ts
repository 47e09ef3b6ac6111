import { type OptionsForm, readOptions } from '../../form/options.ts'
import type { Actions, Event, EventInput } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { isPausedAnswer } from '../../ir/provider-call.ts'
import { asksForApproval } from '../../program/open-approvals.ts'
import { authorName } from '../../session/assert-author.ts'
import { digest } from '../../text/digest.ts'
import { parseJson, toJson } from '../../text/json.ts'
import type { NextAgent } from '../contract/answer-author.ts'
import { assertResult } from '../contract/assert-result.ts'
import type { Report } from '../contract/result.ts'
import { textOf } from './answer-parts.ts'
import { type AnsweredRequest, placeReportedReasoning } from './dropped.ts'
import { findResponse } from './find-response.ts'
import type { ResponseForm } from './response-form.ts'

/**
 * Response of a provider's client (Chat Completions, Responses, Messages, or generateContent), or the result of the AI
 * SDK's `generateText` or of a model's `doGenerate`. It may also be messages, items or parts taken from such a
 * response.
 */
export type ProviderResponse =
  | { readonly choices: readonly object[] }
  | { readonly output: readonly object[] }
  | { readonly content: readonly object[] }
  | { readonly candidates?: readonly object[] | undefined }
  | { readonly role?: string | undefined }
  | readonly object[]

/** Options of `answerOf`. */
export interface AnswerOptions {
  /** Name of the agent that answered; by default, the agent for which the request was compiled. */
  readonly author?: string
}

/**
 * Returns a provider's response as events to append to the session.
 *
 * Tool calls get their declared names back, and the events are on the agent's branch. The answer, without commentary,
 * is stored under the agent's `outputKey`, unless it calls tools or the provider paused the turn. The last event has
 * the reported token usage as an action, and also the provider's reports on the request's reasoning and on its cache.
 * The next compile warns if the provider did not use reasoning (CX7007), or missed its cache although the request began
 * like the one before (CX5003).
 *
 * Only the first of several choices is read. Messages, choices, candidates, items and parts taken from a response are
 * read too. An answer in an unknown format is kept as data, and so are chunks of a stream: pass the complete response
 * that the client builds from them. An error, a value that is not a response, and an empty response return an empty
 * list; then call the model again or stop. The response is kept by reference. Throws a TypeError only for malformed
 * options.
 *
 * @example
 * import { agent, answerOf, compile, createSession } from 'ctxc'
 *
 * const bot = agent({ name: 'bot', model: 'claude-sonnet-5' })
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const result = await compile(bot, session)
 * // const response = await client.messages.create(result.request, { headers: result.headers })
 * const response = { id: 'msg_1', content: [{ type: 'text', text: 'Hi.' }] }
 * const next = session.append(...answerOf(result, response))
 * console.log(next.event(1).author) // bot
 */
export function answerOf(
  result: Pick<Report, 'agent' | 'model' | 'names' | 'plan' | 'target'> &
    Partial<Pick<Report, 'map'>> & { readonly request?: object | null },
  response: ProviderResponse,
  options: AnswerOptions = {},
): EventInput[] {
  assertResult(result, ['agent', 'names', 'target'], 'answerOf')
  const author = authorIn(options) ?? result.agent.name
  const found = findResponse(response, result.target)
  if (found === null) return []
  // The name of the requested model is recorded, not the name in the response, because the next request must use the
  // same alias or deployment.
  const asked = found.format === result.target ? result.model : null
  const read = found.read(asked ?? found.model).map(event => attributeToAgent(event))
  const label = found.id || responseLabel(read, result)
  const events = read.map(
    ({ seq: _, ...event }): EventInput => ({
      ...event,
      author: event.author === 'agent' ? author : event.author,
      branch: result.agent.branch,
      response: event.author === 'agent' ? label : event.response,
      parts: event.parts.map(part => withDeclaredName(part, result)),
    }),
  )
  const last = events.at(-1)
  if (last === undefined || read.every(({ parts }) => parts.length === 0)) return []
  const actions = answerActions(found, read, result)
  return actions === null ? events : [...events.slice(0, -1), { ...last, actions }]
}

/**
 * Returns the actions of an answer's last event: the value of the agent's key, the token usage, and the provider's
 * reports on the request's reasoning and on the cache. Returns null if there are none.
 */
function answerActions(
  form: ResponseForm,
  read: readonly Event[],
  result: { readonly agent: NextAgent } & AnsweredRequest,
): Actions | null {
  const parts = read.flatMap(event => event.parts)
  const isLast = !(form.isPaused ?? isPausedAnswer(parts)) && !parts.some(part => part.kind === 'tool-call')
  const state = isLast ? outputKeyChange(read, result.agent) : null
  const usage = form.usage && { ...(form.model !== '' && { model: form.model }), ...form.usage }
  const dropped = form.dropped && placeReportedReasoning(form.dropped, result)
  const { cacheMiss } = form
  if (!state && !usage && !dropped && !cacheMiss) return null
  return {
    ...(state && { state }),
    ...(usage && { usage }),
    ...(dropped && { dropped }),
    ...(cacheMiss && { cacheMiss }),
  }
}

const form: OptionsForm<AnswerOptions> = { takes: { author: authorName } }

const authorIn = (options: AnswerOptions): string | undefined => readOptions(form, options, 'answerOf').author

/** Sets the agent as the author of parts that an importer could not read, because the whole response is the agent's. */
function attributeToAgent(event: Event): Event {
  if (event.author !== 'tool' || event.trust !== 'external') return event
  const { trust: _, ...own } = event
  return { ...own, author: 'agent' }
}

/**
 * Returns a label for a response without an id. The label joins the response's events to one answer, distinct from a
 * later answer with equal content. A single event needs no label, unless a decision about one of its provider-run calls
 * will be added to the answer.
 */
function responseLabel(events: readonly Event[], { plan }: Pick<Report, 'plan'>): string {
  if (events.length < 2 && !events.some(({ parts }) => parts.some(asksForApproval))) return ''
  return `answer-${digest(toJson([plan?.head ?? null, events.map(({ parts }) => parts)])).slice(0, 12)}`
}

const withDeclaredName = (part: Part, { names }: Pick<Report, 'names'>): Part =>
  part.kind === 'tool-call' ? { ...part, name: names.toDeclared(part.name) } : part

/** Returns the state change that stores an answer under its agent's output key; null if there is none. */
function outputKeyChange(
  events: readonly Event[],
  { outputKey, answers }: NextAgent,
): Actions['state'] | null {
  const text = textOf(events)
  if (outputKey === null || text === '') return null
  return { set: { [outputKey]: answers === 'json' ? parseJson(text, text) : text } }
}
