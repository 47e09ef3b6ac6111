// The ADK semantics in the seed documents, run: branches, limits, tools, answers as state, and rewinds.
import { describe, expect, test } from 'vitest'
import { getWeather } from '../../../../../test/agent/seed-agents.ts'
import { agent } from '../../../../core/agent/declare.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { agentTool, type Member, parallel, pipeline } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import type { ModelClient } from '../../../models/model-client.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { key, running } from './running.ts'

const model = 'gemini-flash-latest'
const speaker = (name: string, more: object = {}) =>
  agent({ name, model, instruction: `Be ${name}.`, ...more })

describe('branches', () => {
  const group = pipeline(parallel(speaker('web'), speaker('files')), speaker('writer')) as Member
  const answers = { web: ['pages'], files: ['notes'], writer: ['Done.'] }

  test('members of a parallel group answer on branches of their own, and do not see each other', async () => {
    const { run, events, sent } = running(group, answers)
    expect(await run('Go')).toMatchObject({ status: 'done', text: 'Done.' })
    const branches = (await events()).map(({ author, branch }) => [author, branch])
    expect(branches).toContainEqual(['web', 'web'])
    expect(branches).toContainEqual(['files', 'files'])
    for (const { messages } of sent().slice(0, 2)) expect(messages).toEqual([['user', 'Go']])
  })

  test('an agent after the group sees the words of all its members, each as a quotation of its author', async () => {
    const { run, sent } = running(group, answers)
    await run('Go')
    const [, , { messages } = { messages: [] }] = sent()
    expect(messages[0]).toEqual(['user', 'Go'])
    expect(messages.slice(1).map(([role]) => role)).toEqual(messages.slice(1).map(() => 'user'))
    const text = messages.map(([, content]) => content).join('\n')
    expect(text).toContain('from="web"')
    expect(text).toContain('from="files"')
  })

  test('a second call of an agent that is a tool sees neither the first call nor the conversation', async () => {
    const helper = speaker('helper', { description: 'Helps.' })
    const boss = speaker('boss', { tools: [agentTool(helper)] })
    const calling = (request: string) => ({ calls: [{ name: 'helper', arguments: { request } }] })
    const { run, sent, events } = running(boss, {
      boss: [calling('one'), calling('two'), 'Done.'],
      helper: ['First.', 'Second.'],
    })
    expect((await run('Go')).text).toBe('Done.')
    const helped = sent().filter(({ system }) => system.startsWith('You are helper.'))
    expect(helped.map(({ messages }) => messages.map(([, text]) => text))).toEqual([['one'], ['two']])
    const branches = (await events()).filter(({ author }) => author === 'helper').map(({ branch }) => branch)
    expect(branches).toEqual(['call:1.0', 'call:5.0'])
  })
})

describe('limits', () => {
  test('a run makes 25 model calls at most, and the session stays usable', async () => {
    let city = 0
    const answers = Array.from({ length: 30 }, () => ({
      calls: [{ name: 'get_weather', arguments: { city: ++city } }],
    }))
    const { run, sent } = running(speaker('bot', { tools: [getWeather] }), {
      bot: [...answers.slice(0, 25), 'Hi.'],
    })
    expect(await run('Go')).toMatchObject({
      status: 'limited',
      reason: 'the limit on steps (25) was reached',
    })
    expect(sent()).toHaveLength(25)
    expect(await run('And now?')).toMatchObject({ status: 'done', text: 'Hi.' })
  })

  test('a call that is made again and again ends the run', async () => {
    const again = { calls: [{ name: 'get_weather' }] }
    const { run, sent } = running(speaker('bot', { tools: [getWeather] }), { bot: Array(9).fill(again) })
    expect(await run('Go')).toMatchObject({ status: 'limited' })
    expect(sent()).toHaveLength(3)
  })

  test('a run may have limits of its own', async () => {
    const { run, sent } = running(
      speaker('bot', { tools: [getWeather] }),
      { bot: [{ calls: [{ name: 'get_weather' }] }, 'Sunny.'] },
      { limits: { steps: 9 } },
    )
    expect((await run('Go', { limits: { steps: 1 } })).status).toBe('limited')
    expect(sent()).toHaveLength(1)
  })
})

