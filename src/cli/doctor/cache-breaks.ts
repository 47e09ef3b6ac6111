import { createCompiler } from '../../core/compile/compiler.ts'
import type { CompileOptions } from '../../core/compile/contract/options.ts'
import type { Compiled } from '../../core/compile/contract/result.ts'
import { roleOfAuthor } from '../../core/ir/event.ts'
import type { Decision, Plan } from '../../core/ir/plan.ts'
import type { Program } from '../../core/program/program.ts'
import { createSession } from '../../core/session/create.ts'
import type { CacheBreak, CacheReport, FreeChange } from './report.ts'

/** Maximum number of requests that are compiled again. Of a long conversation, the last requests are compiled. */
const mostRequests = 200

/** Compiled request of a conversation. */
interface ReplayedRequest {
  /** Number of events before the request. */
  readonly index: number
  readonly result: Compiled
  /** Last request that could be made; null before the first. */
  readonly before: Compiled | null
}

/**
 * Compiles the request before each answer of a conversation, as an agent loop would. With `isAsking`, the last request is
 * the one after the conversation's last event.
 */
export async function* replayRequests(
  { agent, session }: Program,
  options: CompileOptions,
  isAsking = false,
): AsyncGenerator<ReplayedRequest> {
  const events = session.events
  const answers = events.flatMap(({ author, response }, index) => {
    const last = events[index - 1]
    const begins =
      last === undefined || last.author !== author || response === '' || last.response !== response
    return index > 0 && begins && roleOfAuthor(author) === 'model' ? [index] : []
  })
  const { plan: _, ...given } = options
  const compiler = createCompiler(agent, given)
  let part = createSession({ state: session.toJSON().state })
  let plan: Plan | null = null
  let before: Compiled | null = null
  for (const index of [...answers, ...(isAsking ? [events.length] : [])].slice(-mostRequests)) {
    part = part.append(...events.slice(part.length, index).map(({ seq: _, ...event }) => event))
    const result: Compiled = await compiler.compile(part, { plan })
    yield { index, result, before }
    if (result.plan !== null) ({ plan } = result)
    if (result.request !== null) before = result
  }
}

/** Returns the requests of a conversation whose prefix differs from the previous request's. */
export async function cacheBreaks(
  program: Program,
  options: CompileOptions,
  placeOf: (seq: number) => string,
): Promise<CacheReport> {
  const breaks: CacheBreak[] = []
  const free: FreeChange[] = []
  let unmarked = 0
  let requests = 0
  for await (const { index, result, before } of replayRequests(program, options)) {
    requests++
    const kinds = before === null ? [] : decisionKindsIn(result)
    if (before !== null && kinds.length > 0) {
      const { read } = result.cache.against(before)
      const { tokens, why } = before.cache.kept()
      const at = { before: placeOf(index), kinds }
      if (tokens === 0 && why !== null) free.push({ ...at, why })
      else breaks.push({ ...at, lost: Math.max(0, (tokens ?? before.tokens.input) - read) })
    }
    if (result.cache.kept().needsMark) unmarked++
  }
  return { requests, breaks, free, unmarked }
}

/** Returns the kinds of the compiler's decisions that changed the prefix of a request. */
const decisionKindsIn = ({ diagnostics }: Compiled): readonly string[] => [
  ...new Set(
    diagnostics.flatMap(({ code, data }) =>
      code === 'CX5001' ? (data.decisions as readonly Decision[]).map(({ kind }) => kind) : [],
    ),
  ),
]
