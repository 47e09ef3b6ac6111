import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { all } from '../../core/context/functions/all.ts'
import { relevant } from '../../core/context/functions/relevant.ts'
import { where } from '../../core/context/functions/where.ts'
import { window } from '../../core/context/functions/window.ts'
import type { ContextInput } from '../../core/context/policy/built.ts'
import { readPolicy } from '../../core/context/policy/read-policy.ts'
import { Path } from '../../core/form/path.ts'
import type { Program } from '../../core/program/program.ts'
import { formatNumber, percent } from '../../core/text/number.ts'
import { replayRequests } from './cache-breaks.ts'
import type { KeptText, TriedPolicy } from './report.ts'
import { compactingAgent } from './tries.ts'

type ProgramAgent = Program['agent']

/** Name of the conversation's own policy, or of none. */
const none = 'none'

/** Whether the JSON of a value has a text. */
export const hasText = (value: unknown, text: string): boolean =>
  (JSON.stringify(value) ?? '').includes(JSON.stringify(text).slice(1, -1))

/** Returns the policies to try, as code, with the agent that has each. The last one pins the text itself. */
function policiesFor(agent: ProgramAgent, expect: string): readonly (readonly [string, ProgramAgent])[] {
  const withContext = (context: ContextInput): ProgramAgent => ({
    ...agent,
    context: readPolicy(context, Path.named('context')),
  })
  const pin = where({ text: expect }).tier('critical').atMost(1_000)
  return [
    [none, agent],
    ['C.window(10)', withContext(window(10))],
    ['[C.relevant(), C.all()]', withContext([relevant(), all()])],
    ["C.all().dedupe('exact').compact({ at: 'arrival' })", compactingAgent(agent)],
    [
      `[C.where({ text: ${JSON.stringify(expect)} }).tier('critical').atMost(1000), C.all()]`,
      withContext([pin, all()]),
    ],
  ]
}

/** Asks a question after a conversation with each policy, and returns the requests that have a text. */
export async function tryPolicies(
  { agent, session, ...others }: Program,
  options: CompileOptions,
  { question, expect }: Pick<KeptText, 'question' | 'expect'>,
): Promise<KeptText> {
  const asking = session.append({ author: 'user', text: question })
  const policies: TriedPolicy[] = []
  for (const [context, tried] of policiesFor(agent, expect)) {
    const program = { ...others, agent: tried, session: asking }
    let input = 0
    let read = 0
    let last: Omit<TriedPolicy, 'context' | 'cached'> = { keeps: false, tokens: 0 }
    for await (const { result, before } of replayRequests(program, options, true)) {
      input += result.tokens.input
      if (before !== null) read += result.cache.against(before).read
      last = { keeps: hasText(result.request, expect), tokens: result.tokens.input }
    }
    policies.push({ context, ...last, cached: input === 0 ? 0 : read / input })
  }
  const kept = policies.filter(({ keeps }) => keeps)
  // No policy is advised if none is needed.
  const [best = null] = kept.toSorted(
    (one, other) =>
      Number(other.context === none) - Number(one.context === none) ||
      other.cached - one.cached ||
      one.tokens - other.tokens,
  )
  return { question, expect, policies, best }
}

/** Returns the advice that follows from the policies that were tried. */
export function keptAdvice({ expect, best }: KeptText): string {
  if (best === null) return `raise the budget: no policy that was tried keeps '${expect}' for the question`
  const { context, tokens, cached } = best
  const cost = `${formatNumber(tokens)} tokens, ${percent(cached)} of all input read from the cache`
  return context === none
    ? `change nothing for '${expect}': the request has it without a policy (${cost})`
    : `keep '${expect}' by context: ${context} (${cost})`
}