describe('calls of tools', () => {
  test('an unknown tool is one error result that names the tools, and the model answers', async () => {
    const { run, log } = running(speaker('bot', { tools: [getWeather] }), {
      bot: [{ calls: [{ name: 'get_wether' }] }, 'Sorry.'],
    })
    expect((await run('Go')).text).toBe('Sorry.')
    expect((await log())[2]).toMatch(/^tool = Error: there is no tool 'get_wether'.*get_weather/)
  })

  test('an exception is an error result, and the other calls of the answer have theirs', async () => {
    const broken = tool({
      name: 'broken',
      execute: () => {
        throw new Error('no network')
      },
    })
    const { run, log } = running(speaker('bot', { tools: [getWeather, broken] }), {
      bot: [{ calls: [{ name: 'broken' }, { name: 'get_weather' }] }, 'Half.'],
    })
    expect((await run('Go')).text).toBe('Half.')
    expect((await log()).slice(2, 4).sort()).toEqual(['tool = Error: no network', 'tool = sunny'])
  })

  test.each([
    ['an object', { a: [1] }, '{"a":[1]}'],
    ['a number', 7, '7'],
    ['null', null, ''],
    ['an empty text', '', ''],
  ])('%s is a result that the model reads', async (_, value, text) => {
    const bot = speaker('bot', { tools: [tool({ name: 'look', execute: () => value })] })
    const { run, sent } = running(bot, { bot: [{ calls: [{ name: 'look' }] }, 'Seen.'] })
    expect((await run('Go')).text).toBe('Seen.')
    expect(sent()[1]?.messages.at(-1)).toEqual(['tool', text])
  })

  test('two calls with one id keep their own results, in order', async () => {
    const look = tool({
      name: 'look',
      parameters: { type: 'object', properties: { at: { type: 'string' } } },
      execute: ({ at }) => `at ${String(at)}`,
    })
    const calls = ['a', 'b'].map(at => ({ name: 'look', id: 'call_1', arguments: { at } }))
    const { run, sent } = running(speaker('bot', { tools: [look] }), { bot: [{ calls }, 'Seen.'] })
    await run('Go')
    const results = sent()[1]?.messages.slice(-2)
    expect(results).toEqual([
      ['tool', 'at a'],
      ['tool', 'at b'],
    ])
  })
})

test("a thought is recorded, is no part of the answer's key, and never reaches another agent", async () => {
  const requests: string[] = []
  const gemini: ModelClient = {
    target: 'gemini',
    async *stream(request) {
      requests.push(JSON.stringify(request))
      const parts = [{ text: 'SECRET', thought: true }, { text: 'ans' }]
      yield { type: 'response', response: { candidates: [{ content: { role: 'model', parts } }] } as never }
    },
  }
  const program = pipeline(speaker('first', { outputKey: 'out' }), speaker('second')) as Member
  const store = inMemoryStore()
  const { outcome } = createRunner({ program, store, models: { gemini } }).run(key, { message: 'Go' })
  expect(await outcome).toMatchObject({ status: 'done', text: 'ans', state: { out: 'ans' } })
  expect(JSON.stringify((await store.read(key))?.events)).toContain('SECRET')
  expect(requests[1]).not.toContain('SECRET')
})

test('a rewind takes back the state of the run, and keeps what the session began with', async () => {
  const { run, runner, sent, log } = running(speaker('bot', { outputKey: 'out' }), {
    bot: ['One.', 'Two.', 'Three.'],
  })
  await run('First', { state: { name: 'Ann' } })
  await run('Second')
  const second = (await log()).indexOf('user Second <asked>')
  await runner.rewind(key, second)
  expect(await run('Instead')).toMatchObject({ text: 'Three.', state: { name: 'Ann', out: 'Three.' } })
  expect(sent()[2]?.messages).toEqual([
    ['user', 'First'],
    ['assistant', 'One.'],
    ['user', 'Instead'],
  ])
})
