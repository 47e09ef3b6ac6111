import type { PrefixPiece } from '../../src/compile.ts'
import type { Compiled, CompileOptions, EventInput, Plan, Session } from '../../src/index.ts'
import { compile, createCompiler, createSession } from '../../src/index.ts'
import { type Case, conversationOf, countOf, withoutLimit } from './case.ts'
import { copy } from './law.ts'
import { legal } from './legal.ts'

/** Everything that a compile says, but the work that it took. */
const everything = ({ names: _, work: __, map, ledger, units, prefix, ...rest }: Compiled): string =>
  JSON.stringify([rest, map, ledger, units, prefix])

/** Whether decisions were taken that the plan did not hold. */
const hasDecided = ({ diagnostics }: Compiled): boolean => diagnostics.some(({ code }) => code === 'CX5001')

/** The first piece in which two beginnings part; null where the earlier is the beginning of the later. */
function partsAt(earlier: readonly PrefixPiece[], later: readonly PrefixPiece[]): string | null {
  const index = earlier.findIndex(({ text }, at) => later[at]?.text !== text)
  if (index < 0) return null
  return `piece ${index}: ${earlier[index]?.text.slice(0, 120)} became ${later[index]?.text.slice(0, 120)}`
}

/**
 * Laws 4 and 10: a growing session is compiled at some of its lengths, each time with the plan of the compile before. A
 * compiler that keeps its work returns the result of a cold compile. A request begins with the request before it, unless a
 * decision changed that.
 */
export async function growthComplaints(input: Case, cuts: readonly number[]): Promise<string[]> {
  const complaints: string[] = []
  const whole = conversationOf(input)
  const events = whole.session.events as readonly EventInput[]
  const options: CompileOptions = { ...copy(input.options), ...countOf(input) }
  const compiler = createCompiler(whole, options)
  const lengths = [...new Set(cuts.map(cut => cut % (events.length + 1)))].sort((left, right) => left - right)
  let session: Session = createSession()
  let last: Compiled | null = null
  let plan: Plan | null = null
  for (const length of lengths) {
    session = session.append(...events.slice(session.length, length))
    const warm = await compiler.compile(session, { plan })
    const fresh = createSession({ events: copy(events.slice(0, length)) })
    const cold: Compiled = await compile({ ...whole, session: fresh }, { ...options, plan: copy(plan) })
    if (everything(warm) !== everything(cold)) complaints.push(`at ${length} events: incremental is not cold`)
    const conversation = { ...whole, session: fresh }
    const unlimited = () => compile(conversation, withoutLimit(options))
    const outcome = { input, conversation, result: cold, unlimited }
    complaints.push(...(await legal.check(outcome)).map(text => `at ${length} events, with a plan: ${text}`))
    if (cold.ok && cold.tokens.limit !== null && cold.tokens.max > cold.tokens.limit)
      complaints.push(`at ${length} events: over the limit`)
    if (!cold.ok) continue
    const again = await compile({ ...whole, session: fresh }, { ...options, plan: cold.plan })
    if (JSON.stringify(again.request) !== JSON.stringify(cold.request))
      complaints.push(`at ${length} events: its own plan gives another request`)
    if (JSON.stringify(again.plan) !== JSON.stringify(cold.plan))
      complaints.push(`at ${length} events: the plan is no fixpoint`)
    if (last !== null && !hasDecided(cold)) {
      const parted = partsAt(last.prefix, cold.prefix)
      if (parted !== null) complaints.push(`at ${length} events: nothing was decided, and yet ${parted}`)
    }
    last = cold
    plan = cold.plan
  }
  return complaints
}
