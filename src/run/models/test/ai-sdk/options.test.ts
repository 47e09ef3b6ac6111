// Options of a call: for one compiled request, the client and `generateText` pass equal options to the model.
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { generateText, ToolChoiceViolationError } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryMessages } from '../../../../../test/arbitrary/index.ts'
import { fromAISDK } from '../../../../core/vendor/ai-sdk/read/ai-sdk.ts'
import type { AISDKRequest } from '../../../../core/vendor/ai-sdk/write/request.ts'
import { agent, compile, createSession, tool } from '../../../../index.ts'
import { aiSdkModel } from '../../../vendor/ai-sdk/index.ts'
import { finish, usage, words } from './model.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Options = Readonly<Record<string, unknown>>

/** URLs that a model fetches itself. */
const supported = fc.constantFrom<Record<string, RegExp[]>>(
  { '*/*': [/.*/] },
  { 'image/*': [/^https:\/\/x\.org/], 'application/pdf': [/./] },
  {},
)
const data = new Uint8Array([1, 2, 3])
const all = { '*/*': [/.*/] }
const whole = {
  content: [{ type: 'text', text: 'OK' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
} as const

/** Returns options without those that do not depend on the request. */
function ofRequest({ headers: _, abortSignal: __, includeRawChunks: ___, ...options }: Options): Options {
  return JSON.parse(JSON.stringify(options, (_key, value) => (value instanceof URL ? value.href : value)))
}

async function bySDK(request: AISDKRequest, supportedUrls: Record<string, RegExp[]> = all): Promise<Options> {
  const model = new MockLanguageModelV4({ supportedUrls, doGenerate: whole as never })
  const sent = generateText({
    ...request,
    ...{ model, maxRetries: 0 },
    experimental_download: async (files: readonly { readonly isUrlSupportedByModel: boolean }[]) =>
      files.map(file => (file.isUrlSupportedByModel ? null : { data, mediaType: 'image/png' })),
  } as never)
  // The model's answer lacks the call that was required. This error comes after what is tested.
  await sent.catch((error: unknown) => {
    if (!ToolChoiceViolationError.isInstance(error)) throw error
  })
  const { toolChoice, ...options } = ofRequest(model.doGenerateCalls[0] as LanguageModelV4CallOptions)
  // The AI SDK always passes a tool choice, even the default one.
  return request.toolChoice === undefined ? options : { ...options, toolChoice }
}

async function byClient(
  request: AISDKRequest,
  supportedUrls: Record<string, RegExp[]> = all,
): Promise<Options> {
  const stream = () => ReadableStream.from([...words('OK'), finish('stop')])
  const model = new MockLanguageModelV4({
    supportedUrls,
    doStream: (async () => ({ stream: stream() })) as never,
  })
  const { signal } = new AbortController()
  const client = aiSdkModel(model, { download: async () => ({ data, mediaType: 'image/png' }) })
  for await (const _ of client.stream(request, { model: 'm', signal, key: 'k' }));
  const [options] = model.doStreamCalls
  expect(options?.abortSignal).toBe(signal)
  return ofRequest(options as LanguageModelV4CallOptions)
}

test.each([
  'openai.responses/gpt-5.4',
  'anthropic.messages/claude-sonnet-5',
  'google.generative-ai/gemini-3-pro',
])('a request of any messages has the options that generateText makes of it: %s', async model => {
  await fc.assert(
    fc.asyncProperty(arbitraryMessages('ai-sdk'), supported, async (messages, urls) => {
      const compiled = await compile(fromAISDK(messages as object[], { model }), { target: 'ai-sdk', model })
      if (!compiled.ok) return
      const sdk = await bySDK(compiled.request, urls)
      expect(await byClient(compiled.request, urls)).toEqual(sdk)
    }),
    { numRuns: 40, seed: Number(process.env.CTXC_LAW_SEED ?? 20260101) },
  )
})

test('settings, tools and the form of the answer are options of the call', async () => {
  const program = agent({
    name: 'bot',
    instruction: 'Be brief.',
    tools: [
      tool({ name: 'weather', description: 'The weather.', parameters: { type: 'object' }, strict: false }),
      {
        native: {
          format: 'ai-sdk',
          payload: { type: 'provider', id: 'openai.web_search', name: 'search', args: { a: 1 } },
        },
      },
    ] as never,
    generateConfig: {
      ...{ temperature: 0.5, topP: 0.9, maxOutputTokens: 500, stopSequences: ['END'], seed: 7 },
      ...{ toolChoice: { tool: 'weather' }, parallelToolCalls: false, reasoningEffort: 'low' },
    },
    outputSchema: { type: 'object', properties: { sky: { type: 'string' } }, required: ['sky'] },
  })
  const session = createSession({ events: [{ author: 'user', text: 'Q' }] })
  const compiled = await compile(program, session, { target: 'ai-sdk', model: 'gpt-4.1' })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message)
  const { responseFormat, ...request } = compiled.request as AISDKRequest
  expect(responseFormat?.type).toBe('json')
  expect(await byClient({ ...request, ...(responseFormat && { responseFormat }) })).toEqual({
    ...(await bySDK(request)),
    responseFormat,
  })
})
