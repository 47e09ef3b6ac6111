import { partsUnfinished } from '../../../diag/importing.ts'
import { callDiagnostics } from '../../../from/call-settings.ts'
import type { Conversation, ImportOptions, MessagesInput } from '../../../from/conversation.ts'
import { applyImportOptions } from '../../../from/imported.ts'
import type { Own } from '../../../from/neighbours.ts'
import { noInput } from '../../../from/no-input.ts'
import {
  givenField,
  keepFields,
  listOr,
  objectOr,
  type Raw,
  stringOr,
  uncheckedJson,
} from '../../../from/read.ts'
import { reportInvalidSettings } from '../../../from/settings.ts'
import {
  countLeading,
  createConversation,
  inputOf,
  type Reader,
  unreadableEvent,
} from '../../../from/source.ts'
import type { EventPieces } from '../../../from/unread.ts'
import type { Event } from '../../../ir/event.ts'
import { isObject } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent } from '../../../ir/result.ts'
import { aiSdkAgent, aiSdkCallFields } from './agent.ts'
import { type Approvals, approvalsOf } from './approvals.ts'
import { readPart } from './parts.ts'
import { ranCalls } from './ran.ts'
import { chainedCalls, customTools } from './request.ts'
import { authors, isPinned, response, scanMessage } from './scan.ts'
import { readChanges } from './system-changes.ts'
import { isUIMessage, modelMessages } from './ui.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../../../from/neighbours.ts'

const format = 'ai-sdk'

/** Facts about a conversation, collected before its messages are read. */
interface Around {
  readonly model: string | undefined
  readonly approvals: Approvals
  readonly leading: number
  /** Whether a message is system text that a client may have written. */
  readonly isPosted: (message: unknown) => boolean
  /** Names of OpenAI's custom tools, whose input is text. */
  readonly custom: ReadonlySet<string>
  /** Calls that the provider ran, by id. A call's result may come in a later answer. */
  readonly ran: ReadonlyMap<unknown, Raw>
  /**
   * Ids of the calls in the messages, if the provider's server stores earlier history; else null. If the history is
   * stored, the call of a result may be missing from the messages.
   */
  readonly chained: ReadonlySet<string> | null
}

/** Options of an importer of AI SDK messages. */
export interface AISDKImportOptions extends ImportOptions {
  /**
   * Whether the developer wrote the system messages. Use `true` only if no client can write messages of the chat.
   * By default, if any message of the list is a `UIMessage`, every system message of the list is sent as fenced user
   * text (CX6010). In a list of model messages only, system messages are the developer's; `false` fences these too.
   */
  readonly allowSystemInMessages?: boolean
}

/** Reads an AI SDK message as one event, part by part. */
function readMessage(around: Around, value: unknown, seq: number): Event {
  const { approvals, leading, isPosted } = around
  const message = objectOr(value)
  const author = authors.get(stringOr(message.role))
  if (!author) return unreadableEvent(value, seq)
  const shared = approvals.responses.get(seq + leading)
  const extra = author === 'tool' ? {} : givenField('extra', keepFields(format, message, ['providerOptions']))
  const base = {
    ...{ seq, branch: '', response: shared ?? (author === 'agent' ? response : '') },
    ...(isPinned(message) ? ({ tier: 'critical' } as const) : {}),
    ...extra,
  }
  const read = readContent(message, author, around)
  const changes = author === 'developer' ? readChanges(message) : []
  // A system message that only changes settings has an empty text, for which no part is created.
  const parts = changes.length === 0 ? read : [...(message.content === '' ? [] : read), ...changes]
  const posted = isPosted(value) ? ({ trust: 'user' } as const) : {}
  // The response to an approval request belongs to the same model response as the request.
  return author === 'tool' && shared !== undefined
    ? { ...base, author: 'agent', parts: requestsFirst(parts) }
    : { ...base, author, parts, ...posted }
}

const isResult = ({ kind }: Part): boolean => kind === 'tool-result'

const requestsFirst = (parts: readonly Part[]): Part[] => [
  ...parts.filter(part => !isResult(part)),
  ...parts.filter(isResult),
]

function readContent(
  message: Raw,
  author: string,
  { model, approvals, custom, chained, ran }: Omit<Around, 'leading'>,
): readonly Part[] {
  const { content } = message
  if (author === 'tool' && !Array.isArray(content)) return [readLooseResult(message)]
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!Array.isArray(content))
    return content === null || content === undefined ? [] : [{ kind: 'data', value: uncheckedJson(content) }]
  return content.map((part, place) => {
    const { type, toolCallId: id, providerExecuted } = objectOr(part)
    const mayHaveRun = author === 'agent' && (type !== 'tool-call' || providerExecuted === true)
    const call = mayHaveRun ? ran.get(id) : undefined
    // The provider's server has the call of this result, so the result is sent unchanged.
    const isHeld = author === 'tool' && chained?.has(stringOr(id)) === false
    const isOfProvider = author === 'agent' && type === 'tool-result' && providerExecuted === true
    const own = call !== undefined || isHeld || isOfProvider
    const context = { author, model, own, pending: approvals.pending, custom }
    const read = readPart(part, call === undefined ? context : { ...context, call })
    // A tool result cannot contain options of its message, so the message's last part gets them.
    return author === 'tool' && place === content.length - 1 ? withOptions(read, message) : read
  })
}

function withOptions(part: Part, message: Raw): Part {
  if (part.kind !== 'tool-result' || part.extra?.fields.providerOptions !== undefined) return part
  const extra = keepFields(format, message, ['providerOptions'])
  return extra === undefined
    ? part
    : { ...part, extra: { format, fields: { ...part.extra?.fields, ...extra.fields } } }
}

