import type { Conversation, ImportOptions, ItemsInput } from '../../../from/conversation.ts'
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
import { recognize } from '../../../from/recognize.ts'
import { reportInvalidSettings } from '../../../from/settings.ts'
import {
  countLeading,
  createConversation,
  inputOf,
  type Reader,
  unreadableEvent,
} from '../../../from/source.ts'
import type { ToolCallPart } from '../../../ir/call.ts'
import type { Event } from '../../../ir/event.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent, ToolResultPart } from '../../../ir/result.ts'
import type { FactSink } from '../../../session/unit/sink.ts'
import { callSize } from '../../../session/unit/size.ts'
import { toJson } from '../../../text/json.ts'
import { itemFacts } from '../rows/items.ts'
import { chatAgent, responsesAgent } from './agent.ts'
import { isAgentsItem } from './agents-sdk/is-own.ts'
import { wireItem } from './agents-sdk/item.ts'
import { chainedOutputs } from './chained.ts'
import { withShellCallIds } from './local-shell.ts'
import { readContents } from './parts.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../../../from/neighbours.ts'

const format = 'openai'

const authors = new Map([
  ['user', 'user'],
  ['system', 'developer'],
  ['developer', 'developer'],
  ['assistant', 'agent'],
])

/** Message fields that are kept so that they can be sent back, by author. */
const messageFields: Readonly<Record<string, readonly string[]>> = {
  agent: ['id', 'phase', 'status'],
  developer: ['role'],
}

/** Response id that a model's consecutive items share, so that they form one response. */
const response = 'response'

export function readItem(chained: boolean, model: string | undefined, value: unknown, seq: number): Event {
  const item = objectOr(value)
  const type = stringOr(item.type) || (item.role === undefined ? '' : 'message')
  const event = (author: string, parts: readonly Part[], fields: readonly string[] = []): Event => ({
    seq,
    author,
    branch: '',
    response: author === 'agent' ? response : '',
    parts,
    ...givenField('extra', keepFields(format, item, fields)),
  })
  const { is } = itemFacts(type)
  const author = type === 'message' ? authors.get(stringOr(item.role)) : undefined
  if (author) return event(author, readContents(format, item.content), messageFields[author])
  if (type === 'reasoning') return event('agent', [readReasoning(item, model)])
  if (is === 'call') return event('agent', [readCall(item, type)])
  if (is === 'result') return event('tool', [chained ? chainedOutput(item, type) : readResult(item, type)])
  if (type === '' || type === 'message') return unreadableEvent(value, seq)
  // The author is 'tool' and not 'user', because the program adds these items.
  return event(is === 'caller' ? 'tool' : 'agent', [opaque(item, type, model)])
}

const opaque = (item: Raw, type: string, model: string | undefined): Part => ({
  kind: 'opaque',
  format,
  type,
  payload: item as JsonObject,
  ...givenField('model', model),
})

function readReasoning(item: Raw, model: string | undefined): Part {
  const texts = [...listOr(item.summary), ...listOr(item.content)].map(part => stringOr(objectOr(part).text))
  return {
    kind: 'reasoning',
    text: texts.join('\n\n'),
    native: { format, payload: item as JsonObject },
    ...givenField('model', model),
  }
}

/** Returns the arguments of a call. Some clients log the arguments as parsed JSON instead of a string. */
const argumentsOf = ({ arguments: given }: Raw): string | JsonObject =>
  isObject(given) ? (given as JsonObject) : stringOr(given)

function readCall(item: Raw, type: string): ToolCallPart {
  const id = stringOr(item.call_id)
  const extra = givenField('extra', keepFields(format, item, ['id', 'caller', 'namespace', 'status']))
  if (type === 'function_call')
    return { kind: 'tool-call', id, name: stringOr(item.name), arguments: argumentsOf(item), ...extra }
  if (type === 'custom_tool_call')
    return {
      kind: 'tool-call',
      id,
      name: stringOr(item.name),
      arguments: stringOr(item.input),
      freeform: true,
      ...extra,
    }
  return {
    kind: 'tool-call',
    id,
    name: type.replace(/_call$/, ''),
    arguments: builtInInput(item),
    native: { format, payload: item as JsonObject },
  }
}

/** Returns the input of a built-in tool: an action, an operation, or for a computer a list of actions. */
function builtInInput({ action, actions, operation }: Raw): JsonObject {
  const one = action ?? operation
  if (isObject(one)) return one as JsonObject
  return Array.isArray(actions) ? { actions } : {}
}

function readResult(item: Raw, type: string): ToolResultPart {
  const id = stringOr(item.call_id)
  if (itemFacts(type).builtIn) return readBuiltInResult(item, id)
  const content = readContents(format, item.output) as readonly ResultContent[]
  return {
    kind: 'tool-result',
    id,
    content,
    ...givenField('extra', keepFields(format, item, ['caller', 'status'])),
  }
}

/**
 * Reads the result of a built-in tool, which may be absent: a computer's screenshot, or the output of a shell or a
 * patch.
 */
function readBuiltInResult(item: Raw, id: string): ToolResultPart {
  const { output, status } = item
  const content: ResultContent =
    typeof output === 'string'
      ? { kind: 'text', text: output }
      : (readScreenshot(output) ?? { kind: 'data', value: uncheckedJson(output) })
  return {
    kind: 'tool-result',
    id,
    content: output === undefined || output === null ? [] : [content],
    ...(status === 'failed' && { isError: true }),
    native: { format, payload: item as JsonObject },
  }
}

