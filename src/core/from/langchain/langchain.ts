import type { Agent, Tool } from '../../agent/agent.ts'
import type { Actions, Event } from '../../ir/event.ts'
import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { FactSink } from '../../session/unit/sink.ts'
import { callSize } from '../../session/unit/size.ts'
import { readTool } from '../../vendor/openai/read/agent.ts'
import type { Conversation, ImportOptions } from '../conversation.ts'
import { applyImportOptions } from '../imported.ts'
import { unwrapMessage } from '../langchain-message.ts'
import type { Own } from '../neighbours.ts'
import { noInput } from '../no-input.ts'
import { readCacheMiss, readReportedReasoning } from '../provider-report.ts'
import { finiteNumber, listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { countLeading, createConversation, inputOf, type Reader, unreadableEvent } from '../source.ts'
import type { InputPiece } from '../unread.ts'
import { makerOf, readAnswer } from './answer.ts'
import { argumentsOf, hasSpecialInput, readScreenshot } from './call-part.ts'
import { callIdOf } from './calls.ts'
import { readPieces } from './content.ts'
import { replayedItems } from './output.ts'
import { removedPlaces } from './removed.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../neighbours.ts'

const format = 'langchain'

/** Messages in any form that LangChain accepts, or a state that contains them. */
export type LangChainInput =
  | readonly (object | string)[]
  | { readonly messages: readonly (object | string)[]; readonly [field: string]: unknown }

/** Returns the token usage of an answer, and the provider's reports that the model's class passes on. */
function actionsOf(fields: Raw): Actions | undefined {
  const { input_tokens: input, output_tokens: output } = objectOr(fields.usage_metadata)
  const [inputTokens, outputTokens] = [finiteNumber(input), finiteNumber(output)]
  const { model } = makerOf(fields)
  // Claude's class passes them on in one of these fields, and OpenAI's class only for a streamed answer.
  const told: Raw = { ...objectOr(fields.response_metadata), ...objectOr(fields.additional_kwargs) }
  const dropped = readReportedReasoning(told.input_transformations)
  const cacheMiss = readCacheMiss(told)
  const actions: Actions = {
    ...(inputTokens !== undefined &&
      outputTokens !== undefined && {
        usage: { inputTokens, outputTokens, ...(model !== undefined && { model }) },
      }),
    ...(dropped && { dropped: dropped.map(({ reason, used }) => ({ reason, ...(used && { used }) })) }),
    ...(cacheMiss && { cacheMiss }),
  }
  return Object.keys(actions).length === 0 ? undefined : actions
}

/** Reads one message as one event. */
function readMessage(options: ImportOptions, deployment: string | null, value: unknown, seq: number): Event {
  const { kind, fields } = unwrapMessage(value)
  const name = kind === 'tool' || kind === 'function' ? '' : stringOr(fields.name)
  const event = (author: string, parts: readonly Part[], actions?: Actions): Event => ({
    seq,
    author,
    branch: '',
    response: '',
    parts,
    ...(actions && { actions }),
    ...(isPinned(fields) && { tier: 'critical' }),
    // LangChain sends `name` only to Chat Completions.
    ...(name && { extra: { format: 'openai-chat', fields: { name } } }),
  })
  const said = (): readonly Part[] => readPieces(fields.content, makerOf(fields))
  switch (kind) {
    case 'human':
      return event('user', said())
    case 'system':
      return event('developer', said())
    case 'ai':
      return event('agent', withModel(readAnswer(fields, deployment), options.model), actionsOf(fields))
    case 'tool':
    case 'function':
      return event('tool', [readResult(fields, said() as readonly ResultContent[])])
    case 'remove':
      return removed(seq)
    default:
      return unreadableEvent(value, seq)
  }
}

/** Whether the app asks for a message to be always sent: `additional_kwargs: { ctxc: { tier: 'critical' } }`. */
const isPinned = ({ additional_kwargs: kwargs }: Raw): boolean =>
  objectOr(objectOr(kwargs).ctxc).tier === 'critical'

/**
 * Returns the pieces of the input that make up a message. For a `[role, content]` pair, these are the values after the
 * role.
 */
const piecesOf = (message: unknown, at: string): readonly InputPiece[] =>
  Array.isArray(message)
    ? message.slice(1).map((value, place) => ({ at: `${at}/${place + 1}`, value }))
    : [{ at, value: unnamed(message) }]

/** Returns an answer without the agent's name. `createAgent` adds this name. It is already the author of the event. */
function unnamed(message: unknown): unknown {
  const { kind, fields } = unwrapMessage(message)
  if (kind !== 'ai' || stringOr(fields.name) === '') return message
  const { name: _, ...rest } = fields
  const raw = objectOr(message)
  if (isObject(raw.kwargs)) return { ...raw, kwargs: rest }
  return isObject(raw.data) ? { ...raw, data: rest } : rest
}

/** Returns an event without parts, for a message that was removed from the state. */
const removed = (seq: number): Event => ({
  seq,
  author: 'tool',
  branch: '',
  response: '',
  parts: [],
  actions: {},
})

function withModel(parts: readonly Part[], model: string | undefined): readonly Part[] {
  if (model === undefined) return parts
  return parts.map(part =>
    part.kind === 'reasoning' && part.model === undefined ? { ...part, model } : part,
  )
}

function readResult(fields: Raw, content: readonly ResultContent[]): Part {
  const name = stringOr(fields.name)
  const screenshot = readScreenshot(fields)
  return {
    kind: 'tool-result',
    id: stringOr(fields.tool_call_id),
    content,
    ...screenshot,
    ...(name && { name }),
    ...(fields.status === 'error' && { isError: true }),
  }
}

/** Scans a message of a common form without creating an event; returns false for any other message. */
function scanMessage(value: unknown, sink: FactSink): boolean {
  const { kind, fields } = unwrapMessage(value)
  const { content } = fields
  if (typeof content !== 'string' || isPinned(fields)) return false
  if (kind === 'human') {
    sink.event('user', '', '')
    sink.part('text', content.length)
  } else if (kind === 'tool' && objectOr(fields.additional_kwargs).type === undefined) {
    sink.event('tool', '', '')
    sink.result(stringOr(fields.tool_call_id), stringOr(fields.name), content.length)
  } else if (kind === 'ai' && isPlainAnswer(fields)) {
    sink.event('agent', '', '')
    sink.part('text', content.length)
    for (const call of listOr(fields.tool_calls).map(objectOr))
      sink.call(
        callIdOf(call),
        stringOr(call.name),
        callSize(stringOr(call.name), argumentsOf(call)),
        argumentsOf(call),
      )
  } else return false
  sink.end(false)
  return true
}

const isPlainAnswer = (fields: Raw): boolean =>
  replayedItems(fields) === null &&
  objectOr(fields.response_metadata).input_transformations === undefined &&
  isPlainlyCalled(fields)

const isPlainlyCalled = ({
  additional_kwargs: kwargs,
  tool_calls: calls,
  invalid_tool_calls: invalid,
}: Raw): boolean =>
  Object.keys(objectOr(kwargs)).length === 0 &&
  listOr(invalid).length === 0 &&
  listOr(calls).map(objectOr).every(isPlainCall)

const isPlainCall = (call: Raw): boolean =>
  call.function === undefined && typeof call.name === 'string' && !hasSpecialInput(call)

/** Returns the system text that a state or a model request contains outside its messages. */
function systemOf({ systemMessage, systemPrompt, system }: Raw): readonly unknown[] {
  if (isObject(systemMessage)) return [systemMessage]
  const words = systemPrompt ?? system
  return typeof words === 'string' || Array.isArray(words) ? [{ type: 'system', content: words }] : []
}

const piecesOfSystem = (message: unknown): readonly Part[] => {
  const { fields } = unwrapMessage(message)
  return readPieces(fields.content, makerOf(fields))
}

/**
 * Returns the agent. Its instruction is the system text and leading system messages. Its tools are in OpenAI's form.
 */
function langChainAgent(state: Raw, leading: readonly unknown[]): Agent {
  const pieces = [...systemOf(state), ...leading].flatMap(message => {
    return piecesOfSystem(message).flatMap(part =>
      part.kind === 'text' && part.text !== ''
        ? [{ text: part.text, ...(part.extra && { extra: part.extra }) }]
        : [],
    )
  })
  const tools: Tool[] = listOr(state.tools).map(tool => readTool('openai-chat', tool))
  const model = stringOr(state.model)
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(pieces.length > 0 && { staticInstruction: pieces }),
    ...(tools.length > 0 && { tools }),
  }
}

