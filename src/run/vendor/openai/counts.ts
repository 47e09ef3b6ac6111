import type { CountHandler } from '../../../core/effect/count/handler.ts'
import { withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { objectOr } from '../../../core/from/read.ts'
import { countedFields, tokensIn } from '../../models/counted-fields.ts'

/** Client of the package `openai`, reduced to the method that counts tokens. */
export interface InputTokensClient {
  readonly responses: { readonly inputTokens: { count(body: never, options: never): PromiseLike<unknown> } }
}

/** Options of `openaiCounts`. */
export interface OpenAICountsOptions {
  /** The client of the package `openai`. */
  readonly client: InputTokensClient
  /** Id of the handler; `openai` by default. */
  readonly id?: string
}

const client = withMethods("a client of 'openai', such as new OpenAI()", 'count')

const form: OptionsForm<OpenAICountsOptions> = {
  needs: { client: (value, at) => client(objectOr(objectOr(value).responses).inputTokens, at) },
  // The id is checked later, with the handler that is made from it.
  takes: { id: acceptAnyValue },
}

/**
 * Returns a handler that has OpenAI count the tokens of a request to the Responses API. Pass it as `effects.count` of a
 * compile or of a runner's `compile`. It is called only for a model that ctxc does not know, because the tokens of others
 * are counted exactly.
 *
 * @example
 * import { agent, createCompiler } from 'ctxc'
 * import { openaiCounts } from 'ctxc/models/openai'
 * import OpenAI from 'openai'
 *
 * const effects = { count: openaiCounts({ client: new OpenAI({ apiKey: 'a key' }) }) }
 * const compiler = createCompiler(agent({ name: 'helper' }), { target: 'openai', model: 'acme-1', effects })
 * console.log(typeof compiler.compile) // function
 */
export function openaiCounts(options: OpenAICountsOptions): CountHandler {
  const { client, id = 'openai' } = readOptions(form, options, 'openaiCounts')
  return {
    id,
    target: 'openai',
    async run({ body }, { signal }) {
      const fields = countedFields('openai', body)
      const settings = { signal, maxRetries: 0 }
      return tokensIn(
        await client.responses.inputTokens.count(fields as never, settings as never),
        'input_tokens',
      )
    },
  }
}
