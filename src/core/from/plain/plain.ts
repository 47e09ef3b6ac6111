import type { Agent } from '../../agent/agent.ts'
import type { Event } from '../../ir/event.ts'
import { isObject, type JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { FactSink } from '../../session/unit/sink.ts'
import { parseJson } from '../../text/json.ts'
import { readContents } from '../../vendor/openai/read/parts.ts'
import type { Conversation, ImportOptions } from '../conversation.ts'
import { applyImportOptions } from '../imported.ts'
import type { Own } from '../neighbours.ts'
import { noInput } from '../no-input.ts'
import { listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { speakerOf } from '../roles.ts'
import { countLeading, createConversation, inputOf, type Reader, unreadableEvent } from '../source.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../neighbours.ts'

const format = 'text'

/** List of messages with a role and text, or a record with the list under `messages` or ShareGPT's `conversations`. */
export type PlainInput =
  | readonly object[]
  | { readonly messages: readonly object[]; readonly [field: string]: unknown }
  | { readonly conversations: readonly object[]; readonly [field: string]: unknown }

const speaker = (message: unknown): string | undefined =>
  speakerOf(objectOr(message).role ?? objectOr(message).from)

const contentOf = ({ content, value, text }: Raw): unknown => content ?? value ?? text

/** Reads calls that a data set writes as JSON text; returns null if the text is not a call. */
function readCalls(words: unknown): readonly Part[] | null {
  const calls = typeof words === 'string' ? parseJson(words, null) : words
  const all = Array.isArray(calls) ? calls : [calls]
  const parts = all.flatMap((call): Part[] => {
    const { name, arguments: given, parameters } = objectOr(call)
    if (typeof name !== 'string') return []
    return [{ kind: 'tool-call', id: '', name, arguments: (given ?? parameters ?? {}) as JsonValue }]
  })
  return parts.length > 0 && parts.length === all.length ? parts : null
}

/** Returns the places of messages that answer a call. They are found by their order, because they have no call ids. */
function answersOf(messages: readonly unknown[]): ReadonlySet<number> {
  const answers = new Set<number>()
  let waiting = 0
  for (const [place, message] of messages.entries()) {
    const author = speaker(message)
    if (author === 'call') waiting = readCalls(contentOf(objectOr(message)))?.length ?? 0
    else if (author !== 'tool') waiting = 0
    else if (waiting > 0) {
      waiting--
      answers.add(place)
    }
  }
  return answers
}

function readMessage(value: unknown, seq: number, answers: boolean): Event {
  const message = objectOr(value)
  const author = speaker(value)
  if (author === undefined) return unreadableEvent(value, seq)
  const event = (by: string, parts: readonly Part[]): Event => ({
    seq,
    author: by,
    branch: '',
    response: '',
    parts,
  })
  const content = contentOf(message)
  const calls = author === 'call' ? readCalls(content) : null
  if (calls) return event('agent', calls)
  const contents = readContents(format, content)
  if (answers) {
    const name = stringOr(message.name)
    return event('tool', [{ kind: 'tool-result', id: '', ...(name && { name }), content: contents }])
  }
  return event(author === 'call' ? 'agent' : author, contents)
}

function scanMessage(value: unknown, sink: FactSink): boolean {
  const author = speaker(value)
  const content = contentOf(objectOr(value))
  const plain = author === 'user' || author === 'agent'
  if (!plain || typeof content !== 'string') return false
  sink.event(author, '', '')
  sink.part('text', content.length)
  sink.end(false)
  return true
}

/** Returns the agent; its instruction is the text of `system` and of leading system messages. */
function plainAgent(request: Raw, leading: readonly unknown[]): Agent {
  const words = [request.system, ...leading.map(message => contentOf(objectOr(message)))].flatMap(content =>
    readContents(format, content).flatMap(part =>
      part.kind === 'text' && part.text !== '' ? [part.text] : [],
    ),
  )
  const model = stringOr(request.model)
  return {
    name: 'agent',
    identity: false,
    ...(model && { model }),
    ...(words.length > 0 && { staticInstruction: words.map(text => ({ text })) }),
  }
}

/**
 * Reads roles and texts of data sets and prompt files: `{ role, content }` with the role names of data sets (`human`,
 * `ai`, `gpt`, `bot`, …), or ShareGPT's `{ from, value }`. Leading system messages become the agent's instruction.
 * No message makes the importer throw: it keeps a message as data if the role is unknown or the content unreadable.
 * The messages are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromPlain } from 'ctxc/from/plain'
 *
 * const conversation = fromPlain([{ from: 'human', value: 'What is the weather in Paris?' }])
 * const { request } = await compile(conversation, { target: 'text', budget: 16_000 })
 */
export function fromPlain<const Input extends PlainInput>(
  input: Input & Own<Input, 'text'>,
  options: ImportOptions = {},
): Conversation<'text'> {
  const request: Raw = Array.isArray(input) ? { messages: input } : objectOr(input)
  const key = request.messages == null ? 'conversations' : 'messages'
  const messages = request[key]
  if (!Array.isArray(messages)) throw noInput('fromPlain', 'a list of messages, or a record with one', input)
  const leading = countLeading(
    format,
    messages,
    message => isObject(message) && speaker(message) === 'developer',
    message => readContents(format, contentOf(objectOr(message))),
  )
  const answers = answersOf(messages)
  const reader: Reader = {
    event: (message, seq) => readMessage(message, seq, answers.has(seq + leading)),
    scan: scanMessage,
  }
  return applyImportOptions(
    createConversation(
      format,
      plainAgent(request, listOr(messages).slice(0, leading)),
      { messages, leading, reader },
      inputOf(input, request, key),
    ),
    options,
  )
}
