import { withMethods } from '../../../core/form/check.ts'
import { assertNoOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { answerParts } from '../../models/answer-parts.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { ChatDraft } from './chat-stream.ts'

/**
 * Client of the package `openai`, reduced to the methods that are called. It may call any server that offers Chat
 * Completions.
 */
export interface ChatClient {
  readonly chat: { readonly completions: { create(body: never, options: never): PromiseLike<unknown> } }
}

/**
 * Returns a client that calls models through Chat Completions: OpenAI's, or those of another server that offers this
 * API, such as DeepSeek, OpenRouter or Gemini's endpoint (`new OpenAI({ baseURL })`). Fields that another server adds
 * to a message, such as reasoning, are kept and sent back to that server. The client's own retries are disabled,
 * because the runner retries.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { openaiChatModel } from 'ctxc/models/openai'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import OpenAI from 'openai'
 *
 * const client = new OpenAI({ baseURL: 'https://api.deepseek.com', apiKey: 'a key' })
 * const program = agent({ name: 'bot', model: 'deepseek-chat' })
 * const runner = createRunner({ program, store: inMemoryStore(), models: { 'deepseek-': openaiChatModel(client) } })
 * console.log(typeof runner.run) // function
 */
export function openaiChatModel(client: ChatClient, ...others: readonly never[]): ModelClient {
  assertNoOptions(others, 'openaiChatModel')
  withMethods("a client of 'openai', such as new OpenAI()", 'create')(
    client?.chat?.completions,
    Path.named('openaiChatModel.client'),
  )
  return {
    target: 'openai-chat',
    stream: (request, call) => streamChatAnswer(client, request as object, call),
  }
}

function streamChatAnswer(
  client: ChatClient,
  request: object,
  { signal }: ModelCall,
): AsyncIterable<ModelPart> {
  const body = { ...request, stream: true, stream_options: { include_usage: true } }
  const beginChatStream = (): PromiseLike<unknown> =>
    client.chat.completions.create(body as never, { signal, maxRetries: 0 } as never)
  return answerParts({ begin: beginChatStream, signal, draft: new ChatDraft() })
}
