import { trueOrFalse, withMethods } from '../../../core/form/check.ts'
import { readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { objectOr, type Raw } from '../../../core/from/read.ts'
import { betaListIn, claudeHeaders, joinBetas } from '../../../core/vendor/anthropic/write/betas.ts'
import { platformOfAddress } from '../../../core/vendor/anthropic/write/models.ts'
import { answerParts } from '../../models/answer-parts.ts'
import type { ModelCall, ModelClient, ModelPart } from '../../models/model-client.ts'
import { AnswerMessageDraft } from './stream.ts'

/**
 * Client of the package `@anthropic-ai/sdk`, reduced to the methods that are called. Clients for Bedrock, Vertex and
 * Foundry fit too.
 */
export interface MessagesClient {
  readonly messages: { create(body: never, options: never): PromiseLike<unknown> }
}

/** Options of `anthropicModel`. */
export interface AnthropicModelOptions {
  /**
   * Whether to ask Anthropic why it read less from its cache than for the agent's previous answer. The session records
   * the reason as `actions.cacheMiss`. Off by default, because other hosts of the API may reject the request field.
   */
  readonly cacheDiagnostics?: boolean
}

/**
 * Returns a client that calls models through Anthropic's Messages API. Pass the client of the package
 * `@anthropic-ai/sdk`; its own retries are disabled, because the runner retries. The header `anthropic-beta` lists the
 * beta features that a request uses, in addition to those that the app set for its client.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { agent } from 'ctxc'
 * import { anthropicModel } from 'ctxc/models/anthropic'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 *
 * const program = agent({ name: 'bot', model: 'claude-sonnet-5' })
 * const models = { 'claude-': anthropicModel(new Anthropic({ apiKey: 'a key' })) }
 * const runner = createRunner({ program, store: inMemoryStore(), models })
 * console.log(typeof runner.run) // function
 */
export function anthropicModel(client: MessagesClient, options: AnthropicModelOptions = {}): ModelClient {
  withMethods("a client of '@anthropic-ai/sdk', such as new Anthropic()", 'create')(
    client?.messages,
    Path.named('anthropicModel.client'),
  )
  readOptions<AnthropicModelOptions>({ takes: { cacheDiagnostics: trueOrFalse } }, options, 'anthropicModel')
  const asks = options.cacheDiagnostics === true
  return {
    target: 'anthropic',
    stream: (request, call) => streamMessagesAnswer(client, request as object, call, asks),
  }
}

function streamMessagesAnswer(
  client: MessagesClient,
  request: object,
  { signal, previous }: ModelCall,
  asks: boolean,
): AsyncIterable<ModelPart> {
  const diagnostics = { previous_message_id: previous?.() ?? null }
  const body = { ...request, ...(asks && { diagnostics }), stream: true }
  const beginMessagesStream = (): PromiseLike<unknown> => createMessage(client, body, signal)
  return answerParts({ begin: beginMessagesStream, signal, draft: new AnswerMessageDraft() })
}

/** Sends a request with the headers of the beta features that it needs. */
export function createMessage(
  client: MessagesClient,
  request: object,
  signal: AbortSignal,
): PromiseLike<unknown> {
  const [body, options] = messageArguments(client, request, signal)
  return client.messages.create(body as never, options as never)
}

/** Returns the arguments of a client's method for a request: its body, and the headers that it needs. */
export function messageArguments(
  client: { readonly messages: object },
  request: object,
  signal: AbortSignal,
): readonly [body: object, options: object] {
  const { betas, ...body }: Raw = request as Raw
  const { baseURL } = objectOr(objectOr(client.messages)._client)
  const needed = claudeHeaders(body, typeof baseURL === 'string' ? platformOfAddress(baseURL) : null)
  const headers = joinBetas(betaListIn(ownHeaders(client)), betas, betaListIn(needed))
  return [body, { signal, maxRetries: 0, ...(Object.keys(headers).length > 0 && { headers }) }]
}

/** Returns the headers that the app set for all requests of its client. The header of a call replaces them. */
const ownHeaders = ({ messages }: { readonly messages: object }): unknown =>
  objectOr(objectOr(objectOr(messages)._client)._options).defaultHeaders
