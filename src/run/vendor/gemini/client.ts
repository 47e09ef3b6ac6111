import { withMethods } from '../../../core/form/check.ts'
import { assertNoOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { objectOr } from '../../../core/from/read.ts'
import { answerParts } from '../../models/answer-parts.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { ContentDraft } from './stream.ts'

/**
 * Client of the package `@google/genai`, reduced to the methods that are called: `new GoogleGenAI()`, also on Vertex
 * AI.
 */
export interface ContentClient {
  readonly models: { generateContentStream(parameters: never): PromiseLike<unknown> }
}

/**
 * Returns a model client that uses Gemini's `generateContentStream`. Pass the client of the package `@google/genai`.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { agent } from 'ctxc'
 * import { geminiModel } from 'ctxc/models/gemini'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const program = agent({ name: 'bot', model: 'gemini-3.8-flash' })
 * const models = { 'gemini-': geminiModel(new GoogleGenAI({ apiKey: 'a key' })) }
 * const runner = createRunner({ program, store: inMemoryStore(), models })
 * console.log(typeof runner.run) // function
 */
export function geminiModel(client: ContentClient, ...others: readonly never[]): ModelClient {
  assertNoOptions(others, 'geminiModel')
  withMethods("a client of '@google/genai', such as new GoogleGenAI({})", 'generateContentStream')(
    client?.models,
    Path.named('geminiModel.client'),
  )
  return { target: 'gemini', stream: (request, call) => streamGeminiAnswer(client, request as object, call) }
}

function streamGeminiAnswer(
  client: ContentClient,
  request: object,
  { signal }: ModelCall,
): AsyncIterable<ModelPart> {
  const config = { ...objectOr((request as { config?: unknown }).config), abortSignal: signal }
  const beginGeminiStream = (): PromiseLike<unknown> =>
    client.models.generateContentStream({ ...request, config } as never)
  return answerParts({ begin: beginGeminiStream, signal, draft: new ContentDraft() })
}
