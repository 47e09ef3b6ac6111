// Real packages of the AI SDK, and the bodies that they send.
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createBedrockAnthropic } from '@ai-sdk/amazon-bedrock/anthropic'
import { createBedrockMantle } from '@ai-sdk/amazon-bedrock/mantle'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import { createCohere } from '@ai-sdk/cohere'
import { createDeepSeek } from '@ai-sdk/deepseek'
import { createGateway } from '@ai-sdk/gateway'
import { createGoogle } from '@ai-sdk/google'
import { createGoogleVertex } from '@ai-sdk/google-vertex'
import { createGoogleVertexAnthropic } from '@ai-sdk/google-vertex/anthropic'
import { createGroq } from '@ai-sdk/groq'
import { createMistral } from '@ai-sdk/mistral'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { createXai } from '@ai-sdk/xai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import type { LanguageModelMiddleware } from 'ai'
import { wrapLanguageModel } from 'ai'

type Fetch = typeof globalThis.fetch

const key = { apiKey: 'none' }
const aws = { region: 'us-east-1', ...key }
const bedrockClaude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const vertex = { project: 'p', location: 'us-east5', generateAuthToken: async () => 't' }

/** A model of every package, by a name of its own. */
export const makers: Readonly<Record<string, (fetch: Fetch) => unknown>> = {
  anthropic: fetch => createAnthropic({ ...key, fetch })('claude-sonnet-4-5'),
  'bedrock/anthropic': fetch => createBedrockAnthropic({ ...aws, fetch })(bedrockClaude),
  'vertex/anthropic': fetch =>
    createGoogleVertexAnthropic({ ...vertex, fetch } as never)('claude-sonnet-4-5@20250929'),
  bedrock: fetch => createAmazonBedrock({ ...aws, fetch })(bedrockClaude),
  'bedrock nova': fetch => createAmazonBedrock({ ...aws, fetch })('amazon.nova-pro-v1:0'),
  'bedrock/mantle': fetch => createBedrockMantle({ ...aws, fetch })('openai.gpt-oss-120b'),
  'openai responses': fetch => createOpenAI({ ...key, fetch }).responses('gpt-5.6'),
  'openai chat': fetch => createOpenAI({ ...key, fetch }).chat('gpt-5.6'),
  'azure responses': fetch => createAzure({ ...key, resourceName: 'house', fetch })('gpt-5.6'),
  'azure chat': fetch => createAzure({ ...key, resourceName: 'house', fetch }).chat('gpt-5.6'),
  google: fetch => createGoogle({ ...key, fetch })('gemini-3-pro-preview'),
  vertex: fetch => createGoogleVertex({ ...key, fetch })('gemini-3-pro-preview'),
  groq: fetch => createGroq({ ...key, fetch })('openai/gpt-oss-120b'),
  deepseek: fetch => createDeepSeek({ ...key, fetch })('deepseek-chat'),
  compatible: fetch =>
    createOpenAICompatible({ name: 'litellm', ...key, fetch, baseURL: 'http://127.0.0.1:9/v1' })(
      'claude-sonnet-4-5',
    ),
  xai: fetch => createXai({ ...key, fetch })('grok-4.3'),
  mistral: fetch => createMistral({ ...key, fetch })('mistral-large-latest'),
  cohere: fetch => createCohere({ ...key, fetch })('command-a-03-2025'),
  gateway: fetch => createGateway({ ...key, fetch })('anthropic/claude-sonnet-4.5'),
  openrouter: fetch => createOpenRouter({ ...key, fetch }).chat('anthropic/claude-sonnet-4.5'),
}

/** Models of all packages, and the body that each sends for call options; an error if it sends none. */
export function recorded(name: string): {
  readonly model: LanguageModelV4
  /** Id under which ctxc knows the model. */
  readonly id: string
  readonly body: (options: object, middleware?: LanguageModelMiddleware) => Promise<string>
} {
  let sent: string | null = null
  const fetch: Fetch = async (_, init) => {
    const { body } = init ?? {}
    sent = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array<ArrayBuffer>)
    return Response.json({ error: { message: 'stop' } }, { status: 400 })
  }
  const model = makers[name]?.(fetch) as LanguageModelV4
  return {
    model,
    id: `${model.provider}/${model.modelId}`,
    async body(options, middleware) {
      sent = null
      let failure: unknown
      const called = middleware === undefined ? model : wrapLanguageModel({ model, middleware })
      await Promise.resolve(
        called.doGenerate({ headers: {}, ...options } as unknown as LanguageModelV4CallOptions),
      ).catch((error: unknown) => {
        failure = error
      })
      if (sent === null) throw failure
      return sent
    },
  }
}

/** An answer in which Claude searched the web: the page that it found, its sealed text, and the words of the answer. */
export const searched = (title: string, encryptedContent: string, text: string): readonly object[] => [
  {
    type: 'tool-call',
    toolCallId: 'srvtoolu_1',
    toolName: 'web_search',
    input: { query: 'QUERY' },
    providerExecuted: true,
  },
  {
    type: 'tool-result',
    toolCallId: 'srvtoolu_1',
    toolName: 'web_search',
    output: {
      type: 'json',
      value: [{ type: 'web_search_result', url: 'http://u', title, pageAge: null, encryptedContent }],
    },
  },
  { type: 'text', text },
]
