import type { Conversation, ImportOptions, ItemsInput, MessagesInput } from '../../../from/conversation.ts'
import { applyImportOptions } from '../../../from/imported.ts'
import type { Own } from '../../../from/neighbours.ts'
import { noInput } from '../../../from/no-input.ts'
import { objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { formatOfAny } from '../../../from/recognize.ts'
import { reportInvalidSettings } from '../../../from/settings.ts'
import { countLeading, createConversation, inputOf, type Reader } from '../../../from/source.ts'
import { isObject } from '../../../ir/json.ts'
import { chatAgent } from './agent.ts'
import { isCommonMessage, readMessage, scanMessage } from './chat-message.ts'
import type { OpenAIFormat, OpenAIInput } from './format.ts'
import { fromOpenAIResponses } from './openai-responses.ts'
import { readContents } from './parts.ts'

export type { ForeignKeys, KeysOf, MessageOf, Own } from '../../../from/neighbours.ts'
export type {
  Either,
  FormatOfElement,
  IsOpen,
  OpenAIFormat,
  OpenAIInput,
  ResponsesItem,
  ResponsesPart,
} from './format.ts'

const format = 'openai-chat'

/** Whether a message is system text. */
const isSystem = (message: unknown): boolean =>
  isObject(message) && (message.role === 'system' || message.role === 'developer')

/** Whether an input is for the Responses API: it has an `input` field, or its items have that API's types. */
const isResponses = (input: unknown): boolean =>
  Array.isArray(input)
    ? formatOfAny(input) === 'openai'
    : isObject(input) && input.messages === undefined && ['string', 'object'].includes(typeof input.input)

/**
 * Reads a request of either OpenAI API, Chat Completions or Responses, or only its messages or items. The leading
 * system or developer messages become the agent's instruction; later ones keep their place. No message makes the
 * importer throw: unreadable messages are kept as data. They are held by reference: do not change them afterwards.
 * Fields of other vendors that use Chat Completions (`reasoning_content`, `reasoning_details`, `extra_content`,
 * `thinking_blocks`, …) are sent back to them. Pass the `model` that made the answers if the request does not name it.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { request } = await compile(conversation, { model: 'gpt-5.4', budget: 16_000 })
 */
export function fromOpenAI<const Input extends OpenAIInput>(
  input: Input & Own<Input, 'openai'>,
  options: ImportOptions = {},
): Conversation<OpenAIFormat<Input>> {
  const read = isResponses(input)
    ? fromOpenAIResponses(input as ItemsInput, options)
    : fromChat(input as MessagesInput, options)
  return read as Conversation<OpenAIFormat<Input>>
}

function fromChat(input: MessagesInput, options: ImportOptions): Conversation<'openai-chat'> {
  const request: Raw = Array.isArray(input) ? { messages: input } : objectOr(input)
  const messages = request.messages
  if (!Array.isArray(messages))
    throw noInput('fromOpenAI', 'a list of messages or items, or a request with messages or an input', input)
  const leading = countLeading(format, messages, isSystem, message =>
    readContents(format, objectOr(message).content),
  )
  const model = stringOr(request.model) || (options.model ?? '')
  const reader: Reader = {
    event: (message, seq) => readMessage(model, message, seq),
    scan: scanMessage,
    isCommon: isCommonMessage,
  }
  return applyImportOptions(
    createConversation(
      format,
      chatAgent(request, messages.slice(0, leading)),
      { messages, leading, reader },
      inputOf(input, request, 'messages', reportInvalidSettings),
    ),
    options,
  )
}
