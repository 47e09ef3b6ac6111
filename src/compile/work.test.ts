import { expect, test } from 'vitest'
import { fromOpenAI } from '../from/index.ts'
import { targetNames } from '../ir/target-name.ts'
import { compile } from './compile.ts'

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

const models = {
  openai: 'gpt-5.4',
  'openai-chat': 'gpt-5.4',
  anthropic: 'claude-sonnet-5',
  'ai-sdk': 'claude-sonnet-5',
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
    expect(long).toEqual(short)
  },
)

test('no work is done where no target is known', async () => {
  const { work, ok } = await compile({ ...conversation(1), format: undefined }, { model: 'nobody' })
  expect([ok, work]).toEqual([false, { unitsVisited: 0, charsCounted: 0, leavesEmitted: 0 }])
})

test('what is made when looked at tells of the session as it was compiled, whatever came after', async () => {
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
