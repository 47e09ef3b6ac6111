import type { CompactHandler } from '../../../core/effect/compact/handler.ts'
import { trueOrFalse, withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'

/** Client of the package `openai`, reduced to the method for compactions. */
export interface CompactionClient {
  readonly responses: { compact(body: never, options: never): PromiseLike<unknown> }
}

/** Options of `openaiCompaction`. */
export interface OpenAICompactionOptions extends Pick<CompactHandler, 'reads' | 'inline'> {
  /** The client of the package `openai`. Needed unless `inline` is set. */
  readonly client?: CompactionClient
  /** Id of the handler; `openai` by default. */
  readonly id?: string
}

const client = withMethods("a client of 'openai', such as new OpenAI()", 'compact')

const form: OptionsForm<OpenAICompactionOptions> = {
  takes: {
    client: (value, at) => client((value as Partial<CompactionClient> | null)?.responses, at),
    inline: trueOrFalse,
    // These are checked later, with the handler that is made from them.
    id: acceptAnyValue,
    reads: acceptAnyValue,
  },
}

/**
 * Returns a handler that has OpenAI compact a conversation with `/responses/compact`. Pass it as `effects.compact` of a
 * compile or of a runner's `compile`. OpenAI is asked only for models that bind their reasoning, once the history fills
 * most of its room. Later requests begin with all user messages and the sealed compaction, as OpenAI returned them, and
 * keep the reasoning of all answers behind it. The instruction is then sent as `instructions`, so that nothing precedes
 * them.
 *
 * With `inline`, no request is made for a compaction: each request names a size (`context_management`), above which
 * OpenAI compacts within its answer, also through the AI SDK. It needs a budget, and a model that binds its reasoning.
 * The compaction is a part of the answer, so append all of it.
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
  const { client, id = 'openai', reads, inline = false } = readOptions(form, options, 'openaiCompaction')
  if (client === undefined && !inline)
    throw Path.options('openaiCompaction').wrong('must have a client, or inline: true')
  return {
    id,
    ...(reads !== undefined && { reads }),
    ...(inline && { inline }),
    run: async ({ body }, { signal }) =>
      client?.responses.compact(body as never, { signal, maxRetries: 0 } as never),
  }
}
