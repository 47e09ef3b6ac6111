import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type LanguageModel, Output } from 'ai'
import { answerHTTP, type bindingProvider } from '../../../src/testing/fake/binding/index.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Json = Readonly<Record<string, unknown>>

/** Answer of a model that the AI SDK's own package called, and the body that the package sent. */
export interface SDKCall {
  readonly answer: Awaited<ReturnType<typeof generateText>>
  readonly body: Json
  /** Reasoning items that the provider did not use. */
  readonly dead: number
}

/**
 * Sends a compiled request with `generateText` and the vendor's package to a provider that signs reasoning. `schema`: the
 * output that the app asks for.
 */
export async function callSDK(
  provider: ReturnType<typeof bindingProvider>,
  id: string,
  request: object,
  content?: readonly Json[],
  schema?: object,
): Promise<SDKCall> {
  const seen: { body?: Json; answer?: Json } = {}
  const answer = answerHTTP(provider, () => content as never)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.body = JSON.parse(String(init?.body))
    const { pathname: path } = new URL(String(input))
    const headers = Object.fromEntries(new Headers(init?.headers))
    const { status, json } = answer({ path, headers, body: seen.body as never })
    seen.answer = json as Json
    return Response.json(json, { status })
  }
  const name = id.slice(id.indexOf('/') + 1)
  const model: LanguageModel = name.startsWith('claude')
    ? createAnthropic({ apiKey: 'key', fetch })(name)
    : createOpenAI({ apiKey: 'key', fetch }).responses(name)
  const said = await generateText({
    ...request,
    ...(schema && { output: Output.object({ schema: jsonSchema(schema) }) }),
    model,
    maxRetries: 0,
  } as never)
  const dropped = (seen.answer?.input_transformations ?? []) as readonly object[]
  return { answer: said, body: seen.body as Json, dead: dropped.length }
}
