// Hosts of models, each with its package of the AI SDK and the wire format of its API.
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGoogle } from '@ai-sdk/google'
import { createGroq } from '@ai-sdk/groq'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import type { LanguageModel } from 'ai'
import type { FakeTarget } from 'ctxc/testing'
import { anthropicWire } from '../wire/anthropic.ts'
import { bedrockWire } from '../wire/bedrock.ts'
import { chatWire, dialects } from '../wire/chat.ts'
import { geminiWire } from '../wire/gemini.ts'
import { responsesWire } from '../wire/openai.ts'
import type { Wire } from '../wire/script.ts'

type Fetch = typeof globalThis.fetch
type Options = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface Host {
  readonly name: string
  readonly model: string
  readonly wire: Wire
  /** The strict fake of this API; null where there is none. */
  readonly judge: FakeTarget | null
  /** Its models think, and say so. */
  readonly thinks: boolean
  readonly providerOptions?: Options
  readonly create: (fetch: Fetch, url?: string) => LanguageModel
}

let ids = 0
/** Ids that a provider gives by itself: the same in each run. */
const generateId = (): string => `gen_${ids++}`
export const resetIds = (): void => {
  ids = 0
}

const key = { apiKey: 'none', generateId }

const anthropic = (model: string, providerOptions?: Options, label = ''): Host => ({
  name: `anthropic ${model}${label}`,
  model,
  wire: anthropicWire,
  judge: 'anthropic',
  thinks: providerOptions !== undefined,
  ...(providerOptions && { providerOptions }),
  create: (fetch, url) => createAnthropic({ ...key, fetch, ...(url && { baseURL: `${url}/v1` }) })(model),
})

const responses = (model: string, store: boolean, provider?: string): Host => ({
  name: `${provider ?? 'openai'}.responses ${model}${store ? '' : ' store:false'}`,
  model,
  wire: responsesWire,
  judge: 'openai',
  thinks: true,
  providerOptions: { openai: { store, ...(!store && { include: ['reasoning.encrypted_content'] }) } },
  create: (fetch, url) =>
    createOpenAI({
      ...key,
      fetch,
      ...(provider && { name: provider }),
      ...(url && { baseURL: `${url}/v1` }),
    }).responses(model),
})

const azure = (model: string, store = true): Host => ({
  name: `azure ${model}${store ? '' : ' store:false'}`,
  model,
  wire: responsesWire,
  judge: 'openai',
  thinks: true,
  providerOptions: { azure: { store, ...(!store && { include: ['reasoning.encrypted_content'] }) } },
  create: fetch => createAzure({ apiKey: 'none', resourceName: 'house', fetch })(model),
})

const google = (model: string, thinks: boolean): Host => ({
  name: `google ${model}`,
  model,
  wire: geminiWire,
  judge: 'gemini',
  thinks,
  create: (fetch, url) => createGoogle({ ...key, fetch, ...(url && { baseURL: `${url}/v1beta` }) })(model),
})

const compatible = (name: string, model: string, dialect: keyof typeof dialects): Host => ({
  name: `${name} ${model}`,
  model,
  wire: chatWire(dialects[dialect]),
  judge: null,
  thinks: dialect !== 'openai',
  create: (fetch, url) =>
    createOpenAICompatible({ name, fetch, apiKey: 'none', baseURL: `${url ?? 'http://127.0.0.1:9'}/v1` })(
      model,
    ),
})

const openrouter = (model: string, dialect: 'openrouter' | 'openrouterSealed'): Host => ({
  name: `openrouter ${model}`,
  model,
  wire: chatWire(dialects[dialect]),
  judge: null,
  thinks: true,
  create: fetch => createOpenRouter({ apiKey: 'none', fetch }).chat(model) as unknown as LanguageModel,
})

const bedrock = (model: string): Host => ({
  name: `bedrock ${model}`,
  model,
  wire: bedrockWire,
  judge: null,
  thinks: true,
  create: fetch =>
    createAmazonBedrock({ region: 'us-east-1', apiKey: 'none', fetch, generateId } as never)(model),
})

const enabled = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } }
const adaptive = { anthropic: { thinking: { type: 'adaptive' } } }

export const hosts: readonly Host[] = [
  anthropic('claude-sonnet-4-5', enabled),
  anthropic('claude-sonnet-4-5', undefined, ' plain'),
  anthropic('claude-opus-5-5', adaptive),
  responses('gpt-5.4', true),
  responses('gpt-5.4', false),
  responses('gpt-6', false),
  responses('house-model', true, 'proxy'),
  azure('my-deployment'),
  azure('my-deployment', false),
  azure('gpt-5-mini-prod', false),
  {
    name: 'openai.chat gpt-4.1',
    model: 'gpt-4.1',
    wire: chatWire(dialects.openai),
    judge: 'openai-chat',
    thinks: false,
    create: (fetch, url) =>
      createOpenAI({ ...key, fetch, ...(url && { baseURL: `${url}/v1` }) }).chat('gpt-4.1'),
  },
  google('gemini-2.5-pro', true),
  google('gemini-3-pro-preview', true),
  {
    name: 'groq openai/gpt-oss-120b',
    model: 'openai/gpt-oss-120b',
    wire: chatWire(dialects.groq),
    judge: null,
    thinks: true,
    create: fetch => createGroq({ apiKey: 'none', fetch })('openai/gpt-oss-120b'),
  },
  compatible('ollama', 'gpt-oss:20b', 'deepseek'),
  compatible('ollama', 'llama-4', 'deepseek'),
  compatible('litellm', 'claude-sonnet-4-5', 'litellm'),
  compatible('litellm', 'gemini-3-pro', 'gemini'),
  {
    name: 'deepseek deepseek-reasoner',
    model: 'deepseek-reasoner',
    wire: chatWire(dialects.deepseek),
    judge: null,
    thinks: true,
    create: fetch => createDeepSeek({ apiKey: 'none', fetch })('deepseek-reasoner'),
  },
  openrouter('anthropic/claude-sonnet-4.5', 'openrouter'),
  openrouter('openai/gpt-5', 'openrouterSealed'),
  openrouter('google/gemini-3-pro', 'openrouter'),
  openrouter('deepseek/deepseek-r1', 'openrouter'),
  bedrock('us.anthropic.claude-sonnet-4-5-20250929-v1:0'),
  bedrock('openai.gpt-oss-120b-1:0'),
]
