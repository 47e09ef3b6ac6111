/**
 * Replays every trajectory call by call, as its program would have compiled it, for every target and two budgets, each compile
 * with the plan of the compile before. Checks three rules. A request's prefix changes exactly where a decision is recorded. A
 * compiler that keeps its work returns the same bytes as a cold compile. Every request is legal by the strict fake.
 *
 *   npm run replay -- DATA_FOLDER [--only TEXT] [--target TARGET] [--policy NAME]
 */
import { agent } from '../src/core/agent/declare.ts'
import { compile } from '../src/core/compile/compile.ts'
import { createCompiler } from '../src/core/compile/compiler.ts'
import type { Compiled } from '../src/core/compile/contract/result.ts'
import * as C from '../src/core/context/index.ts'
import type { Conversation } from '../src/core/from/conversation.ts'
import { roleOfAuthor } from '../src/core/ir/event.ts'
import { type TargetName, targetNames } from '../src/core/ir/target-name.ts'
import { createSession } from '../src/core/session/create.ts'
import type { Session } from '../src/core/session/session.ts'
import { fromAnthropic, fromOpenAI } from '../src/from.ts'
import { fakeProvider } from '../src/testing/index.ts'
import { models } from '../test/targets.ts'
import { prefixStream } from './prefix.ts'
import { readRuns } from './runs.ts'

const budgets = [16_000, 4_000]

interface Trajectory {
  readonly name: string
  readonly conversation: Conversation
}

/** Contexts with which the agents of the runs are compiled. */
const policies: Readonly<Record<string, C.ContextInput>> = {
  forms: C.all()
    .compact({ over: 1_000 })
    .dedupe('exact')
    .project({ omit: ['debug'] }),
  old: C.all().compact({ olderThan: 2 }).truncate({ tokens: 2_000, keep: 'both' }),
  tiers: [C.first(1).tier('critical'), C.window(2), C.all().tier('supplementary').dedupe('superseded')],
  bounds: [C.last(4).tier('critical'), C.all().atMost(6_000)],
  window: [C.window(3, { slack: 2 }), C.relevant({ top: 5 })],
  users: [C.userOnly(), C.last(6, { slack: 3 })],
}

function trajectories(folder: string): Trajectory[] {
  const { chat, native } = readRuns(folder)
  const given = optionOf('--policy')
  const context = given === undefined ? undefined : policies[given]
  if (given !== undefined && context === undefined)
    throw new Error(`--policy is one of ${Object.keys(policies)}`)
  const read = [
    ...chat.map(({ file, id, messages, tools }) => ({
      name: `${file}/${id}`,
      conversation: fromOpenAI({ messages, ...(tools && { tools }) }),
    })),
    ...native.map(({ id, messages, system }) => ({
      name: `native/${id}`,
      conversation: fromAnthropic({ messages, ...(system && { system }) }),
    })),
  ]
  if (context === undefined) return read
  return read.map(({ name, conversation }) => ({
    name,
    conversation: { ...conversation, agent: agent({ ...conversation.agent, context }) },
  }))
}

