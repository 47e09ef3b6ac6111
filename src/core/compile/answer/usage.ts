import { finiteNumber, objectOr } from '../../from/read.ts'
import type { Usage } from '../../ir/event.ts'

/** Token usage that a response reports. */
export type ReportedTokens = Omit<Usage, 'model'>

/**
 * Places of token counts in a usage report: field names, or paths of field names. If a count is stored in several
 * places, their values are added.
 */
interface Places {
  readonly input: readonly string[]
  readonly output: readonly string[]
  readonly cacheRead: readonly string[]
  readonly cacheWrite?: readonly string[]
  /** Place of the tokens written to the cache for the longest lifetime. */
  readonly longWrite?: readonly string[]
  readonly reasoning?: readonly string[]
}

/** Places of token counts, by the form of the response. */
const reports = {
  chat: {
    input: ['prompt_tokens'],
    output: ['completion_tokens'],
    cacheRead: ['prompt_tokens_details.cached_tokens'],
    reasoning: ['completion_tokens_details.reasoning_tokens'],
  },
  responses: {
    input: ['input_tokens'],
    output: ['output_tokens'],
    cacheRead: ['input_tokens_details.cached_tokens'],
    reasoning: ['output_tokens_details.reasoning_tokens'],
  },
  messages: {
    input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
    output: ['output_tokens'],
    cacheRead: ['cache_read_input_tokens'],
    cacheWrite: ['cache_creation_input_tokens'],
    longWrite: ['cache_creation.ephemeral_1h_input_tokens'],
  },
  generateContent: {
    input: ['promptTokenCount', 'toolUsePromptTokenCount'],
    output: ['candidatesTokenCount', 'thoughtsTokenCount'],
    cacheRead: ['cachedContentTokenCount'],
    reasoning: ['thoughtsTokenCount'],
  },
  /** Models of the AI SDK report totals with details; before version 3, they report plain numbers. */
  model: {
    input: ['inputTokens', 'inputTokens.total'],
    output: ['outputTokens', 'outputTokens.total'],
    cacheRead: ['inputTokens.cacheRead', 'cachedInputTokens'],
    cacheWrite: ['inputTokens.cacheWrite'],
    reasoning: ['outputTokens.reasoning', 'reasoningTokens'],
  },
} satisfies Readonly<Record<string, Places>>

/** Returns a valid number of tokens; undefined for any other value. */
function readTokenCount(value: unknown): number | undefined {
  const given = finiteNumber(value)
  return given !== undefined && given >= 0 && given < Number.MAX_SAFE_INTEGER ? Math.round(given) : undefined
}

/** Returns the tokens that a response reports; null if it reports none. */
export function usageOf(reported: unknown, form: keyof typeof reports): ReportedTokens | null {
  const places: Places = reports[form]
  const at = (path: string): number | undefined =>
    readTokenCount(path.split('.').reduce((value: unknown, key) => objectOr(value)[key], reported))
  const sum = (paths: readonly string[] = []): number =>
    paths.reduce((total, path) => total + (at(path) ?? 0), 0)
  if ([...places.input, ...places.output].every(path => at(path) === undefined)) return null
  const [cacheReadTokens, cacheWriteTokens, longCacheWriteTokens, reasoningTokens] = [
    sum(places.cacheRead),
    sum(places.cacheWrite),
    sum(places.longWrite),
    sum(places.reasoning),
  ]
  return {
    inputTokens: sum(places.input),
    outputTokens: sum(places.output),
    ...(cacheReadTokens > 0 && { cacheReadTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(longCacheWriteTokens > 0 && { longCacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  }
}
