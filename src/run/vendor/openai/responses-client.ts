import { trueOrFalse, withMethods } from '../../../core/form/check.ts'
import { readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { objectOr, type Raw } from '../../../core/from/read.ts'
import { answerParts } from '../../models/answer-parts.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { ResponsesDraft } from './responses-stream.ts'

/** Client of the package `openai`, reduced to the methods that are called: `new OpenAI()`, `new AzureOpenAI()`. */
export interface ResponsesClient {
  readonly responses: { create(body: never, options: never): PromiseLike<unknown> }
}

/** Options of `openaiModel`. */
export interface OpenAIModelOptions {
  /**
   * Whether to ask OpenAI why it read less from its cache than for the agent's previous answer. The session records the
   * reason as `actions.cacheMiss`. Off by default, because models before GPT-5.6 and other hosts may reject the field.
   */
  readonly cacheDiagnostics?: boolean
}

/**
 * Returns a client that calls models through OpenAI's Responses API. Pass the client of the package `openai`; its own
 * retries are disabled, because the runner retries. An answer that ends because of `max_output_tokens` or
 * `content_filter` is an answer, not an error.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { openaiModel } from 'ctxc/models/openai'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import OpenAI from 'openai'
 *
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const models = { 'gpt-': openaiModel(new OpenAI({ apiKey: 'a key' })) }
 * const runner = createRunner({ program, store: inMemoryStore(), models })
 * console.log(typeof runner.run) // function
 */
export function openaiModel(client: ResponsesClient, options: OpenAIModelOptions = {}): ModelClient {
  withMethods("a client of 'openai', such as new OpenAI()", 'create')(
    client?.responses,
    Path.named('openaiModel.client'),
  )
  readOptions<OpenAIModelOptions>({ takes: { cacheDiagnostics: trueOrFalse } }, options, 'openaiModel')
  const asks = options.cacheDiagnostics === true
  return {
    target: 'openai',
    stream: (request, call) => streamResponsesAnswer(client, request as Raw, call, asks),
  }
}

function streamResponsesAnswer(
  client: ResponsesClient,
  request: Raw,
  { signal, previous }: ModelCall,
  asks: boolean,
): AsyncIterable<ModelPart> {
  const compared = asks ? (previous?.() ?? null) : null
  const prompt_cache_options = {
    ...objectOr(request.prompt_cache_options),
    comparison_response_id: compared,
  }
  const body = { ...request, ...(compared !== null && { prompt_cache_options }), stream: true }
  const beginResponsesStream = (): PromiseLike<unknown> =>
    client.responses.create(body as never, { signal, maxRetries: 0 } as never)
  return answerParts({ begin: beginResponsesStream, signal, draft: new ResponsesDraft() })
}
