import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { all } from '../../core/context/functions/all.ts'
import { relevant } from '../../core/context/functions/relevant.ts'
import { readPolicy } from '../../core/context/policy/read-policy.ts'
import { Path } from '../../core/form/path.ts'
import type { Program } from '../../core/program/program.ts'
import { cacheBreaks } from './cache-breaks.ts'
import type { CacheReport } from './report.ts'

/** Share by which the tokens that a change costs may exceed those of the unchanged file. */
const tolerated = 1.1

/** Effects of advice on the file; null where there was no occasion to try it. */
export interface Tries {
  /** Budget that was tried, and the requests that had to trim with it. */
  readonly budget: { readonly tokens: number; readonly trims: number } | null
  /** Whether `C.relevant()` leaves the provider's cache about as good. */
  readonly relevant: boolean | null
  /** Whether marks are placed with the option `cache`. */
  readonly marks: boolean | null
}

/** Number of requests that had to trim the history. */
const trimsIn = ({ breaks }: CacheReport): number =>
  breaks.filter(({ kinds }) => kinds.includes('trim')).length

const lostIn = ({ breaks }: CacheReport): number => breaks.reduce((sum, { lost }) => sum + lost, 0)

/** Compiles the requests of a conversation again with what the report is about to advise. */
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
  const again = (agent: Program['agent'], more: Partial<CompileOptions> = {}): Promise<CacheReport> =>
    cacheBreaks({ ...conversation, agent }, { ...options, ...more }, String)
  const { agent } = conversation
  const tokens = (limit ?? 0) * 2
  const budget =
    limit !== null && trimsIn(cache) > 1
      ? { tokens, trims: trimsIn(await again(agent, { budget: tokens })) }
      : null
  const context = readPolicy([relevant(), all()], Path.named('context'))
  const relevance = isShort ? lostIn(await again({ ...agent, context })) : null
  const marks = cache.unmarked > 1 ? (await again(agent, { cache: 'mark' })).unmarked : null
  return {
    budget,
    relevant: relevance === null ? null : relevance <= lostIn(cache) * tolerated,
    marks: marks === null ? null : marks < cache.unmarked,
  }
}
