import type { PrefixPiece } from '../../src/compile.ts'
import { lossFacts } from '../../src/core/ir/loss.ts'
import type { Compiled, CompileOptions, EventInput, Plan, Session } from '../../src/index.ts'
import { compile, createCompiler, createSession } from '../../src/index.ts'
import { type Case, conversationOf, countOf, withoutLimit } from './case.ts'
import { copy } from './law.ts'
import { legal } from './legal.ts'
import { sentReasoning } from './reasoning.ts'

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

/** Law 11: each reasoning item of the request before that a request lacks is in a loss that is reported with a reason. */
function lossComplaints(before: Compiled, now: Compiled, appended: readonly EventInput[]): string[] {
  const { sent, losses } = now.reasoning
  const [old, here] = [before, now].map(
    result => new Set(sentReasoning({ result }).map(({ origin }) => origin)),
  ) as [Set<string>, Set<string>]
  const gone = [...old].filter(origin => !here.has(origin)).length
  // An answer that is only begun cannot be sent with reasoning alone, so this reasoning is sent when the answer goes on.
  const since = before.plan?.head.events ?? 0
  const later = [...here].filter(origin => !old.has(origin) && Number.parseInt(origin.slice(2), 10) < since)
  const told = losses.reduce((sum, { items }) => sum + items, 0)
  const made = appended.flatMap(({ parts = [] }) => parts).filter(({ kind }) => kind === 'reasoning').length
  const most = before.reasoning.sent + made + later.length - sent
  const recorded = (now.plan?.decisions ?? []).flatMap(({ lost = [] }) => lost)
  return [
    ...(gone <= told && told <= most ? [] : [`${gone} to ${most} items are lost, ${told} accounted for`]),
    ...(made > 0 || told === most ? [] : [`${most} items are lost, ${told} accounted for`]),
    ...losses.flatMap(loss =>
      made > 0 || recorded.some(one => one.reason === loss.reason && one.items >= loss.items)
        ? []
        : [`no decision records ${JSON.stringify(loss)}`],
    ),
    ...losses.flatMap(({ reason, reported, tokens }) =>
      Object.hasOwn(lossFacts, reason) && reported <= tokens ? [] : [`a loss without a reason: ${reason}`],
    ),
  ]
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
    if (last !== null)
      complaints.push(
        ...lossComplaints(last, cold, events.slice(last.plan?.head.events, length)).map(
          text => `at ${length} events: ${text}`,
        ),
      )
    last = cold
    plan = cold.plan
  }
  return complaints
}
