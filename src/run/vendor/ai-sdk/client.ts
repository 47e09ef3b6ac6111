import { assertFunction } from '../../../core/form/check.ts'
import { readOptions } from '../../../core/form/options.ts'
import { objectOr } from '../../../core/from/read.ts'
import { sdkHeaders } from '../../../core/vendor/ai-sdk/write/headers.ts'
import type { AISDKRequest } from '../../../core/vendor/ai-sdk/write/request.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { callOptions } from './call-options.ts'
import { type Download, withDownloads } from './download.ts'
import type { LanguageModel, PartStream } from './language-model.ts'
import { openStream, streamParts } from './read-stream.ts'
import { finishReasonOf, StreamedContent } from './stream.ts'

/** Options of `aiSdkModel`. */
export interface AISDKModelOptions {
  /** Called with the warnings of a call, for example about settings that the provider ignores. */
  readonly onWarnings?: (warnings: readonly object[], model: string) => void
  /**
   * Downloads the files that the model does not fetch itself, as `generateText` does. If omitted, the URL of a file is
   * sent, and some providers reject it.
   */
  readonly download?: Download
}

/**
 * Returns a client that calls a model of the AI SDK, of any provider. Pass a model, or a function that returns the
 * model of a name, such as a provider itself. An answer is complete only when the provider has ended it. An error in
 * the middle of the stream makes the call fail. The package `ai` is not needed.
 *
 * @example
 * import { openai } from '@ai-sdk/openai'
 * import { agent } from 'ctxc'
 * import { aiSdkModel } from 'ctxc/models/ai-sdk'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const runner = createRunner({ program, store: inMemoryStore(), models: { 'gpt-': aiSdkModel(openai) } })
 * console.log(typeof runner.run)
 */
export function aiSdkModel(
  model: LanguageModel | ((name: string) => LanguageModel),
  options: AISDKModelOptions = {},
): ModelClient {
  readOptions<AISDKModelOptions>(
    { takes: { download: assertFunction, onWarnings: assertFunction } },
    options,
    'aiSdkModel',
  )
  return {
    target: 'ai-sdk',
    stream(request, call) {
      const called = typeof model === 'function' ? model(call.model) : model
      return streamAISDKAnswer(called, request as AISDKRequest, call, options)
    },
  }
}

async function* streamAISDKAnswer(
  model: LanguageModel,
  request: AISDKRequest,
  call: ModelCall,
  { onWarnings, download }: AISDKModelOptions,
): AsyncGenerator<ModelPart> {
  const { signal } = call
  const stream = await openStream(downloadAndCall(model, request, signal, download), signal)
  if (stream === null) return
  const draft = new StreamedContent()
  let finish: Readonly<Record<string, unknown>> | null = null
  for await (const value of streamParts(stream, signal)) {
    const part = objectOr(value)
    const { type } = part
    if (type === 'error') throw toStreamError(part.error)
    if (type === 'stream-start' && Array.isArray(part.warnings) && part.warnings.length > 0)
      onWarnings?.(part.warnings as readonly object[], call.model)
    if (type === 'finish') finish = part
    yield draft.add(part) ?? { type: 'progress' }
  }
  // The response is yielded only after the whole stream was read, so that middleware of the model sees the end too.
  if (finish !== null && !signal.aborted) yield wholeResponse(draft, finish)
}

/** Downloads the files that the model does not fetch itself, and then calls the model. */
async function downloadAndCall(
  model: LanguageModel,
  request: AISDKRequest,
  signal: AbortSignal,
  download: Download | undefined,
): Promise<{ readonly stream: PartStream }> {
  const headers = sdkHeaders(request, `${model.provider}/${model.modelId}`)
  const options = {
    ...callOptions(request, model.specificationVersion, signal),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
  if (download === undefined) return model.doStream(options as never)
  const prompt = await withDownloads(options.prompt, model, download, signal)
  signal.throwIfAborted()
  return model.doStream({ ...options, prompt } as never)
}

/** Returns the error in a stream as an `Error`. Providers also send texts and plain objects. */
function toStreamError(error: unknown): Error {
  if (error instanceof Error) return error
  const { message } = objectOr(error)
  const text = typeof error === 'string' ? error : message
  return new Error(typeof text === 'string' ? text : 'the provider sent an error', { cause: error })
}

/** Returns the whole answer. Throws if the provider cut the answer off, or if there is no answer. */
function wholeResponse(draft: StreamedContent, part: Readonly<Record<string, unknown>>): ModelPart {
  const { unified, raw } = finishReasonOf(part.finishReason)
  if (unified === 'error' || unified === 'interrupted')
    throw new Error(`the model's answer ended with an error (${raw})`)
  const response = draft.result(part)
  if (response.content.length === 0) throw new Error(`the model gave no answer (${raw || 'no reason'})`)
  return { type: 'response', response, ...(raw !== '' && { finish: raw }) }
}