/** Reads a tool message whose content is not a list of results. */
function readLooseResult(message: Raw): Part {
  const { content } = message
  const inside: readonly ResultContent[] =
    typeof content === 'string'
      ? [{ kind: 'text', text: content }]
      : content === null || content === undefined
        ? []
        : [{ kind: 'data', value: uncheckedJson(content) }]
  return {
    kind: 'tool-result',
    id: stringOr(message.toolCallId),
    ...givenField('name', stringOr(message.toolName) || undefined),
    content: inside,
  }
}

/**
 * Whether a message contains a call that was approved or denied but has not run yet. The call is then kept unchanged.
 */
const isPending = ({ approvals }: Around, message: unknown): boolean =>
  approvals.pending.size > 0 &&
  listOr(objectOr(message).content).some(part => approvals.pending.has(stringOr(objectOr(part).toolCallId)))

/** Returns the id of the request's model, which is a string or an object (then `provider/id`). */
function modelOf(model: unknown): string | undefined {
  if (typeof model === 'string') return model || undefined
  const { modelId, provider } = objectOr(model)
  if (typeof modelId !== 'string' || modelId === '') return undefined
  return typeof provider === 'string' && provider !== '' ? `${provider}/${modelId}` : modelId
}

/** Returns the messages or the prompt of a request; a string prompt becomes a user message. */
const saidIn = ({ messages, prompt }: Raw): unknown =>
  messages ?? (typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt)

const isSystem = (message: unknown): boolean => isObject(message) && message.role === 'system'

/** Returns the facts about a conversation. `isAllowed`: whether the developer wrote its system messages. */
function aroundOf(
  request: Raw,
  messages: readonly unknown[],
  isAllowed: boolean,
  model: string | undefined,
): Around {
  const known = {
    model,
    approvals: approvalsOf(messages),
    isPosted: (message: unknown) => !isAllowed && isSystem(message),
    custom: customTools(request.tools),
    ran: ranCalls(messages),
    chained: chainedCalls(request, messages),
  }
  const leading = countLeading(
    format,
    messages,
    message => isAllowed && isSystem(message),
    message => readContent(objectOr(message), 'developer', known),
  )
  return { ...known, leading }
}

/** Whether a message must be read as an event, because its meaning depends on other messages or on who wrote it. */
function needsEvent(around: Around, message: unknown): boolean {
  // This result's call is stored at the server, not in these messages.
  const isAnswerToServer = around.chained !== null && objectOr(message).role === 'tool'
  return isPending(around, message) || isAnswerToServer || around.isPosted(message)
}

/**
 * Reads parameters of the AI SDK's `generateText`, or only its messages: model messages of versions 4 to 7, a chat's
 * `UIMessage` list, or a model's prompt. The system text becomes the agent's instruction. Chat messages are first
 * converted to model messages, step by step, and numbered as those. No message makes the importer throw; an unknown
 * part is kept unchanged. The messages are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromAISDK } from 'ctxc/from/ai-sdk'
 *
 * const conversation = fromAISDK({ messages: [{ role: 'user', content: 'What is the weather in Paris?' }] })
 * const { request } = await compile(conversation, { model: 'claude-sonnet-5', budget: 16_000 })
 */
export function fromAISDK<
  const Input extends
    | MessagesInput
    | { readonly prompt: string | readonly object[]; readonly [field: string]: unknown },
>(input: Input & Own<Input, 'ai-sdk'>, options: AISDKImportOptions = {}): Conversation<'ai-sdk'> {
  const request: Raw = Array.isArray(input) ? { messages: input } : objectOr(input)
  const said = saidIn(request)
  if (!Array.isArray(said))
    throw noInput(
      'fromAISDK',
      'a list of messages, or what generateText takes, with messages or a prompt',
      input,
    )
  const key = request.messages == null ? 'prompt' : 'messages'
  const chat = said.some(isUIMessage) ? modelMessages(said, Array.isArray(input) ? '' : `/${key}`) : null
  const messages: readonly unknown[] = chat?.messages ?? said
  // A client that can write chat messages can also write system messages of any form.
  const isAllowed =
    options.allowSystemInMessages ?? (chat === null && request.allowSystemInMessages !== false)
  const model = modelOf(request.model)
  const around = aroundOf(request, messages, isAllowed, model ?? options.model)
  const { leading } = around
  const reader: Reader = {
    event: (message, seq) => readMessage(around, message, seq),
    scan: (message, sink) => !needsEvent(around, message) && scanMessage(message, sink),
    ...(chat !== null && {
      given: (_, place) => chat.given[place] as EventPieces,
      idOf: (_, place) => chat.elements[place]?.id,
    }),
    ...(typeof request.prompt === 'string' && said !== request.messages && { given: () => ({ pieces: [] }) }),
  }
  const agent = aiSdkAgent(request, model, messages.slice(0, leading))
  const aborted = (chat?.unfinished ?? []).map(at => `i:${at}`)
  const unfinished = aborted.length > 0 ? [partsUnfinished(aborted)] : []
  const diagnostics = [...callDiagnostics(aiSdkCallFields(request)), ...reportInvalidSettings(request)]
  const read = createConversation(
    format,
    agent,
    { messages, leading, reader },
    {
      ...inputOf(input, request, key),
      said: [...(Array.isArray(input) ? [] : diagnostics), ...unfinished],
      apart: chat?.apart ?? [],
    },
  )
  return applyImportOptions(chat === null ? read : { ...read, elements: chat.elements }, options, [
    'allowSystemInMessages',
  ])
}
