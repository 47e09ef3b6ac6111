import { expect, test, vi } from 'vitest'
import { models } from '../../../../test/targets.ts'
import { fromOpenAI } from '../../../from.ts'
import type { Plan } from '../../ir/plan.ts'
import { targetNames } from '../../ir/target-name.ts'
import { Session } from '../../session/session.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'

/** Turns of one question, one call, its result and an answer. */
function conversation(turns: number) {
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: 'What is the weather like, and what was it yesterday?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${turn}`, type: 'function', function: { name: 'weather', arguments: '{}' } }],
    },
    {
      role: 'tool',
      tool_call_id: `call_${turn}`,
      content: 'Sunny today, and rain in the afternoon of yesterday.',
    },
    { role: 'assistant', content: 'Sunny today; it rained yesterday.' },
  ])
  return fromOpenAI([...messages.flat(), { role: 'user', content: 'And tomorrow?' }])
}

test.each(targetNames)(
  '%s: the work of a compile is bound by the budget, not by the history',
  async target => {
    const workOf = async (turns: number) => {
      const { work, ok } = await compile(conversation(turns), {
        target,
        model: models[target],
        budget: 4_000,
      })
      expect(ok).toBe(true)
      return work
    }
    const [short, long] = [await workOf(200), await workOf(20_000)]
    expect(short.unitsVisited).toBeGreaterThan(10)
    // The size of the history varies between the low mark and the limit.
    expect(long.unitsVisited).toBeLessThan(1.7 * short.unitsVisited)
    expect(long.charsCounted).toBeLessThan(1.7 * short.charsCounted)
    expect(long.leavesEmitted).toBeLessThan(1.7 * short.leavesEmitted)
  },
)

test.each(targetNames)('%s: a compile after one more event visits that event only', async target => {
  const workAfter = async (turns: number, withPlan: boolean) => {
    const begun = conversation(turns)
    const compiler = createCompiler(begun, { target, model: models[target], budget: 4_000 })
    let { session } = begun
    let plan: Plan | null = (await compiler.compile(session)).plan
    const works = []
    for (let turn = 0; turn < 12; turn++) {
      const text = turn % 2 === 0 ? 'It will rain tomorrow.' : 'And the day after tomorrow?'
      session = session.append({ author: turn % 2 === 0 ? 'agent' : 'user', text })
      const result = await compiler.compile(session, withPlan ? { plan } : {})
      expect(result.ok).toBe(true)
      if (result.diagnostics.every(({ code }) => code !== 'CX5001')) works.push(result.work)
      plan = result.plan
    }
    return works
  }
  for (const withPlan of [true, false]) {
    for (const turns of [250, 25_000]) {
      const works = await workAfter(turns, withPlan)
      expect(works.length).toBeGreaterThan(8)
      for (const { unitsVisited, charsCounted, leavesEmitted } of works) {
        // The new unit, the former last one and a filler; two units more if the history begins elsewhere.
        expect(unitsVisited).toBeLessThanOrEqual(4)
        expect(charsCounted).toBeLessThanOrEqual(400)
        expect(leavesEmitted).toBeLessThanOrEqual(40)
      }
    }
  }
})

test('a compile without a known target does no work', async () => {
  const { work, ok } = await compile({ ...conversation(1), format: undefined }, { model: 'nobody' })
  expect([ok, work]).toEqual([
    false,
    { unitsVisited: 0, charsCounted: 0, leavesEmitted: 0, postingsWalked: 0, placesWalked: 0 },
  ])
})

test('records of a result describe the session as it was compiled, whatever is appended later', async () => {
  const begun = conversation(300)
  const options = { model: 'gpt-5.4', budget: 4_000 }
  const first = await compile(begun, options)
  const session = begun.session.append(
    { author: 'agent', text: 'Rain.' },
    { author: 'user', text: 'Thanks.' },
  )
  await compile({ ...begun, session }, options)
  const again = await compile(conversation(300), options)
  expect([first.ledger, first.units, first.map]).toEqual([again.ledger, again.units, again.map])
})

test('a compile neither folds the state nor looks up authors if nothing asks for them', async () => {
  const keys = vi.spyOn(Session.prototype, 'keys', 'get')
  const given = conversation(50)
  await compile({ ...given, agent: { ...given.agent, name: 'another' } }, { model: 'gpt-5.4', budget: 2_000 })
  expect(keys).not.toHaveBeenCalled()
  keys.mockRestore()
})

test('a new time, and run options of equal value, do not repeat the work of a compile', async () => {
  const { agent, session } = conversation(50)
  const compiler = createCompiler({ agent }, { model: 'gpt-5.4', budget: 2_000 })
  const run = () => ({ generateConfig: { temperature: 0.5 } })
  await compiler.compile(session, { now: 1, run: run(), artifacts: {} })
  expect((await compiler.compile(session, { now: 2, run: run(), artifacts: {} })).work.unitsVisited).toBe(0)
})
