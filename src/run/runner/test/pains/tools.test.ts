// Problems that users of other runners reported with tools, output schemas and limits.
import { expect, test } from 'vitest'
import { tool } from '../../../../core/agent/tool.ts'
import { calls, door, helper, key, running } from './setting.ts'

test('adk-js #769, #233: tools of one answer run at the same time', async () => {
  const doors = [door(), door()] as const
  const tools = doors.map(({ wait }, index) =>
    tool({
      name: `tool_${index}`,
      execute: async () => {
        await wait()
        return `tool ${index}`
      },
    }),
  )
  const { run, lines } = running(helper(tools), [calls(['tool_0'], ['tool_1']), 'Done.'])
  const outcome = run('Go')
  // Each call waits for the other, so in sequence they would never end.
  await Promise.all(doors.map(({ arrived }) => arrived))
  doors[1].open()
  await new Promise(resolve => setTimeout(resolve, 5))
  expect((await lines()).slice(3)).toEqual(['result: tool 1'])
  doors[0].open()
  expect((await outcome).text).toBe('Done.')
})

test('ai #4584: a tool that fails leaves its siblings and the conversation usable', async () => {
  const broken = tool({
    name: 'broken',
    execute: () => {
      throw new Error('no network')
    },
  })
  const look = tool({ name: 'look', execute: () => 'seen' })
  const { run, lines } = running(helper([broken, look]), [
    calls(['broken'], ['look'], ['unknown']),
    'One of them failed.',
    'Hello again.',
  ])
  expect((await run('Go')).text).toBe('One of them failed.')
  expect((await lines()).slice(4, 7).toSorted()).toEqual([
    'result: Error: no network',
    "result: Error: there is no tool 'unknown'; the tools are broken, look",
    'result: seen',
  ])
  expect((await run('Hi')).text).toBe('Hello again.')
})

test('agents-js #573, #1247, agents-python #844: a session goes on after its limit of turns', async () => {
  const look = tool({ name: 'look', parameters: { type: 'object' }, execute: () => 'seen' })
  let isEndless = true
  let count = 0
  const given = running(
    helper([look]),
    () => (isEndless ? calls(['look', { n: ++count }]) : 'Here is what I have.'),
    { limits: { steps: 2 } },
  )
  expect(await given.run('Go')).toMatchObject({
    status: 'limited',
    reason: 'the limit on steps (2) was reached',
  })
  isEndless = false
  // A run that reached its limit continues with more steps, or with a new question.
  expect((await given.runner.resume(key, { limits: { steps: 3 } }).outcome).text).toBe('Here is what I have.')
  isEndless = true
  expect((await given.run('Again')).status).toBe('limited')
  isEndless = false
  expect(await given.run('Well?')).toMatchObject({ status: 'done', text: 'Here is what I have.' })
})

const outputSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
}

test('adk-python #3969: an agent with tools gives the answer that its schema declares', async () => {
  const look = tool({ name: 'look', execute: () => 'Rome, of course' })
  const { run } = running(helper([look], { outputSchema, outputKey: 'place' }), [
    calls(['look']),
    'It is Rome.',
    '{"city":"Rome"}',
  ])
  expect(await run('Where?')).toMatchObject({ status: 'done', state: { place: { city: 'Rome' } } })
})

test('adk-python #4525: the error of an invalid answer is never taken for the answer', async () => {
  const { run, requests, events } = running(helper([], { outputSchema, outputKey: 'place' }), () => 'Rome')
  const outcome = await run('Where?')
  expect(outcome.status).toBe('failed')
  expect(outcome.state).not.toHaveProperty('place')
  expect(JSON.stringify(requests[1]?.messages.at(-1))).toContain('not valid')
  expect(
    (await events()).filter(({ author, parts }) => author === 'helper' && parts.length > 0),
  ).toHaveLength(3)
})

test('a repair that fails names the invalid answer that it was to repair', async () => {
  const given = running(helper([], { outputSchema }), ['no JSON', 'neither'])
  const { status, reason } = await given.run('Where?')
  expect(status).toBe('failed')
  expect(reason).toContain('no answer for call 3')
  expect(reason).toContain('repair 2 of 2, because the last answer is not valid: it is no JSON')
  const first = running(helper([], { outputSchema }), [])
  expect((await first.run('Where?')).reason).not.toContain('repair')
})

test('adk-python #5054: invalid answers end the run after two repairs', async () => {
  const given = running(helper([], { outputSchema }), () => '{"city":7}')
  expect((await given.run('Where?')).status).toBe('failed')
  expect(given.requests).toHaveLength(3)
  expect((await given.resume()).status).toBe('failed')
  expect(given.requests).toHaveLength(3)
})
