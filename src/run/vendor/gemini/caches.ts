import type { CacheHandler, CacheInput, CacheOutput } from '../../../core/effect/cache/handler.ts'
import { check } from '../../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { objectOr, stringOr } from '../../../core/from/read.ts'

/** Client of the package `@google/genai`, reduced to the methods for caches: `new GoogleGenAI()`, also on Vertex AI. */
export interface CacheClient {
  readonly caches: {
    create(parameters: never): PromiseLike<unknown>
    delete(parameters: never): PromiseLike<unknown>
  }
}

/** Options of `geminiCaches`. */
export interface GeminiCachesOptions extends Pick<CacheHandler, 'ttl' | 'reads' | 'implicit' | 'prices'> {
  /** The client of the package `@google/genai`. */
  readonly client: CacheClient
  /** Id of the handler. Its caches are never used by a handler with another id, for example for another project. */
  readonly id?: string
}

const form: OptionsForm<GeminiCachesOptions> = {
  needs: {
    client: check("a client of '@google/genai', such as new GoogleGenAI({})", value => {
      const { caches } = (value ?? {}) as Partial<CacheClient>
      return typeof caches?.create === 'function' && typeof caches.delete === 'function'
    }),
  },
  // The values are checked later, with the handler that is made from them.
  takes: {
    id: acceptAnyValue,
    ttl: acceptAnyValue,
    reads: acceptAnyValue,
    implicit: acceptAnyValue,
    prices: acceptAnyValue,
  },
}

/**
 * Returns a handler that caches the prefix of requests at Gemini, as `cachedContents`. A cache contains the system
 * instruction, the tools, their settings and the older contents. Google charges a cache once as input, and for its
 * storage until it expires. Pass the handler as `effects.cache` of a compile or of a runner's `compile`. Source:
 * `Caches` of
 * @google/genai 3.1.
 *
 * @example
 * import { GoogleGenAI } from '@google/genai'
 * import { agent, createCompiler } from 'ctxc'
 * import { geminiCaches } from 'ctxc/models/gemini'
 *
 * const cache = geminiCaches({ client: new GoogleGenAI({ apiKey: 'a key' }), ttl: 600 })
 * const compiler = createCompiler(agent({ name: 'helper' }), { model: 'gemini-3.5-flash', effects: { cache } })
 * console.log(typeof compiler.compile) // function
 */
export function geminiCaches(options: GeminiCachesOptions): CacheHandler {
  const { client, id = 'gemini', ...settings } = readOptions(form, options, 'geminiCaches')
  return {
    id,
    ...settings,
    run: async (input, { signal }) =>
      readCreatedCache(await client.caches.create(cacheParameters(input, signal) as never)),
    delete: async (name, { signal }) =>
      client.caches.delete({ name, config: { abortSignal: signal } } as never),
  }
}

/** Returns the parameters of `caches.create`. Omits an empty list of contents, because the API rejects it. */
const cacheParameters = (
  { model, contents, ttl, ...settings }: CacheInput,
  signal: AbortSignal,
): Readonly<Record<string, unknown>> => ({
  model,
  config: {
    ...settings,
    ...(contents.length > 0 && { contents }),
    // Google's APIs expect a duration as seconds with an `s`.
    ttl: `${ttl}s`,
    abortSignal: signal,
  },
})

/** Reads the API's answer about a new cache: its name, its end as a time in RFC 3339, and its number of tokens. */
function readCreatedCache(answer: unknown): CacheOutput {
  const { name, expireTime, usageMetadata } = objectOr(answer)
  const { totalTokenCount: tokens } = objectOr(usageMetadata)
  return {
    name: stringOr(name),
    expires: Date.parse(stringOr(expireTime)),
    ...(typeof tokens === 'number' && { tokens }),
  }
}
