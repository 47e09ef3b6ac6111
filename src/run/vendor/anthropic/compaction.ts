import type { CompactHandler } from '../../../core/effect/compact/handler.ts'
import { withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { createMessage, type MessagesClient } from './client.ts'

/** Options of `anthropicCompaction`. */
export interface AnthropicCompactionOptions extends Pick<CompactHandler, 'reads'> {
  /** The client of the package `@anthropic-ai/sdk`. */
  readonly client: MessagesClient
  /** Id of the handler; `anthropic` by default. */
  readonly id?: string
}

const client = withMethods("a client of '@anthropic-ai/sdk', such as new Anthropic()", 'create')

const form: OptionsForm<AnthropicCompactionOptions> = {
  needs: { client: (value, at) => client((value as Partial<MessagesClient> | null)?.messages, at) },
  // These are checked later, with the handler that is made from them.
  takes: { id: acceptAnyValue, reads: acceptAnyValue },
}

/**
 * Returns a handler that has Claude compact a conversation on demand. Pass it as `effects.compact` of a compile or of a
 * runner's `compile`. Claude is asked only for models that bind their thinking, once the history fills most of its
 * room, with the request that was sent: the same system, tools and messages. Later requests begin with the compaction,
 * and keep the thinking of all answers behind it. Their headers are in `result.headers`.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { agent, createCompiler } from 'ctxc'
 * import { anthropicCompaction } from 'ctxc/models/anthropic'
 *
 * const compact = anthropicCompaction({ client: new Anthropic({ apiKey: 'a key' }) })
 * const options = { model: 'claude-opus-5-5', budget: 60_000, effects: { compact } }
 * const compiler = createCompiler(agent({ name: 'helper' }), options)
 * console.log(typeof compiler.compile) // function
 */
export function anthropicCompaction(options: AnthropicCompactionOptions): CompactHandler {
  const { client, id = 'anthropic', reads } = readOptions(form, options, 'anthropicCompaction')
  return {
    id,
    ...(reads !== undefined && { reads }),
    run: async ({ body }, { signal }) => createMessage(client, body, signal),
  }
}
