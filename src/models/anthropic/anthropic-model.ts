import { assertMethod } from '../assert-method.ts'
import { endedEarly, eventsOf } from '../events-of.ts'
import type { ModelCall, ModelClient, ModelPart } from '../model-client.ts'
import { MessageDraft } from './message-draft.ts'

/** The client of the package `@anthropic-ai/sdk`, as far as it is used; or that of Bedrock, Vertex or Foundry. */
export interface MessagesClient {
  readonly messages: { create(body: never, options: never): PromiseLike<unknown> }
}

/**
 * Returns a client that calls models through Anthropic's Messages API. Pass the client of the package
 * `@anthropic-ai/sdk`; its own retries are off, because the runner retries. Pass `client.beta` for a request that uses a
 * beta feature.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { agent } from 'ctxc'
 * import { anthropicModel } from 'ctxc/models/anthropic'
 * import { createRunner } from 'ctxc/run'
 * import { memoryStore } from 'ctxc/store'
 *
 * const program = agent({ name: 'bot', model: 'claude-sonnet-5' })
 * const models = { 'claude-': anthropicModel(new Anthropic({ apiKey: 'a key' })) }
 * const runner = createRunner({ program, store: memoryStore(), models })
 * console.log(typeof runner.run) // function
 */
export function anthropicModel(client: MessagesClient): ModelClient {
  assertMethod(
    client?.messages,
    'create',
    "anthropicModel: client must be a client of '@anthropic-ai/sdk', such as new Anthropic()",
  )
  return { target: 'anthropic', stream: (request, call) => answer(client, request as object, call) }
}

async function* answer(
  client: MessagesClient,
  request: object,
  { signal }: ModelCall,
): AsyncGenerator<ModelPart> {
  const body = { ...request, stream: true }
  const begin = () => client.messages.create(body as never, { signal, maxRetries: 0 } as never)
  const draft = new MessageDraft()
  for await (const event of eventsOf(begin, signal)) yield draft.add(event)
  if (signal.aborted) return
  if (!draft.isComplete) throw endedEarly()
  yield draft.result()
}
