// Seed documents 000 and 001, run: what an agent is sent, and what its answers become.
import { describe, expect, test } from 'vitest'
import { greeter, weatherBot } from '../../../../../test/agent/seed-agents.ts'
import { agent } from '../../../../core/agent/declare.ts'
import { C, type InstructionContext, pipeline } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import type { ModelClient } from '../../../models/model-client.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { key, running } from './running.ts'

const model = 'gemini-flash-latest'
const system = `You are weather_bot.

You help users with weather. The user is in NYC.

You can delegate tasks to the following agents using the transfer_to_agent tool:
- detail_agent: Provides detailed weather analysis

To transfer to an agent, call the transfer_to_agent tool with the agent's name.`
const question = "What's the forecast?"
const state = { location: 'NYC' }
const calling = { calls: [{ name: 'get_weather' }] }

describe('the big picture', () => {
  test('a declaration and the state of a run make one request', async () => {
    const { run, sent } = running(weatherBot, { weather_bot: ['Sunny.'] })
    expect(await run(question, { state })).toMatchObject({ status: 'done', text: 'Sunny.', state })
    expect(sent()).toEqual([
      {
        system,
        messages: [['user', question]],
        tools: ['get_weather', 'transfer_to_agent'],
        settings: { model },
      },
    ])
  })

  test('a call of the tool and its result are messages of the next request, which begins alike', async () => {
    const { run, sent, log } = running(weatherBot, { weather_bot: [calling, 'Sunny.'] })
    await run(question, { state })
    expect(await log()).toEqual([
      `user ${question} <asked>`,
      'weather_bot get_weather()',
      'tool = sunny',
      'weather_bot Sunny.',
      'developer <ended>',
    ])
    expect(sent()[1]).toEqual({
      ...sent()[0],
      messages: [
        ['user', question],
        ['assistant', 'get_weather({})'],
        ['tool', 'sunny'],
      ],
    })
  })

  test('a Gemini client is sent a request of the Gemini API, with the configuration', async () => {
    const requests: object[] = []
    const gemini: ModelClient = {
      target: 'gemini',
      async *stream(request) {
        requests.push(request as object)
        const parts =
          requests.length === 1 ? [{ functionCall: { name: 'get_weather', args: {} } }] : [{ text: 'Sunny.' }]
        yield { type: 'response', response: { candidates: [{ content: { role: 'model', parts } }] } as never }
      },
    }
    const runner = createRunner({ program: weatherBot, store: inMemoryStore(), models: { gemini } })
    const { outcome } = runner.run(key, { message: question, state })
    expect(await outcome).toMatchObject({ status: 'done', text: 'Sunny.' })
    expect(requests[1]).toMatchObject({
      model,
      contents: [
        { role: 'user', parts: [{ text: question }] },
        { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'get_weather' } }] },
      ],
      config: { systemInstruction: { parts: [{ text: system }] }, temperature: 0.3 },
    })
  })
})

describe('templates', () => {
  test('placeholders are filled in from the state with which a session begins', async () => {
    const { run, sent } = running(greeter, { greeter: ['Bonjour Alice.'] })
    await run('Hi', { state: { user_name: 'Alice', language: 'French' } })
    expect(sent()[0]?.system).toBe('Greet the user. Their name is Alice and they speak French.')
  })

  test('a missing value stays as written, and nothing crashes', async () => {
    const { run, sent } = running(greeter, { greeter: ['Hi.'] })
    expect((await run('Hi')).status).toBe('done')
    expect(sent()[0]?.system).toBe('Greet the user. Their name is {user_name} and they speak {language}.')
  })

  test('a missing value is emptied, or fails the agent, if the option says so', async () => {
    const emptied = running(greeter, { greeter: ['Hi.'] }, { compile: { missing: 'empty' } })
    await emptied.run('Hi')
    expect(emptied.sent()[0]?.system).toBe('Greet the user. Their name is  and they speak .')
    const failing = running(greeter, {}, { compile: { missing: 'error' } })
    expect(await failing.run('Hi')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('user_name'),
    })
    expect(failing.sent()).toEqual([])
  })

  test('values are filled in again for each call', async () => {
    const helper = agent({ name: 'helper', model, instruction: 'Last answer: {last?}', outputKey: 'last' })
    const { run, sent } = running(helper, { helper: ['One.', 'Two.'] })
    await run('First')
    await run('Second')
    expect(sent().map(each => each.system)).toEqual([
      'You are helper.\n\nLast answer: ',
      'You are helper.\n\nLast answer: One.',
    ])
  })

  test('a value with a placeholder is not filled in again', async () => {
    const { run, sent } = running(greeter, { greeter: ['Hi.'] })
    await run('Hi', { state: { user_name: '{language}', language: 'French' } })
    expect(sent()[0]?.system).toBe('Greet the user. Their name is {language} and they speak French.')
  })
})

