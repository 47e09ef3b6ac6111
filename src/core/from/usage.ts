import type { TokenCounts, Usage } from '../ir/event.ts'
import { finiteNumber, listOr, objectOr } from './read.ts'

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
  /** Place of the list of model runs whose entries of type `compaction` are not part of the other counts. */
  readonly iterations?: string
}

/** Places of token counts, by the form of the response. */
const reports = {
  chat: {
    input: ['prompt_tokens'],
    output: ['completion_tokens'],
    cacheRead: ['prompt_tokens_details.cached_tokens'],
    cacheWrite: ['prompt_tokens_details.cache_write_tokens'],
    reasoning: ['completion_tokens_details.reasoning_tokens'],
  },
  responses: {
    input: ['input_tokens'],
    output: ['output_tokens'],
    cacheRead: ['input_tokens_details.cached_tokens'],
    cacheWrite: ['input_tokens_details.cache_write_tokens'],
    longWrite: ['input_tokens_details.cache_write_tokens_details.ttl_12h_tokens'],
    reasoning: ['output_tokens_details.reasoning_tokens'],
  },
  messages: {
    input: ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
    output: ['output_tokens'],
    cacheRead: ['cache_read_input_tokens'],
    cacheWrite: ['cache_creation_input_tokens'],
    longWrite: ['cache_creation.ephemeral_1h_input_tokens'],
    iterations: 'iterations',
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
  /** Steps of `generateText` report totals with details in fields of their own. */
  step: {
    input: ['inputTokens'],
    output: ['outputTokens'],
    cacheRead: ['inputTokenDetails.cacheReadTokens'],
    cacheWrite: ['inputTokenDetails.cacheWriteTokens'],
    reasoning: ['outputTokenDetails.reasoningTokens'],
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
  const counts = countsAt(places, reported)
  const compaction = listOr(places.iterations === undefined ? [] : objectOr(reported)[places.iterations])
    .filter(entry => objectOr(entry).type === 'compaction')
    .flatMap(entry => countsAt(places, entry) ?? [])
    .reduce<TokenCounts | null>((sum, more) => (sum === null ? more : addTokenCounts(sum, more)), null)
  return counts && { ...counts, ...(compaction && { compaction }) }
}

/** Returns the token counts of a usage report or of one model run; null if there are none. */
function countsAt(places: Places, reported: unknown): TokenCounts | null {
  const countAtPath = (path: string): number | undefined =>
    readTokenCount(path.split('.').reduce((value: unknown, key) => objectOr(value)[key], reported))
  const sumCountsAt = (paths: readonly string[] = []): number =>
    paths.reduce((total, path) => total + (countAtPath(path) ?? 0), 0)
  if ([...places.input, ...places.output].every(path => countAtPath(path) === undefined)) return null
  const details = {
    cacheReadTokens: sumCountsAt(places.cacheRead),
    cacheWriteTokens: sumCountsAt(places.cacheWrite),
    longCacheWriteTokens: sumCountsAt(places.longWrite),
    reasoningTokens: sumCountsAt(places.reasoning),
  }
  return {
    inputTokens: sumCountsAt(places.input),
    outputTokens: sumCountsAt(places.output),
    ...Object.fromEntries(Object.entries(details).filter(([, tokens]) => tokens > 0)),
  }
}

const addTokenCounts = (left: TokenCounts, right: TokenCounts): TokenCounts => ({
  ...left,
  ...Object.fromEntries(
    Object.entries(right).map(([name, tokens]) => [name, (left[name as keyof TokenCounts] ?? 0) + tokens]),
  ),
})