/** Returns the argument after a flag. */
function optionOf(flag: string): string | undefined {
  const at = process.argv.indexOf(flag)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** Returns the session before each model message. */
function* calls({ session: whole }: Conversation): Generator<Session> {
  let session = createSession()
  for (const event of whole.events) {
    if (roleOfAuthor(event.author) === 'model' && event.seq > 0) yield session
    session = session.append(event)
  }
}

interface Tally {
  calls: number
  ok: number
  /** Number of requests that did not begin like the previously sent request. */
  changed: number
  /** Number of requests that began with equal text of other events, because an agent repeats itself. */
  repeated: number
  /** Number of compiles that recorded a decision, and the decisions of each kind. */
  decided: number
  readonly kinds: Map<string, number>
}

/** Whether a list begins with all items of another list. */
const begins = (list: readonly string[], start: readonly string[]): boolean =>
  start.every((item, index) => item === list[index])

/** Returns the properties in which two compiles differ although they must agree; null if there are none. */
function difference(left: Compiled, right: Compiled): string | null {
  const parts = [
    'ok',
    'request',
    'tokens',
    'diagnostics',
    'ledger',
    'map',
    'units',
    'prefix',
    'plan',
  ] as const
  return parts.find(part => JSON.stringify(left[part]) !== JSON.stringify(right[part])) ?? null
}

/** Request that was sent, in the form in which the next request is compared with it. */
interface Sent {
  readonly prefix: readonly string[]
  /** Prefix of the request, as the independent implementation reads it. */
  readonly read: readonly string[]
  /** Origins of the prefix's strings, in order. */
  readonly origins: readonly string[]
  readonly decisions: string
}

function sentOf(result: Compiled): Sent {
  const prefix = result.prefix.map(({ text }) => text)
  const origins = result.prefix.map(({ origin }) => origin)
  return { prefix, origins, read: prefixStream(result), decisions: JSON.stringify(result.plan?.decisions) }
}

async function replay(
  { name, conversation }: Trajectory,
  target: TargetName,
  budget: number,
  tally: Tally,
  faults: string[],
): Promise<void> {
  const { violations } = fakeProvider(target)
  const options = { target, model: models[target], budget }
  const compiler = createCompiler(conversation, options)
  let sent: Sent | null = null
  let plan: Compiled['plan'] = null
  for (const session of calls(conversation)) {
    const fault = (what: string): void => {
      faults.push(`${name} ${target} ${budget} at event ${session.length}: ${what}`)
    }
    const result = await compiler.compile(session, { plan })
    // Compiles as another server would: the plan was stored, and the session is read again.
    const stored = plan && JSON.parse(JSON.stringify(plan))
    const anew = createSession({ events: session.events })
    const cold = await compile({ ...conversation, session: anew }, { ...options, plan: stored })
    const differs = difference(result, cold)
    if (differs !== null)
      fault(`${differs} of a compiler that keeps its work is not that of one that does not`)
    tally.calls++
    plan = result.plan
    if (!result.ok) continue // nothing was sent
    tally.ok++
    for (const { rule, message } of violations({ model: models[target], ...result.request }))
      fault(`the fake says ${rule}: ${message}`)
    const now = sentOf(result)
    if (sent !== null) {
      const changed = !begins(now.read, sent.read)
      const decided = result.diagnostics.some(({ code }) => code === 'CX5001')
      if (changed) tally.changed++
      if (decided) tally.decided++
      for (const { kind, at } of plan?.decisions ?? [])
        if (at === session.length) tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1)
      if (changed !== !begins(now.prefix, sent.prefix)) fault('result.prefix says otherwise')
      if (changed && !decided) fault('the request begins otherwise, and no decision is recorded')
      const repeated = decided && !changed && !begins(now.origins, sent.origins)
      if (repeated) tally.repeated++
      if (decided && !changed && !repeated)
        fault(`it is said that the request begins otherwise: ${now.decisions}`)
      if (decided && now.decisions === sent.decisions) fault('CX5001, and no decision in the plan')
    }
    sent = now
  }
}

const folder = process.argv[2]
if (!folder) throw new Error('npm run replay -- FOLDER: the folder that holds trajectories/')
const only = optionOf('--only')
const all = trajectories(folder).filter(({ name }) => !only || name.includes(only))
const faults: string[] = []
const began = performance.now()
const targetOnly = optionOf('--target')
for (const target of targetNames.filter(name => targetOnly === undefined || name === targetOnly))
  for (const budget of budgets) {
    const tally: Tally = { calls: 0, ok: 0, changed: 0, repeated: 0, decided: 0, kinds: new Map() }
    for (const trajectory of all) {
      try {
        await replay(trajectory, target, budget, tally, faults)
      } catch (error) {
        faults.push(`${trajectory.name} ${target} ${budget}: threw ${(error as Error).stack}`)
      }
    }
    const kinds = [...tally.kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')
    const share = (count: number): string => `${count} (${((100 * count) / tally.ok).toFixed(1)} %)`
    console.log(
      `${target.padEnd(12)} budget ${String(budget).padStart(6)}  calls ${tally.calls}  ok ${tally.ok}  begins otherwise ${share(tally.changed)}  with the same words ${tally.repeated}  decided ${share(tally.decided)}: ${kinds}`,
    )
  }
console.log(`${faults.length} faults in ${((performance.now() - began) / 1e3).toFixed(1)} s`)
for (const fault of faults.slice(0, 30)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
