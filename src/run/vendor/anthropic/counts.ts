import type { CountHandler } from '../../../core/effect/count/handler.ts'
import { withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { countedFields, tokensIn } from '../../models/counted-fields.ts'
import { messageArguments } from './client.ts'

/** Client of the package `@anthropic-ai/sdk`, reduced to the method that counts tokens. */
export interface MessageCountClient {
  readonly messages: { countTokens(body: never, options: never): PromiseLike<unknown> }
}

/** Options of `anthropicCounts`. */
export interface AnthropicCountsOptions {
  /** The client of the package `@anthropic-ai/sdk`. */
  readonly client: MessageCountClient
  /** Id of the handler; `anthropic` by default. */
  readonly id?: string
}

const client = withMethods("a client of '@anthropic-ai/sdk', such as new Anthropic()", 'countTokens')

const form: OptionsForm<AnthropicCountsOptions> = {
  needs: { client: (value, at) => client((value as Partial<MessageCountClient> | null)?.messages, at) },
  // The id is checked later, with the handler that is made from it.
  takes: { id: acceptAnyValue },
}

/**
 * Returns a handler that has Anthropic count the tokens of a request. Pass it as `effects.count` of a compile or of a
 * runner's `compile`. Anthropic counts at no charge, with a limit of requests a minute that is apart from that of
 * messages.
 *
 * @example
 * import Anthropic from '@anthropic-ai/sdk'
 * import { agent, createCompiler } from 'ctxc'
 * import { anthropicCounts } from 'ctxc/models/anthropic'
 *
 * const count = anthropicCounts({ client: new Anthropic({ apiKey: 'a key' }) })
 * const compiler = createCompiler(agent({ name: 'helper' }), { model: 'claude-opus-5', effects: { count } })
 * console.log(typeof compiler.compile) // function
 */
export function anthropicCounts(options: AnthropicCountsOptions): CountHandler {
  const { client, id = 'anthropic' } = readOptions(form, options, 'anthropicCounts')
  return {
    id,
    target: 'anthropic',
    async run({ body }, { signal }) {
      const fields = countedFields('anthropic', body)
      const [counted, settings] = messageArguments(client, fields, signal)
      return tokensIn(await client.messages.countTokens(counted as never, settings as never), 'input_tokens')
    },
  }
}
