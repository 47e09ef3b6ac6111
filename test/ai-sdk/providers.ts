import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { generateText, type LanguageModelMiddleware, ToolChoiceViolationError, wrapLanguageModel } from 'ai'
import type { AISDKRequest } from 'ctxc/target/ai-sdk'
import { type FakeTarget, fakeProvider, type Violation } from 'ctxc/testing'

/** A body as a provider of the AI SDK sent it. */
type Body = Record<string, unknown>

/** Conversion of requests by a provider of the AI SDK, and the judge of the bodies. */
export interface Converter {
  readonly name: string
  /** Model in the form that `compile` takes. */
  readonly model: string
  /** The strict fake of the API at the other end. */
  readonly judge: FakeTarget
  readonly create: (fetch: typeof globalThis.fetch) => LanguageModelV4
}

const key = { apiKey: 'none' }

/** Every way through the AI SDK's own converters that is tested. */
export const converters: readonly Converter[] = [
  ...['gpt-5.4', 'gpt-4o'].flatMap((id): Converter[] => [
    {
      name: `openai.responses ${id}`,
      model: `openai.responses/${id}`,
      judge: 'openai',
      create: fetch => createOpenAI({ ...key, fetch }).responses(id),
    },
    {
      name: `openai.chat ${id}`,
      model: `openai.chat/${id}`,
      judge: 'openai-chat',
      create: fetch => createOpenAI({ ...key, fetch }).chat(id),
    },
  ]),
  ...['claude-sonnet-4-5', 'claude-opus-4-8', 'claude-opus-5-5'].map(
    (id): Converter => ({
      name: `anthropic ${id}`,
      model: `anthropic.messages/${id}`,
      judge: 'anthropic',
      create: fetch => createAnthropic({ ...key, fetch })(id),
    }),
  ),
  ...['gemini-2.5-pro', 'gemini-3-pro-preview'].map(
    (id): Converter => ({
      name: `google ${id}`,
      model: `google.generative-ai/${id}`,
      judge: 'gemini',
      create: fetch => createGoogle({ ...key, fetch })(id),
    }),
  ),
]

const gemini = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'OK' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
}

/** One pixel: what is fetched for a provider that does not fetch by itself. */
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='),
  letter => letter.charCodeAt(0),
)

/** A smallest good answer, whatever was asked. */
function answerTo(judge: FakeTarget): Body {
  const hello = [{ role: 'user', content: 'Hi' }]
  if (judge === 'gemini') return gemini
  const bodies: Readonly<Record<string, object>> = {
    openai: { model: 'gpt-5.4', input: 'Hi' },
    'openai-chat': { model: 'gpt-4.1', messages: hello },
    anthropic: { model: 'claude-sonnet-5', max_tokens: 1, messages: hello },
  }
  return (fakeProvider(judge).send(bodies[judge]) as { body: Body }).body
}

/** Calls a wrapped model with a prompt, as `generateText` would; gives back the body that left the house. */
export async function convertPrompt(
  converter: Converter,
  middleware: LanguageModelMiddleware,
  prompt: readonly unknown[],
): Promise<Body> {
  const { fetch, body } = catcher(converter)
  const model = wrapLanguageModel({ model: converter.create(fetch), middleware })
  await model.doGenerate({ prompt: prompt as LanguageModelV4Prompt })
  return body()
}

/** Sends a compiled request through `generateText` and the real provider; gives back the body that left the house. */
export async function convert(converter: Converter, request: AISDKRequest): Promise<Body> {
  const { fetch, body } = catcher(converter)
  const sent = generateText({
    model: converter.create(fetch),
    ...request,
    maxRetries: 0,
    experimental_download: async files =>
      files.map(file => (file.isUrlSupportedByModel ? null : { data: pixel, mediaType: 'image/png' })),
  })
  // An answer that does not call what it had to comes after what is tested.
  await sent.catch((error: unknown) => {
    if (!ToolChoiceViolationError.isInstance(error)) throw error
  })
  return body()
}

/**
 * Returns the body that the AI SDK's provider of an API sends for messages. `store` says whether the server stores its answers.
 */
export async function bodyOf(
  judge: FakeTarget,
  id: string,
  messages: readonly object[],
  tools: Readonly<Record<string, object>> = {},
  store = false,
): Promise<Body> {
  const creators: Partial<Record<FakeTarget, Converter['create']>> = {
    anthropic: fetch => createAnthropic({ ...key, fetch })(id),
    openai: fetch => createOpenAI({ ...key, fetch }).responses(id),
    'openai-chat': fetch => createOpenAI({ ...key, fetch }).chat(id),
    gemini: fetch => createGoogle({ ...key, fetch })(id),
  }
  const converter: Converter = { name: id, model: id, judge, create: creators[judge] as Converter['create'] }
  const { fetch, body } = catcher(converter)
  const options = {
    model: converter.create(fetch),
    messages,
    tools,
    providerOptions: { openai: { store } },
    maxRetries: 0,
  }
  await generateText(options as unknown as Parameters<typeof generateText>[0])
  return body()
}

/** A network that keeps the last body it was given, and answers it. */
function catcher({ judge }: Converter): {
  readonly fetch: typeof globalThis.fetch
  readonly body: () => Body
} {
  let caught: Body | null = null
  return {
    fetch: async (_url, init) => {
      caught = JSON.parse(String(init?.body)) as Body
      const headers = { 'content-type': 'application/json' }
      return new Response(JSON.stringify(answerTo(judge)), { headers })
    },
    body() {
      if (caught === null) throw new Error('nothing was sent')
      return caught
    },
  }
}

/** Lists the rules that a sent body breaks. */
export function judged({ judge, model }: Converter, body: Body): readonly Violation[] {
  const { violations } = fakeProvider(judge)
  // Gemini's API has the model in the address, and the client's settings beside the contents.
  if (judge !== 'gemini') return violations(body)
  const { contents, generationConfig, ...beside } = body
  const config = { ...(generationConfig as Body | undefined), ...beside }
  return violations({ model: model.slice(model.indexOf('/') + 1), contents, config })
}
