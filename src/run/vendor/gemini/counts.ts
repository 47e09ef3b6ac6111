import type { CountHandler, CountInput } from '../../../core/effect/count/handler.ts'
import { withMethods } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { objectOr } from '../../../core/from/read.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { countedFields, tokensIn } from '../../models/counted-fields.ts'

/** Client of the package `@google/genai`, reduced to the method that counts tokens: `new GoogleGenAI()`. */
export interface ContentCountClient {
  readonly models: { countTokens(parameters: never): PromiseLike<unknown> }
  /** Whether the client calls Vertex AI. */
  readonly vertexai?: boolean
}

/** Options of `geminiCounts`. */
export interface GeminiCountsOptions {
  /** The client of the package `@google/genai`. */
  readonly client: ContentCountClient
  /** Id of the handler; `gemini` by default. */
  readonly id?: string
}

const client = withMethods("a client of '@google/genai', such as new GoogleGenAI({})", 'countTokens')

const form: OptionsForm<GeminiCountsOptions> = {
  needs: { client: (value, at) => client((value as Partial<ContentCountClient> | null)?.models, at) },
  // The id is checked later, with the handler that is made from it.
  takes: { id: acceptAnyValue },
}

/**
 * Returns a handler that has Gemini count the tokens of a request with `countTokens`, system instruction and tools
 * included. Pass it as `effects.count` of a compile or of a runner's `compile`. Source: `Models.countTokens` of
 * @google/genai 3.3.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { agent, createCompiler } from 'ctxc'
 * import { geminiCounts } from 'ctxc/models/gemini'
 *
 * const count = geminiCounts({ client: new GoogleGenAI({ apiKey: 'a key' }) })
 * const compiler = createCompiler(agent({ name: 'helper' }), { model: 'gemini-3.8-flash', effects: { count } })
 * console.log(typeof compiler.compile) // function
 */
export function geminiCounts(options: GeminiCountsOptions): CountHandler {
  const { client, id = 'gemini' } = readOptions(form, options, 'geminiCounts')
  return {
    id,
    target: 'gemini',
    async run(input, { signal }) {
      const parameters = client.vertexai === true ? vertexCount(input, signal) : developerCount(input, signal)
      return tokensIn(await client.models.countTokens(parameters as never), 'totalTokens')
    },
  }
}

const declarationsOf = ({ body }: CountInput): JsonObject =>
  countedFields('gemini', objectOr(body.config) as JsonObject)

/** Returns the parameters for Vertex AI, whose endpoint takes no `toolConfig`. */
function vertexCount(input: CountInput, signal: AbortSignal): object {
  const { toolConfig: _, ...declarations } = declarationsOf(input)
  const { contents } = input.body
  return { model: input.model, contents, config: { ...declarations, abortSignal: signal } }
}

/** Returns the parameters for the Gemini API: the SDK refuses declarations, but passes on the whole request. */
function developerCount(input: CountInput, signal: AbortSignal): object {
  const { model, body } = input
  const generateContentRequest = {
    model: model.includes('/') ? model : `models/${model}`,
    contents: body.contents,
    ...declarationsOf(input),
  }
  return { model, config: { httpOptions: { extraBody: { generateContentRequest } }, abortSignal: signal } }
}