describe('instructions written by functions', () => {
  const build = (_: InstructionContext, tone = 'plain'): string => `Be ${tone}. The user is {name}.`

  test.each([
    ['a function', ({ now }: InstructionContext) => `Time: ${now}.`, 'Time: 7.'],
    ['one that is waited for', async () => 'Be kind, {name}.', 'Be kind, Ann.'],
    ['a list with arguments', [build, 'formal'] as const, 'Be formal. The user is Ann.'],
    [
      'a reference to a module',
      {
        module: new URL('../../../../../test/agent/provider.ts', import.meta.url).href,
        export: 'instruction',
        args: ['formal'],
      },
      'A formal helper for Ann.',
    ],
  ])('%s is called before values are filled in', async (_, instruction, expected) => {
    const bot = agent({ name: 'bot', model, identity: false, instruction: instruction as never })
    const { run, sent } = running(bot, { bot: ['Yes.'] }, { now: () => 7 })
    await run('Hi', { state: { name: 'Ann' } })
    expect(sent()[0]?.system).toBe(expected)
  })

  test('a failing function fails the agent with its reason, and calls no model', async () => {
    const bot = agent({
      name: 'bot',
      model,
      instruction: () => {
        throw new Error('no such file')
      },
    })
    const { run, sent } = running(bot, {})
    expect(await run('Hi')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no such file'),
    })
    expect(sent()).toEqual([])
  })
})

test('the texts of an instruction come in order, and the global one reaches every agent', async () => {
  const second = agent({
    name: 'second',
    model,
    description: 'Sums up.',
    instruction: 'Second.',
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  })
  const root = agent({
    name: 'root',
    model,
    globalInstruction: 'For all.',
    instruction: 'First.',
    subAgents: [second],
  })
  const transfer = { calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'second' } }] }
  const { run, sent } = running(root, { root: [transfer], second: ['{"sum":3}'] })
  expect((await run('Go')).text).toBe('{"sum":3}')
  const [first, then] = sent().map(each => each.system.split('\n\n'))
  expect(first?.slice(0, 3)).toEqual(['For all.', 'You are root.', 'First.'])
  expect(then?.slice(0, 3)).toEqual(['For all.', 'You are second. Sums up.', 'Second.'])
})

test('the messages of a request are the events: the user as user, the agent as model, the new message last', async () => {
  const bot = agent({ name: 'bot', model, instruction: 'Help.' })
  const { run, sent } = running(bot, { bot: ['One.', 'Two.'] })
  await run('First')
  await run('Second')
  expect(sent()[1]?.messages).toEqual([
    ['user', 'First'],
    ['assistant', 'One.'],
    ['user', 'Second'],
  ])
})

test('a compressor drops older messages from requests, and none from the log', async () => {
  const bot = agent({
    name: 'bot',
    model,
    instruction: 'Help.',
    context: C.contextCompressor({ tokenBudget: 60, keepRecent: 3 }),
  })
  const answers = Array.from({ length: 8 }, (_, index) => `Answer ${index} ${'word '.repeat(12)}`)
  const { run, sent, log } = running(bot, { bot: answers })
  for (let turn = 0; turn < 8; turn++) await run(`Question ${turn}`)
  const texts =
    sent()
      .at(-1)
      ?.messages.map(([, text]) => String(text)) ?? []
  expect(texts.at(-1)).toBe('Question 7')
  expect(texts.slice(-3).map(text => text.trim().slice(0, 10))).toEqual([
    'Question 6',
    'Answer 6 w',
    'Question 7',
  ])
  expect(texts.join()).not.toContain('Question 0')
  expect((await log()).join()).toContain('Question 0')
})

test('settings of the agent are sent with each call of it alone', async () => {
  const warm = agent({
    name: 'warm',
    model: 'gpt-4o',
    generateConfig: { temperature: 0.7, maxOutputTokens: 1024 },
  })
  const { run, sent } = running(pipeline(warm, agent({ name: 'plain', model: 'gpt-4o' })), {
    warm: ['One.'],
    plain: ['Two.'],
  })
  await run('Hi')
  expect(sent().map(each => each.settings)).toEqual([
    { model: 'gpt-4o', temperature: 0.7, max_completion_tokens: 1024 },
    { model: 'gpt-4o' },
  ])
})
