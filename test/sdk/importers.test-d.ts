// Checked by tsc alone. What the official clients take and give, the importers take.
import type Anthropic from '@anthropic-ai/sdk'
import type { Content, GenerateContentParameters, GenerateContentResponse } from '@google/genai'
import type { AIMessage, BaseMessage, StoredMessage } from '@langchain/core/messages'
import type { Conversation } from 'ctxc/from'
import { fromADK } from 'ctxc/from/adk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromGemini } from 'ctxc/from/gemini'
import { fromLangChain } from 'ctxc/from/langchain'
import { fromOpenAI } from 'ctxc/from/openai'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { fromPlain } from 'ctxc/from/plain'
import type OpenAI from 'openai'

declare const chatMessages: OpenAI.ChatCompletionMessageParam[]
declare const chatRequest: OpenAI.ChatCompletionCreateParams
declare const chatNonStreaming: OpenAI.ChatCompletionCreateParamsNonStreaming
declare const chatAnswer: OpenAI.ChatCompletion
fromOpenAI(chatMessages)
fromOpenAI(chatMessages as readonly OpenAI.ChatCompletionMessageParam[])
fromOpenAI({ messages: chatMessages })
fromOpenAI(chatRequest)
fromOpenAI(chatNonStreaming)
// A tool loop pushes the answer onto the messages.
fromOpenAI([...chatMessages, chatAnswer.choices[0]!.message])

declare const items: OpenAI.Responses.ResponseInputItem[]
declare const input: OpenAI.Responses.ResponseInput
declare const responsesRequest: OpenAI.Responses.ResponseCreateParams
declare const responsesNonStreaming: OpenAI.Responses.ResponseCreateParamsNonStreaming
declare const response: OpenAI.Responses.Response
fromOpenAIResponses(items)
fromOpenAIResponses(input)
fromOpenAIResponses({ input })
fromOpenAIResponses({ input: 'Hi' })
fromOpenAIResponses(responsesRequest)
fromOpenAIResponses(responsesNonStreaming)
fromOpenAIResponses([...items, ...response.output])

declare const claudeMessages: Anthropic.MessageParam[]
declare const claudeRequest: Anthropic.MessageCreateParams
declare const claudeNonStreaming: Anthropic.MessageCreateParamsNonStreaming
declare const claudeAnswer: Anthropic.Message
fromAnthropic(claudeMessages)
fromAnthropic(claudeRequest)
fromAnthropic(claudeNonStreaming, { model: 'claude-sonnet-5' })
fromAnthropic([...claudeMessages, claudeAnswer])
fromAnthropic([...claudeMessages, { role: claudeAnswer.role, content: claudeAnswer.content }])

declare const contents: Content[]
declare const geminiRequest: GenerateContentParameters
declare const geminiAnswer: GenerateContentResponse
fromGemini(contents)
fromGemini(geminiRequest)
fromGemini(geminiRequest, { model: 'gemini-3.8-flash' })
fromGemini({ contents })
fromGemini([...contents, geminiAnswer.candidates![0]!.content!])

declare const langChainMessages: BaseMessage[]
declare const langChainState: { messages: BaseMessage[]; remaining: number }
declare const storedMessages: StoredMessage[]
declare const langChainAnswer: AIMessage
fromLangChain(langChainMessages)
fromLangChain(langChainState)
fromLangChain(storedMessages)
fromLangChain([...langChainMessages, langChainAnswer], { model: 'claude-sonnet-5' })
fromLangChain([['human', 'Hi'], 'Hello'])

/** Session of `@google/adk`, with the fields that matter here. */
interface StoredSession {
  id: string
  appName: string
  userId: string
  state: Record<string, unknown>
  events: { author?: string; content?: { role?: string; parts?: { text?: string }[] } }[]
}
declare const adkSession: StoredSession
fromADK(adkSession)
fromADK(adkSession.events)

fromPlain([{ role: 'human', content: 'Hi' }] as const)
fromPlain({ id: 'x', conversations: [{ from: 'human', value: 'Hi' }] })

// Plain values too.
fromOpenAI([{ role: 'user', content: 'Hi' }] as const)
fromOpenAI({ model: 'gpt-5.4', messages: [{ role: 'user', content: 'Hi' }], tools: [] })
fromOpenAIResponses({ model: 'gpt-5.4', input: 'Hi', instructions: 'Be brief.' })
fromAnthropic({ system: 'Be brief.', messages: [{ role: 'user', content: 'Hi' }] })
fromGemini({ contents: 'Hi', config: { systemInstruction: 'Be brief.' } })
fromGemini({ contents: ['Hi', { text: 'and hello' }] })
fromGemini({
  system_instruction: { parts: [{ text: 'Be brief.' }] },
  contents: [{ parts: [{ text: 'Hi' }] }],
})

// A table of importers can be called, by the signature that they share: each refuses the keys of others.
type Importer = (messages: readonly object[]) => Conversation
const importers: Readonly<Record<'chat' | 'responses' | 'anthropic' | 'gemini', Importer>> = {
  chat: fromOpenAI,
  responses: fromOpenAIResponses,
  anthropic: fromAnthropic,
  gemini: fromGemini,
}
export const byName = (name: keyof typeof importers, messages: readonly object[]) =>
  importers[name](messages).session

// @ts-expect-error no messages
fromOpenAI('Hi')
// @ts-expect-error a message is an object
fromOpenAI(['Hi'])
// @ts-expect-error a state has messages
fromLangChain({ state: [] })
// @ts-expect-error a session has events
fromADK({ id: 's1' })
// @ts-expect-error a request has messages
fromAnthropic({ system: 'Be brief.' })
// @ts-expect-error there is no such option
fromOpenAI(chatMessages, { modle: 'gpt-5.4' })
