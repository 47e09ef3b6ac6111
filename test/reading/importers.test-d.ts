// Checked by tsc alone: importers refuse what only another format has, and take what the official clients have.
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, GenerateContentParameters } from '@google/genai'
import type { BaseMessage, StoredMessage } from '@langchain/core/messages'
import type { ModelMessage, UIMessage } from 'ai'
import type OpenAI from 'openai'
import type { Conversation } from '../../src/from.ts'
import * as from from '../../src/from.ts'
import { compile } from '../../src/index.ts'

declare const chat: OpenAI.ChatCompletionMessageParam[]
declare const items: OpenAI.Responses.ResponseInputItem[]
declare const claude: Anthropic.MessageParam[]
declare const contents: Content[]
declare const model: ModelMessage[]
declare const ui: UIMessage[]
declare const base: BaseMessage[]
declare const stored: StoredMessage[]
declare const anything: Record<string, unknown>[]
declare const objects: object[]

// Types of the clients, and of literals.
export const chatRead: Conversation<'openai-chat'> = from.fromOpenAI(chat)
export const requestRead: Conversation<'openai-chat'> = from.fromOpenAI({ model: 'gpt-4.1', messages: chat })
export const itemsRead: Conversation<'openai'> = from.fromOpenAI(items)
export const inputRead: Conversation<'openai'> = from.fromOpenAI({ model: 'gpt-4.1', input: 'Hi' })
export const literalRead: Conversation<'openai'> = from.fromOpenAI([
  { role: 'user', content: 'Hi' },
  { type: 'function_call_output', call_id: 'c1', output: 'Snow' },
])
declare const chatParams: OpenAI.ChatCompletionCreateParams
declare const responsesParams: OpenAI.Responses.ResponseCreateParams
declare const claudeParams: Anthropic.MessageCreateParams
declare const geminiParams: GenerateContentParameters
from.fromOpenAI(chatParams)
from.fromOpenAI(responsesParams)
from.fromOpenAIResponses(responsesParams)
from.fromOpenAIResponses(items)
from.fromAnthropic(claudeParams)
from.fromAnthropic(claude)
from.fromGemini(geminiParams)
from.fromGemini(contents)
from.fromGemini({ contents: 'Hi' })
from.fromAISDK(model)
from.fromAISDK({ messages: ui })
from.fromLangChain(base)
from.fromLangChain(stored)
from.fromOpenAI(anything)
from.fromAnthropic(anything)
from.fromGemini(objects)
from.fromAISDK(objects)
// If the type does not say which of OpenAI's forms it is, the conversation may be either.
// @ts-expect-error: it may be 'openai'
export const unknownRead: Conversation<'openai-chat'> = from.fromOpenAI(objects)
export const requests = (await compile(from.fromOpenAI(chat))).request?.messages

// Fields that only another format has.
// @ts-expect-error: parts
from.fromOpenAI(ui)
// @ts-expect-error: parts
from.fromOpenAI({ messages: contents })
// @ts-expect-error: providerOptions
from.fromOpenAI(model)
// @ts-expect-error: providerOptions
from.fromOpenAIResponses(model)
// @ts-expect-error: providerOptions
from.fromAnthropic(model)
// @ts-expect-error: providerOptions
from.fromAnthropic({ messages: model })
// @ts-expect-error: providerOptions
from.fromGemini(model)
// @ts-expect-error: tool_calls
from.fromAnthropic(chat)
// @ts-expect-error: tool_calls
from.fromAnthropic([
  { role: 'user', content: 'Hi' },
  { role: 'assistant', tool_calls: [] },
])
// @ts-expect-error: call_id
from.fromAnthropic(items)
// @ts-expect-error: parts
from.fromAnthropic(contents)
// @ts-expect-error: content
from.fromGemini(chat)
// @ts-expect-error: content
from.fromGemini({ contents: claude })
// @ts-expect-error: tool_calls
from.fromAISDK(chat)
// @ts-expect-error: lc_namespace
from.fromAISDK(base)
// @ts-expect-error: parts
from.fromLangChain(contents)
// @ts-expect-error: call_id
from.fromLangChain(items)
// @ts-expect-error: tool_calls
from.fromADK(chat)
// @ts-expect-error: parts
from.fromPlain(contents)
