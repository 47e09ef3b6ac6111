import { object } from '../../from/read.ts'
import { assertMethod } from '../assert-method.ts'
import { endedEarly, eventsOf } from '../events-of.ts'
import type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
import { ContentDraft } from './content-draft.ts'

/** The client of the package `@google/genai`, as far as it is used: `new GoogleGenAI()`, for Vertex AI too. */
export interface ContentClient {
  readonly models: { generateContentStream(parameters: never): PromiseLike<unknown> }
}

/**
 * Returns a client that calls models through Gemini's `generateContentStream`. Pass the client of the package
 * `@google/genai`.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { agent } from 'ctxc'
 * import { geminiModel } from 'ctxc/models/gemini'
 * import { createRunner } from 'ctxc/run'
 * import { memoryStore } from 'ctxc/store'
 *
 * const program = agent({ name: 'bot', model: 'gemini-3.8-flash' })
 * const models = { 'gemini-': geminiModel(new GoogleGenAI({ apiKey: 'a key' })) }
 * const runner = createRunner({ program, store: memoryStore(), models })
 * console.log(typeof runner.run) // function
 */
export function geminiModel(client: ContentClient): ModelClient {
  assertMethod(
    client?.models,
    'generateContentStream',
    "geminiModel: client must be a client of '@google/genai', such as new GoogleGenAI({})",
  )
  return { target: 'gemini', stream: (request, call) => answer(client, request as object, call) }
}

async function* answer(
  client: ContentClient,
  request: object,
  { signal }: ModelCall,
): AsyncGenerator<ModelPart> {
  const config = { ...object((request as { config?: unknown }).config), abortSignal: signal }
  const begin = () => client.models.generateContentStream({ ...request, config } as never)
  const draft = new ContentDraft()
  for await (const chunk of eventsOf(begin, signal, () => draft.isComplete)) yield* draft.add(chunk)
  if (signal.aborted && !draft.isComplete) return
  if (!draft.isComplete) throw endedEarly()
  yield draft.result()
}
