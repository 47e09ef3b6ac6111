/**
 * Compiles every trajectory for every target and budget, and checks what came out with the rule table, with
 * the strict fake provider, against the budget, against a floor summed here, and for being maximal.
 *
 *   npm run verify -- DATA_FOLDER [--only TEXT]
 */
import { compile } from '../src/core/compile/compile.ts'
import { type Counter, createCounter } from '../src/core/count/counter.ts'
import type { Conversation } from '../src/core/from/conversation.ts'
import { type TargetName, targetNames } from '../src/core/ir/target-name.ts'
import { allTargets } from '../src/core/vendor/all-targets.ts'
import { fromAnthropic, fromOpenAI } from '../src/from.ts'
import { fakeProvider } from '../src/testing/index.ts'
import { models } from '../test/targets.ts'
import { floorOf } from './floor.ts'
import { readRuns } from './runs.ts'

/** Budget that is larger than any run, and than any context window. */
const roomy = 10_000_000

const budgets = [undefined, 64_000, 16_000, 4_000, 1_000]

interface Case {
  readonly name: string
  readonly conversation: Conversation
  readonly floor: (target: TargetName, counter: Counter) => number | Promise<number>
}

async function refusedFloor(conversation: Conversation, target: TargetName): Promise<number> {
  const { diagnostics } = await compile(conversation, { target, model: models[target], budget: 0 })
  return diagnostics.find(({ code }) => code === 'CX4001')?.data.needed as number
}

interface Tally {
  runs: number
  ok: number
  floorFits: number
  trimmed: number
  /** Sum of the used shares of the limit, over requests that were trimmed. */
  filled: number
}

async function main(): Promise<void> {
  const folder = process.argv[2] ?? '../shared/data'
  const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
  const { chat, native } = readRuns(folder)
  const cases: Case[] = [
    ...chat.map(run => {
      const conversation = fromOpenAI({ messages: run.messages, ...(run.tools && { tools: run.tools }) })
      return {
        name: `${run.file}/${run.id}`,
        conversation,
        // In the text format, calls and results are between tags with a hash, so only the refusal reports their tokens.
        floor: (target: TargetName, counter: Counter) =>
          target === 'text'
            ? refusedFloor(conversation, target)
            : floorOf(run.messages, run.tools ?? [], target, counter),
      }
    }),
    // The floor is computed for Chat messages only. For native runs, the refusal of an empty budget reports it.
    ...native.map(run => {
      const conversation = fromAnthropic({
        messages: run.messages,
        ...(run.system && { system: run.system }),
      })
      return {
        name: `native/${run.id}`,
        conversation,
        floor: (target: TargetName) => refusedFloor(conversation, target),
      }
    }),
  ].filter(({ name }) => !only || name.includes(only))
  const faults: string[] = []
  const started = process.hrtime.bigint()
  for (const target of targetNames) {
    const fake = fakeProvider(target)
    const { facts } = allTargets[target].facts(models[target])
    for (const budget of budgets) {
      const counter = createCounter(facts, undefined, {
        bound: budget === undefined ? 'measured' : 'covered',
      })
      const tally: Tally = { runs: 0, ok: 0, floorFits: 0, trimmed: 0, filled: 0 }
      for (const { name, conversation, floor } of cases) {
        tally.runs++
        const fault = (what: string): void => {
          faults.push(`${name} ${target} ${budget ?? 'none'}: ${what}`)
        }
        try {
          await check(conversation, target, budget, fake, await floor(target, counter), tally, fault)
        } catch (error) {
          fault(`threw ${(error as Error).stack}`)
        }
      }
      const rate = (100 * tally.ok) / tally.runs
      console.log(
        `${target.padEnd(12)} budget ${String(budget ?? 'none').padStart(6)}  runs ${tally.runs}  ok ${tally.ok} (${rate.toFixed(1)} %)  floor fits ${tally.floorFits}  trimmed ${tally.trimmed}, then ${((100 * tally.filled) / tally.trimmed || 0).toFixed(0)} % of the limit used`,
      )
    }
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  console.log(`${faults.length} faults in ${seconds.toFixed(1)} s`)
  for (const fault of faults.slice(0, 30)) console.log(`  ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}

async function check(
  conversation: Conversation,
  target: TargetName,
  budget: number | undefined,
  fake: ReturnType<typeof fakeProvider>,
  floor: number,
  tally: Tally,
  fault: (what: string) => void,
): Promise<void> {
  const result = await compile(conversation, {
    target,
    model: models[target],
    ...(budget !== undefined && { budget }),
  })
  const limit = result.tokens.limit ?? Number.POSITIVE_INFINITY
  const floorFits = floor <= limit
  if (floorFits) tally.floorFits++
  if (floorFits !== result.ok)
    fault(
      `ok is ${result.ok} though the floor, ${floor}, ${floorFits ? 'fits' : 'does not fit'}: ${result.diagnostics
        .filter(({ level }) => level === 'error')
        .map(({ message, notes }) => `${message} [${notes.join('; ')}]`)
        .join(' | ')}`,
    )
  if (!result.ok) return
  tally.ok++
  if (result.tokens.max > limit) fault(`${result.tokens.max} tokens over ${limit}`)
  for (const violation of fake.violations({ ...result.request, model: models[target] }))
    fault(`the fake provider says ${violation.rule}: ${violation.message}`)
  const units = conversation.session.units.rows.length
  let place = 0
  for (const row of result.ledger.rows) {
    if (row.from !== place || row.to <= row.from) fault(`the ledger does not tile at ${row.from}`)
    place = row.to
  }
  if (place !== units) fault(`the ledger ends at ${place} of ${units}`)
  const trim = result.diagnostics.find(({ code }) => code === 'CX4003')
  const omitted = result.ledger.rows.some(({ reason }) => reason === 'over-budget')
  if (omitted !== (trim !== undefined)) fault('what was trimmed is not said')
  if (!trim) return
  tally.trimmed++
  tally.filled += result.tokens.max / limit
  const { tokens } = await compile(conversation, { target, model: models[target], budget: roomy })
  if (tokens.max <= limit) fault(`all of it would have fit: ${tokens.max} of ${limit}`)
}

await main()
