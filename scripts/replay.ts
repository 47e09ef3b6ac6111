/**
 * Replays every trajectory call by call, as the program behind it would have compiled it, for every target and two
 * budgets: each request is judged by the strict fake, and where a request does not begin as the one before it did, it
 * must be because older history was left out or tools were declared.
 *
 *   npm run replay -- DATA_FOLDER [--only TEXT]
 */
import { compile } from '../src/compile/compile.ts'
import type { Compiled } from '../src/compile/result.ts'
import type { Conversation } from '../src/from/conversation.ts'
import { fromAnthropic, fromOpenAI } from '../src/from/index.ts'
import { type TargetName, targetNames } from '../src/ir/target-name.ts'
import { createSession } from '../src/session/create.ts'
import { roleOf } from '../src/session/event.ts'
import type { Session } from '../src/session/session.ts'
import { fakeProvider } from '../src/testing/index.ts'
import { prefixStream } from './prefix.ts'
import { readRuns } from './runs.ts'
import { models } from './verify.ts'

const budgets = [16_000, 4_000]

interface Trajectory {
  readonly name: string
  readonly conversation: Conversation
}

function trajectories(folder: string): Trajectory[] {
  const { chat, native } = readRuns(folder)
  return [
    ...chat.map(({ file, id, messages, tools }) => ({
      name: `${file}/${id}`,
      conversation: fromOpenAI({ messages, ...(tools && { tools }) }),
    })),
    ...native.map(({ id, messages, system }) => ({
      name: `native/${id}`,
      conversation: fromAnthropic({ messages, ...(system && { system }) }),
    })),
  ]
}

/** The session as it was before each model message. */
function* calls({ session: whole }: Conversation): Generator<Session> {
  let session = createSession()
  for (let seq = 0; seq < whole.length; seq++) {
    const event = whole.event(seq)
    if (roleOf(event.author) === 'model' && seq > 0) yield session
    session = session.append(event)
  }
}

interface Tally {
  steps: number
  ok: number
  changed: number
}

/** What a request began with. */
interface Begun {
  readonly stream: readonly string[]
  readonly units: readonly string[]
  readonly tools: string
}

const begun = (result: Compiled): Begun => ({
  stream: prefixStream(result),
  units: result.units.map(({ unit }) => unit.id),
  tools: JSON.stringify((result.request as { tools?: unknown } | null)?.tools),
})

/** Whether a list begins with all of another. */
const begins = (list: readonly string[], start: readonly string[]): boolean =>
  start.every((item, index) => item === list[index])

async function replay(
  { name, conversation }: Trajectory,
  target: TargetName,
  budget: number,
  tally: Tally,
  faults: string[],
): Promise<void> {
  const { violations } = fakeProvider(target)
  let earlier: Begun | null = null
  for (const session of calls(conversation)) {
    const fault = (what: string): void => {
      faults.push(`${name} ${target} ${budget} at event ${session.length}: ${what}`)
    }
    const options = { target, model: models[target], budget }
    const result = await compile({ ...conversation, session }, options)
    tally.steps++
    if (!result.ok) continue // nothing was sent
    tally.ok++
    for (const { rule, message } of violations(result.request)) fault(`the fake says ${rule}: ${message}`)
    const now = begun(result)
    if (earlier !== null && !begins(now.stream, earlier.stream)) {
      tally.changed++
      if (begins(now.units, earlier.units) && now.tools === earlier.tools)
        fault('another beginning, though no more history was left out and the tools are the same')
    }
    earlier = now
  }
}

const folder = process.argv[2]
if (!folder) throw new Error('npm run replay -- FOLDER: the folder that holds trajectories/')
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const all = trajectories(folder).filter(({ name }) => !only || name.includes(only))
const faults: string[] = []
const began = performance.now()
for (const target of targetNames)
  for (const budget of budgets) {
    const tally: Tally = { steps: 0, ok: 0, changed: 0 }
    for (const trajectory of all) await replay(trajectory, target, budget, tally, faults)
    const { steps, ok, changed } = tally
    console.log(
      `${target.padEnd(12)} budget ${String(budget).padStart(6)}  calls ${steps}  ok ${ok}  another beginning ${changed} (${((100 * changed) / ok).toFixed(1)} %)`,
    )
  }
console.log(`${faults.length} faults in ${((performance.now() - began) / 1e3).toFixed(1)} s`)
for (const fault of faults.slice(0, 30)) console.log(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