/** Reads a computer's screenshot as an image; undefined if it has neither bytes nor a URL. */
function readScreenshot(output: unknown): ResultContent | undefined {
  const { type, image_url: url, file_id: id } = objectOr(output)
  return type === 'computer_screenshot' && (typeof url === 'string' || typeof id === 'string')
    ? (readContents(format, [{ ...objectOr(output), type: 'input_image' }])[0] as ResultContent)
    : undefined
}

/** Reads the output of a call that is stored at the server, without the fields that the API would refuse. */
function chainedOutput(item: Raw, type: string): Part {
  if (itemFacts(type).builtIn) return opaque(item, type, undefined)
  const pieces = readContents(format, item.output)
  const words = pieces.map(part => (part.kind === 'text' ? part.text : null))
  const plain = typeof item.output === 'string' ? item.output : null
  const held = pieces.some(({ kind }) => kind === 'file') && Array.isArray(item.output) ? item.output : null
  const output = plain ?? held ?? (words.includes(null) ? toJson(item.output ?? '') : words.join('\n'))
  return opaque({ type, call_id: item.call_id, output }, type, undefined)
}

/** Scans a common item without creating an event; returns false for an item with any other content. */
function scanItem(value: unknown, sink: FactSink): boolean {
  const item = objectOr(value)
  const { type, content, output } = item
  if (type === 'function_call') {
    const given = item.arguments
    if (typeof given !== 'string') return false
    sink.event('agent', '', response)
    sink.call(stringOr(item.call_id), stringOr(item.name), callSize(stringOr(item.name), given), given)
  } else if (type === 'function_call_output' && typeof output === 'string') {
    sink.event('tool', '', '')
    sink.result(stringOr(item.call_id), '', output.length)
  } else if ((type === undefined || type === 'message') && typeof content === 'string') {
    const author = authors.get(stringOr(item.role))
    if (!author) return false
    sink.event(author, '', author === 'agent' ? response : '')
    sink.part('text', content.length)
  } else return false
  sink.end(false)
  return true
}

/** Fields that identify a Responses request without input, for example a request that continues a stored response. */
const goingOn = ['previous_response_id', 'conversation', 'instructions']

/** Returns a request's items, from `input` or Chat Completions' `messages`; null if the value is no request. */
function itemsOf(request: Raw): readonly unknown[] | null {
  const { input, messages } = request
  if (typeof input === 'string') return [{ role: 'user', content: input }]
  if (Array.isArray(input)) return input
  if ((input ?? null) !== null) return null
  if (Array.isArray(messages)) return messages
  // Another importer can read this object, so it is not treated as a Responses request without input.
  const isRequest =
    'input' in request || isObject(request.prompt) || goingOn.some(field => (request[field] ?? null) !== null)
  return isRequest && recognize(request) === null ? [] : null
}

/** Returns an output item without the tool's name, which the Agents SDK copies from the call. */
function withoutToolName(value: unknown): unknown {
  const item = objectOr(value)
  if (item.name === undefined || !/_call_(?:output|result)$/.test(stringOr(item.type))) return value
  const { name: _, ...rest } = item
  return rest
}

const isSystem = (item: unknown): boolean =>
  isObject(item) && (item.role === 'system' || item.role === 'developer')

/**
 * Reads a Responses request, or only its input items. The instructions and the leading system or developer messages
 * become the agent's instruction. Consecutive items of a model form one response. Items in the form of the OpenAI
 * Agents SDK are read too, and are sent back in the form of the API.
 * No item makes the importer throw; an unknown item is kept unchanged. The items are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
 *
 * const conversation = fromOpenAIResponses({ model: 'gpt-5.4', input: 'What is the weather in Paris?' })
 * const { request } = await compile(conversation, { budget: 16_000 })
 */
export function fromOpenAIResponses<const Input extends ItemsInput>(
  input: Input & Own<Input, 'responses'>,
  options: ImportOptions = {},
): Conversation<'openai'> {
  return readResponses(input, options)
}

/** Reads a request as `fromOpenAIResponses` does. `readOwn` is tried first on each item, for items of a framework. */
export function readResponses(
  input: ItemsInput,
  options: ImportOptions,
  readOwn: (item: unknown) => Part | undefined = () => undefined,
): Conversation<'openai'> {
  const request: Raw = Array.isArray(input) ? { input } : objectOr(input)
  const said = itemsOf(request)
  if (said === null)
    throw noInput('fromOpenAIResponses', 'a list of items, or a request with an input', input)
  const items = withShellCallIds(
    said.some(isAgentsItem) ? said.map(item => (isAgentsItem(item) ? wireItem(item) : item)) : said,
  )
  const isChat = said === request.messages
  const key = isChat ? 'messages' : 'input'
  const root = Array.isArray(input) ? '' : `/${key}`
  const leading = countLeading(format, items, isSystem, item => readContents(format, objectOr(item).content))
  const chained = chainedOutputs(request, items)
  const model = stringOr(request.model) || options.model
  const reader: Reader = {
    event: (item, seq) => {
      const own = readOwn(item)
      return own
        ? { seq, author: 'agent', branch: '', response, parts: [own] }
        : readItem(chained.has(seq + leading), model, item, seq)
    },
    scan: chained.size > 0 ? () => false : scanItem,
    given: (_, place) => ({
      pieces:
        typeof request.input === 'string'
          ? []
          : [{ at: `${root}/${place}`, value: withoutToolName(said[place]) }],
    }),
  }
  return applyImportOptions(
    createConversation(
      format,
      (isChat ? chatAgent : responsesAgent)(request, items.slice(0, leading)),
      { messages: items, leading, reader },
      inputOf(input, request, key, reportInvalidSettings),
    ),
    options,
  )
}
