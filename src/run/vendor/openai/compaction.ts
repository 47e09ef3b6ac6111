import type { CompactHandler } from '../../../core/effect/compact/handler.ts'
import { withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'

/** Client of the package `openai`, reduced to the method for compactions. */
export interface CompactionClient {
  readonly responses: { compact(body: never, options: never): PromiseLike<unknown> }
}

/** Options of `openaiCompaction`. */
export interface OpenAICompactionOptions extends Pick<CompactHandler, 'reads'> {
  /** The client of the package `openai`. */
  readonly client: CompactionClient
  /** Id of the handler; `openai` by default. */
  readonly id?: string
}

const client = withMethods("a client of 'openai', such as new OpenAI()", 'compact')

const form: OptionsForm<OpenAICompactionOptions> = {
  needs: { client: (value, at) => client((value as Partial<CompactionClient> | null)?.responses, at) },
  // These are checked later, with the handler that is made from them.
  takes: { id: acceptAnyValue, reads: acceptAnyValue },
}

/**
 * Returns a handler that has OpenAI compact a conversation with `/responses/compact`. Pass it as `effects.compact` of a
 * compile or of a runner's `compile`. OpenAI is asked only for models that bind their reasoning, once the history fills
 * most of its room. Later requests begin with all user messages and the sealed compaction, as OpenAI returned them, and
 * keep the reasoning of all answers behind it. The instruction is then sent as `instructions`, so that nothing precedes
 * them.
 *
 * @example
 * import { agent, createCompiler } from 'ctxc'
 * import { openaiCompaction } from 'ctxc/models/openai'
 * import OpenAI from 'openai'
 *
 * const compact = openaiCompaction({ client: new OpenAI({ apiKey: 'a key' }) })
 * const options = { model: 'gpt-6.2-astra', budget: 60_000, effects: { compact } }
 * const compiler = createCompiler(agent({ name: 'helper' }), options)
 * console.log(typeof compiler.compile) // function
 */
export function openaiCompaction(options: OpenAICompactionOptions): CompactHandler {
  const { client, id = 'openai', reads } = readOptions(form, options, 'openaiCompaction')
  return {
    id,
    ...(reads !== undefined && { reads }),
    run: async ({ body }, { signal }) =>
      client.responses.compact(body as never, { signal, maxRetries: 0 } as never),
  }
}
