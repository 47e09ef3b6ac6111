import { ChatAnthropic } from '@langchain/anthropic'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { AzureChatOpenAI, ChatOpenAI } from '@langchain/openai'
import type { FakeTarget } from 'ctxc/testing'
import { anthropicWire } from '../wire/anthropic.ts'
import { chatWire, dialects } from '../wire/chat.ts'
import { geminiWire } from '../wire/gemini.ts'
import { responsesWire } from '../wire/openai.ts'
import type { Wire } from '../wire/script.ts'

/** Destination of requests: a `fetch` for the classes that take one, an address for the others. */
export interface Network {
  readonly fetch: typeof globalThis.fetch
  readonly url: string
}

/** One of LangChain's own model classes, and the API that it calls. */
export interface Host {
  readonly name: string
  readonly api: 'responses' | 'chat' | 'anthropic' | 'gemini'
  readonly judge: FakeTarget
  /** The id by which the strict fake knows the model. */
  readonly model: string
  readonly wire: Wire
  readonly thinks: boolean
  readonly create: (network: Network) => BaseChatModel
}

const key = { apiKey: 'none', maxRetries: 0 }
const azure = {
  azureOpenAIApiKey: 'none',
  azureOpenAIApiInstanceName: 'here',
  azureOpenAIApiVersion: '2026-01-01',
  azureOpenAIApiDeploymentName: 'my-deployment',
  maxRetries: 0,
}
const include = { include: ['reasoning.encrypted_content'] }

type ChatFields = NonNullable<ConstructorParameters<typeof ChatOpenAI>[0]>
type ClaudeFields = NonNullable<ConstructorParameters<typeof ChatAnthropic>[0]>

const responses = (name: string, model: string, fields: object, thinks = true): Host => ({
  name,
  api: 'responses',
  judge: 'openai',
  model,
  wire: responsesWire,
  thinks,
  create: ({ fetch }) =>
    new ChatOpenAI({
      ...key,
      model,
      useResponsesApi: true,
      configuration: { fetch },
      ...fields,
    } as ChatFields),
})

const claude = (name: string, model: string, fields: object, thinks: boolean): Host => ({
  name,
  api: 'anthropic',
  judge: 'anthropic',
  model,
  wire: anthropicWire,
  thinks,
  create: ({ fetch }) =>
    new ChatAnthropic({
      ...key,
      model,
      maxTokens: 4_000,
      clientOptions: { fetch },
      ...fields,
    } as ClaudeFields),
})

const gemini = (name: string, model: string): Host => ({
  name,
  api: 'gemini',
  judge: 'gemini',
  model,
  wire: geminiWire,
  thinks: true,
  create: ({ url }) => new ChatGoogleGenerativeAI({ ...key, model, baseUrl: url }),
})

const thinking = { thinking: { type: 'enabled', budget_tokens: 1_024 } }

/** Every class with the settings that change what it sends. */
export const hosts: readonly Host[] = [
  {
    name: 'chat gpt-4.1',
    api: 'chat',
    judge: 'openai-chat',
    model: 'gpt-4.1',
    wire: chatWire(dialects.openai),
    thinks: false,
    create: ({ fetch }) => new ChatOpenAI({ ...key, model: 'gpt-4.1', configuration: { fetch } }),
  },
  {
    name: 'azure chat my-deployment',
    api: 'chat',
    judge: 'openai-chat',
    model: 'gpt-4.1',
    wire: chatWire(dialects.openai),
    thinks: false,
    create: ({ fetch }) => new AzureChatOpenAI({ ...azure, configuration: { fetch } }),
  },
  responses('responses gpt-4.1', 'gpt-4.1', {}, false),
  responses('responses gpt-5.4', 'gpt-5.4', {}),
  responses('responses gpt-5.4 sealed', 'gpt-5.4', { modelKwargs: include }),
  responses('responses gpt-5.4 zdr', 'gpt-5.4', { zdrEnabled: true, modelKwargs: include }),
  responses('responses gpt-5.4 v1', 'gpt-5.4', { outputVersion: 'v1' }),
  responses('responses gpt-9 unknown', 'gpt-9', {}),
  {
    name: 'azure responses my-deployment',
    api: 'responses',
    judge: 'openai',
    model: 'gpt-5.4',
    wire: (answer, at, sent) =>
      responsesWire(answer, at, { ...sent, body: { ...sent.body, model: 'gpt-5.4-2026-03-05' } }),
    thinks: true,
    create: ({ fetch }) => new AzureChatOpenAI({ ...azure, useResponsesApi: true, configuration: { fetch } }),
  },
  claude('claude-sonnet-4-5', 'claude-sonnet-4-5', {}, false),
  claude('claude-sonnet-4-5 thinking', 'claude-sonnet-4-5', thinking, true),
  claude('claude-opus-4-8 adaptive', 'claude-opus-4-8', { thinking: { type: 'adaptive' } }, true),
  claude('claude-sonnet-4-5 v1', 'claude-sonnet-4-5', { ...thinking, outputVersion: 'v1' }, true),
  claude('claude-next unknown', 'claude-next-9', { thinking: { type: 'adaptive' } }, true),
  gemini('gemini-2.5-pro', 'gemini-2.5-pro'),
  gemini('gemini-3-pro-preview', 'gemini-3-pro-preview'),
]
