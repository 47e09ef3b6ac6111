import { expect, test } from 'vitest'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import type { CostRun } from '../cost/run.ts'
import { type Demand, firstSight } from './first-sight.ts'
import { Named } from './named.ts'
import { type ShortForm, today } from './short-form.ts'

const lines = Array.from({ length: 200 }, (_, at) => `${at} the weather is fine and nothing happened here`)
lines[120] = 'see src/deep/hidden_file.ts for more'
const call = { id: 'c1', type: 'function' as const, function: { name: 'look', arguments: '{}' } }
const history: ChatMessage[] = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: null, tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', content: lines.join('\n') },
  { role: 'assistant', content: 'It is in src/deep/hidden_file.ts.' },
]
const run: CostRun = {
  name: 'made up',
  system: [],
  tools: undefined,
  history,
  tokens: [],
  head: 0,
  begins: [],
  calls: [1, 3],
}

const requests = async (form: Partial<ShortForm>, demand: Demand) => {
  const arm = firstSight('first sight', { ...today, keep: 400, ...form }, demand, run => new Named(run))
  return (await arm.requests(run)).map(request => request?.messages ?? [])
}

test('a long result is short in the first request that shows it', async () => {
  const [, last] = await requests({}, 'nothing')
  expect(last?.[2]?.content).toContain('Handle of the whole text: 2.0')
})

test('a use of a cut name is a request more, and leaves the whole result in the history', async () => {
  const made = await requests({}, 'identifiers')
  expect(made.map(({ length }) => length)).toEqual([1, 3, 5])
  expect(made[2]?.at(-1)?.content).toBe(lines.join('\n'))
})

test('a line of names spares the request, unless a name is not enough', async () => {
  expect(await requests({ names: 400 }, 'identifiers')).toHaveLength(2)
  expect(await requests({ names: 400 }, 'context')).toHaveLength(3)
})

test('a part gives back what is around the name', async () => {
  const [, , last] = await requests({ parts: true }, 'identifiers')
  expect(last?.at(-1)?.content).toContain('hidden_file')
  expect(String(last?.at(-1)?.content).length).toBeLessThan(1_100)
})