/**
 * Reads LangChain messages in any form (instances, `toDict()`, `toJSON()`, roles with content, pairs), or a state with
 * them. A state's `system` and leading system messages become the agent's instruction. A `remove` message drops the
 * messages that it names. No message makes the importer throw; an unknown block is kept unchanged. The messages are
 * held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromLangChain } from 'ctxc/from/langchain'
 *
 * const conversation = fromLangChain([{ type: 'human', content: 'What is the weather in Paris?' }])
 * const { request } = await compile(conversation, { model: 'claude-sonnet-5', budget: 16_000 })
 */
export function fromLangChain<const Input extends LangChainInput>(
  input: Input & Own<Input, 'langchain'>,
  options: ImportOptions = {},
): Conversation<'langchain'> {
  return readLangChain(input, options, null)
}

/**
 * Reads messages as `fromLangChain` does. `deployment`: name of an OpenAI model's deployment. Answers contain the
 * underlying model's name, which is replaced by the deployment's name.
 */
export function readLangChain(
  input: LangChainInput,
  options: ImportOptions,
  deployment: string | null,
): Conversation<'langchain'> {
  const state: Raw = Array.isArray(input) ? { messages: input } : objectOr(input)
  const { messages } = state
  if (!Array.isArray(messages))
    throw noInput('fromLangChain', 'a list of messages, or a state with one', input)
  const leading = countLeading(
    format,
    messages,
    message => unwrapMessage(message).kind === 'system',
    piecesOfSystem,
  )
  const gone = removedPlaces(messages)
  const root = Array.isArray(input) ? '' : '/messages'
  const reader: Reader = {
    event: (message, seq) =>
      gone.has(seq + leading) ? removed(seq) : readMessage(options, deployment, message, seq),
    scan: gone.size > 0 ? () => false : scanMessage,
    idOf: message => unwrapMessage(message).fields.id,
    given: (message, place) => ({ pieces: piecesOf(message, `${root}/${place}`) }),
  }
  const instruction = messages.slice(0, leading).filter((_, place) => !gone.has(place))
  return applyImportOptions(
    createConversation(
      format,
      langChainAgent(state, instruction),
      { messages, leading, reader },
      {
        ...inputOf(input, state, 'messages'),
        apart: [...gone].flatMap(place =>
          place < leading ? [] : [{ at: `${root}/${place}`, value: messages[place] }],
        ),
      },
    ),
    options,
  )
}
