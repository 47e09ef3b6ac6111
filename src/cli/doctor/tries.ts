import { expandTool } from '../../core/agent/expand-tool.ts'
import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { all } from '../../core/context/functions/all.ts'
import { relevant } from '../../core/context/functions/relevant.ts'
import { readPolicy } from '../../core/context/policy/read-policy.ts'
import { Path } from '../../core/form/path.ts'
import type { Budget } from '../../core/ir/budget.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import type { Program } from '../../core/program/program.ts'
import { cacheBreaks } from './cache-breaks.ts'
import type { CacheReport } from './report.ts'

/** Factor by which advice may increase the cost of prefix changes, compared with the unchanged file. */
const tolerated = 1.1

/** Results of trying the doctor's advice on a file; null for advice that does not apply to the file. */
export interface Tries {
  /** Budget that was tried, and the number of requests that had to trim the history with this budget. */
  readonly budget: { readonly tokens: number; readonly trims: number } | null
  /** Requests that had to trim, and tokens not read from the cache, if long results are compacted when they arrive. */
  readonly arrival: { readonly trims: number; readonly lost: number } | null
  /** Whether the provider's cache works about as well with `C.relevant()`. */
  readonly relevant: boolean | null
  /** Whether the option `cache` adds cache marks to requests that have none. */
  readonly marks: boolean | null
}

/** Number of requests that had to trim the history. */
const trimsIn = ({ breaks }: CacheReport): number =>
  breaks.filter(({ kinds }) => kinds.includes('trim')).length

/** Returns the number of tokens that were not read from the cache because a prefix changed. */
export const countLostTokens = ({ breaks }: CacheReport): number =>
  breaks.reduce((sum, { lost }) => sum + lost, 0)

/** Compiles the requests of a conversation again, once for each change that the report may advise. */
export async function tryAdvice(
  {
    conversation,
    options,
    cache,
  }: {
    readonly conversation: Program
    readonly options: CompileOptions
    readonly cache: CacheReport
  },
  { limit, isShort }: { readonly limit: number | null; readonly isShort: boolean },
): Promise<Tries> {
  const compileRequestsAgain = (
    agent: Program['agent'],
    more: Partial<CompileOptions> = {},
  ): Promise<CacheReport> => cacheBreaks({ ...conversation, agent }, { ...options, ...more }, String)
  const { agent } = conversation
  const tokens = (limit ?? 0) * 2
  const budget =
    limit !== null && trimsIn(cache) > 1
      ? {
          tokens,
          trims: trimsIn(await compileRequestsAgain(agent, { budget: withInput(options.budget, tokens) })),
        }
      : null
  const context = readPolicy([relevant(), all()], Path.named('context'))
  const arrival = trimsIn(cache) > 1 ? await compileRequestsAgain(compactingAgent(agent)) : null
  const relevance = isShort ? countLostTokens(await compileRequestsAgain({ ...agent, context })) : null
  const marks = cache.unmarked > 1 ? (await compileRequestsAgain(agent, { cache: 'mark' })).unmarked : null
  return {
    budget,
    arrival: arrival && { trims: trimsIn(arrival), lost: countLostTokens(arrival) },
    relevant: relevance === null ? null : relevance <= countLostTokens(cache) * tolerated,
    marks: marks === null ? null : marks < cache.unmarked,
  }
}

/** Returns a budget with another limit on input. */
const withInput = (budget: Budget | undefined, input: number): Budget =>
  typeof budget === 'object' ? { ...budget, input } : input

/** Returns an agent whose long results are compacted when they arrive, with the tool that restores them. */
export function compactingAgent(agent: Program['agent']): Program['agent'] {
  const { name, description = '', parameters } = expandTool()
  const tool = { name, description, parameters: parameters as JsonObject, expands: true }
  const context = readPolicy(all().dedupe('exact').compact({ at: 'arrival' }), Path.named('context'))
  return { ...agent, context, tools: [...(agent.tools ?? []), tool] }
}
