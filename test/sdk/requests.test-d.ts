// Checked by tsc alone. A compiled request is passed to the official clients unchanged: no cast, no adapter.
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { GenerateContentParameters } from '@google/genai'
import { type Compiled, compile, createSession, type Requests } from 'ctxc'
import type { Conversation } from 'ctxc/from'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromGemini } from 'ctxc/from/gemini'
import { fromLangChain } from 'ctxc/from/langchain'
import { fromOpenAI } from 'ctxc/from/openai'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { fromPlain } from 'ctxc/from/plain'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses'

type ChatRequest = Requests['openai-chat']
type ResponsesRequest = Requests['openai']
type AnthropicRequest = Requests['anthropic']
type GeminiRequest = Requests['gemini']
type TextRequest = Requests['text']

/** Whether two types are one. */
type Same<Left, Right> =
  (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false

/** The request of a result. */
type RequestOf<Result> = Result extends { readonly ok: true; readonly request: infer Request }
  ? Request
  : never

const isTrue = <_Claim extends true>(): void => {}

// Every request type is what the client of its provider takes.
export const chat = (request: ChatRequest): ChatCompletionCreateParamsNonStreaming => request
export const responses = (request: ResponsesRequest): ResponseCreateParamsNonStreaming => request
export const messages = (request: AnthropicRequest): MessageCreateParamsNonStreaming => request
export const contents = (request: GeminiRequest): GenerateContentParameters => request

// The streaming call of each client takes it with one more field.
export const streamed = {
  chat: (request: ChatRequest): Parameters<import('openai').OpenAI['chat']['completions']['create']>[0] => ({
    ...request,
    stream: true,
  }),
  responses: (request: ResponsesRequest): Parameters<import('openai').OpenAI['responses']['create']>[0] => ({
    ...request,
    stream: true,
  }),
  messages: (
    request: AnthropicRequest,
  ): Parameters<import('@anthropic-ai/sdk').Anthropic['messages']['create']>[0] => ({
    ...request,
    stream: true,
  }),
  contents: (
    request: GeminiRequest,
  ): Parameters<import('@google/genai').GoogleGenAI['models']['generateContentStream']>[0] => request,
}

const conversation = fromOpenAI([{ role: 'user', content: 'Hi' }])

// The model names the request.
const byModel = await compile(conversation, { model: 'gpt-5.4' })
isTrue<Same<RequestOf<typeof byModel>, ChatRequest>>()
if (byModel.ok) chat(byModel.request)
else isTrue<Same<typeof byModel.request, null>>()

const toClaude = await compile(conversation, { model: 'claude-sonnet-5' })
isTrue<Same<RequestOf<typeof toClaude>, AnthropicRequest>>()

const fromClaude = await compile(fromAnthropic([{ role: 'user', content: 'Hi' }]), { model: 'gpt-5.4' })
isTrue<Same<RequestOf<typeof fromClaude>, ResponsesRequest>>()

const o4 = await compile(fromOpenAIResponses([{ role: 'user', content: 'Hi' }]), { model: 'o4-mini' })
isTrue<Same<RequestOf<typeof o4>, ResponsesRequest>>()

const toGemini = await compile(conversation, { model: 'models/gemini-3.8-flash' })
isTrue<Same<RequestOf<typeof toGemini>, GeminiRequest>>()

// A target wins over the model and the format.
const byTarget = await compile(conversation, { target: 'openai' })
isTrue<Same<RequestOf<typeof byTarget>, ResponsesRequest>>()
const chosen = await compile(conversation, {
  target: 'anthropic',
  model: 'my-gateway/claude',
  budget: 16_000,
})
isTrue<Same<RequestOf<typeof chosen>, AnthropicRequest>>()

// Neither: the format of the conversation.
const byFormat = await compile(fromAnthropic([{ role: 'user', content: 'Hi' }]))
isTrue<Same<RequestOf<typeof byFormat>, AnthropicRequest>>()

const geminiFormat = await compile(fromGemini({ contents: 'Hi' }))
isTrue<Same<RequestOf<typeof geminiFormat>, GeminiRequest>>()
// Roles and words are read and sent unchanged, to any client that takes a list of them.
const text = await compile(fromPlain([{ from: 'human', value: 'Hi' }]))
isTrue<Same<RequestOf<typeof text>, TextRequest>>()
export const toChat = ({ messages }: TextRequest): ChatCompletionCreateParamsNonStreaming['messages'] =>
  messages

// A format that nothing is compiled to leaves the model to decide.
const langChain = fromLangChain([{ type: 'human', content: 'Hi' }])
const langChainToGPT = await compile(langChain, { model: 'gpt-5.4' })
isTrue<Same<RequestOf<typeof langChainToGPT>, ResponsesRequest>>()
const langChainToAny = await compile(langChain)
isTrue<Same<RequestOf<typeof langChainToAny>, Requests[keyof Requests]>>()

// A model that the types do not know leaves every request possible, and the conversation's own with it.
declare const model: string
const unknown = await compile(conversation, { model })
isTrue<ChatRequest extends RequestOf<typeof unknown> ? true : false>()

// A session of one's own has no format: the model alone decides.
const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
const agent = { name: 'clerk', staticInstruction: 'Be brief.' }
const own = await compile({ agent, session }, { model: 'claude-sonnet-5' })
isTrue<Same<RequestOf<typeof own>, AnthropicRequest>>()
const ownTarget = await compile({ agent, session }, { target: 'openai-chat', model: 'gpt-5.4' })
isTrue<Same<RequestOf<typeof ownTarget>, ChatRequest>>()
const ownModel = await compile({ agent, session }, { model: 'gpt-5.4' })
isTrue<Same<RequestOf<typeof ownModel>, ResponsesRequest>>()

// A result without its precise type has the union of requests.
export const passed = (result: Compiled): Requests[keyof Requests] | null => result.request
passed(byModel)
passed(toClaude)

// Options are checked.
// @ts-expect-error there is no such option
await compile(conversation, { model: 'gpt-5.4', bugdet: 16_000 })
// @ts-expect-error there is no such target
await compile(conversation, { target: 'openapi' })
// @ts-expect-error a budget is a number, or input and output
await compile(conversation, { model: 'gpt-5.4', budget: '16k' })
// @ts-expect-error there is no such part of a budget
await compile(conversation, { model: 'gpt-5.4', budget: { inputs: 16_000 } })
// @ts-expect-error a session that ends with model text is filled or refused
await compile(conversation, { model: 'gpt-5.4', whenIdle: 'ignore' })
// @ts-expect-error messages are imported first
await compile([{ role: 'user', content: 'Hi' }], { model: 'gpt-5.4' })

// Without looking at `ok` the request may be null.
// @ts-expect-error
chat(byModel.request)

// A conversation of one format is a conversation, and not one of another.
export const any: Conversation = conversation
// @ts-expect-error
export const other: Conversation<'anthropic'> = conversation
