import { withMethods } from '../../../core/form/check.ts'
import { assertNoOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { answerParts } from '../../models/answer-parts.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { ResponsesDraft } from './responses-stream.ts'

/** Client of the package `openai`, reduced to the methods that are called: `new OpenAI()`, `new AzureOpenAI()`. */
export interface ResponsesClient {
  readonly responses: { create(body: never, options: never): PromiseLike<unknown> }
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
export function openaiModel(client: ResponsesClient, ...others: readonly never[]): ModelClient {
  assertNoOptions(others, 'openaiModel')
  withMethods("a client of 'openai', such as new OpenAI()", 'create')(
    client?.responses,
    Path.named('openaiModel.client'),
  )
  return {
    target: 'openai',
    stream: (request, call) => streamResponsesAnswer(client, request as object, call),
  }
}

function streamResponsesAnswer(
  client: ResponsesClient,
  request: object,
  { signal }: ModelCall,
): AsyncIterable<ModelPart> {
  const body = { ...request, stream: true }
  const beginResponsesStream = (): PromiseLike<unknown> =>
    client.responses.create(body as never, { signal, maxRetries: 0 } as never)
  return answerParts({ begin: beginResponsesStream, signal, draft: new ResponsesDraft() })
}
