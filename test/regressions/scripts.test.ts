// The references of the scripts over recorded runs must be right themselves.
import { describe, expect, test } from 'vitest'
import { chatDifference as differ } from '../../scripts/equivalent.ts'
import { floorOf } from '../../scripts/floor.ts'
import { createCounter } from '../../src/core/count/counter.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { fromOpenAI } from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { models } from '../targets.ts'

describe('the floor of verify', () => {
  const call = (at: number) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name: `tool_${at}`, arguments: '{}' },
  })
  const calls = Array.from({ length: 12 }, (_, at) => call(at))
  const messages = [
    { role: 'user' as const, content: 'Go.' },
    { role: 'assistant' as const, content: null, tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'ok' })),
  ]
  const parameters = { type: 'object', properties: { at: { type: 'string' } } }
  const tools = calls.map(({ function: { name } }) => ({
    type: 'function' as const,
    function: { name, description: 'Does it.', parameters },
  }))

  test.each(
    targetNames
      .filter(name => name !== 'text')
      .flatMap(target => [[target, tools] as const, [target, []] as const]),
  )('is no more than %s needs, with tools and without (H3)', async (target, declared) => {
    const request = { messages, ...(declared.length > 0 && { tools: [...declared] }) }
    const { diagnostics } = await compile(fromOpenAI(request), { target, model: models[target], budget: 0 })
    const needed = diagnostics.find(({ code }) => code === 'CX4001')?.data.needed as number
    const { facts } = allTargets[target].facts(models[target])
    expect(
      floorOf(messages, declared, target, createCounter(facts, undefined, { bound: 'covered' })),
    ).toBeLessThanOrEqual(needed)
  })
})

test('results of one step may come in another order than their calls (H4)', () => {
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` })
  const between = { role: 'assistant', content: 'So.' }
  expect(differ([result('b'), result('a')], [result('a'), result('b')])).toBeNull()
  expect(differ([result('b'), between, result('a')], [result('a'), between, result('b')])).toBe(0)
  expect(differ([result('a')], [{ ...result('a'), content: 'else' }])).toBe(0)
})
