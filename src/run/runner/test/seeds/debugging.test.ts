// "Debugging Compilation" of seed document 000, run: what callbacks of agents, models and tools get.
import { describe, expect, test } from 'vitest'
import { getWeather, router } from '../../../../../test/agent/seed-agents.ts'
import { agent } from '../../../../core/agent/declare.ts'
import type { Compiled, Requests } from '../../../../index.ts'
import type { Callbacks } from '../../../../run.ts'
import { running } from './running.ts'

const model = 'gemini-flash-latest'
const bot = (more: object = {}) =>
  agent({ name: 'debug_bot', model, instruction: 'Help the user. User is {user_name}.', ...more })
const state = { user_name: 'Ann' }
const calling = { calls: [{ name: 'get_weather' }] }

/** Runs a bot and returns what `beforeModel` got for each call. */
async function compiledOf(answers: readonly (string | typeof calling)[], messages: readonly string[]) {
  const seen: Compiled[] = []
  const callbacks: Callbacks = { beforeModel: (_, compiled) => void seen.push(compiled) }
  const { run, ...rest } = running(bot({ tools: [getWeather], callbacks }), { debug_bot: answers })
  for (const message of messages) await run(message, { state })
  return { seen, ...rest }
}

describe('beforeModel', () => {
  test('sees the request that the model gets', async () => {
    const { seen, sent } = await compiledOf(['Hi.'], ['Hello'])
    expect(seen[0]).toMatchObject({ ok: true, target: 'openai-chat', model, agent: { name: 'debug_bot' } })
    const { messages } = (seen[0] as Compiled).request as Requests['openai-chat']
    expect(messages.map(({ content }) => content)).toEqual([sent()[0]?.system, 'Hello'])
    expect(sent()[0]?.system).toBe('You are debug_bot.\n\nHelp the user. User is Ann.')
  })

  test('sees the origin of each string, the ledger and the tokens', async () => {
    const { seen } = await compiledOf(['Hi.'], ['Hello'])
    const [{ map, ledger, tokens } = {} as Compiled] = seen
    const origins = map.flatMap(({ segments }) => segments.map(({ origin }) => origin))
    expect(origins).toContain('s:user_name')
    expect(origins).toContain('c:identity')
    expect(ledger.rows.length).toBeGreaterThan(0)
    expect(tokens.input).toBeGreaterThan(0)
  })

  test('sees a value that an answer set with the event that set it', async () => {
    const seen: Compiled[] = []
    const helper = agent({ name: 'helper', model, instruction: 'Last: {last?}', outputKey: 'last' })
    const { run } = running(
      helper,
      { helper: ['One.', 'Two.'] },
      { callbacks: { beforeModel: (_, compiled) => void seen.push(compiled) } },
    )
    await run('First')
    await run('Second')
    const origins = seen[1]?.map.flatMap(({ segments }) => segments.map(({ origin }) => origin))
    expect(origins).toContain('s:last@1')
  })

  test('is called for each call of a turn, and each request begins as the one before', async () => {
    const { seen } = await compiledOf([calling, 'Sunny.', 'Bye.'], ['Weather?', 'Thanks'])
    const texts = seen.map(({ request }) => JSON.stringify((request as Requests['openai-chat']).messages))
    expect(texts).toHaveLength(3)
    for (const [index, text] of texts.slice(1).entries())
      expect(text.startsWith(String(texts[index]).slice(0, -1))).toBe(true)
  })

  test('answers in place of the model, which is not called', async () => {
    const { run, sent, log } = running(
      bot({ outputKey: 'out' }),
      {},
      { callbacks: { beforeModel: () => 'Cached.' } },
    )
    expect(await run('Hi', { state })).toMatchObject({ text: 'Cached.', state: { out: 'Cached.' } })
    expect(sent()).toEqual([])
    expect((await log())[1]).toBe('debug_bot Cached. out="Cached."')
  })

  test('the log holds the plan of each answer, and the next compile has it', async () => {
    const { events, seen } = await compiledOf([calling, 'Sunny.'], ['Weather?'])
    const plans = (await events())
      .filter(({ author }) => author === 'debug_bot')
      .map(each => each.actions?.plan)
    expect(plans).toEqual(seen.map(({ plan }) => plan))
    expect(plans[0]).toMatchObject({ fingerprint: { agent: expect.anything(), model } })
  })
})

test('functions are called in the order of a turn, around each agent, model and tool', async () => {
  const told: string[] = []
  const tell = (text: string): undefined => void told.push(text)
  const callbacks: Callbacks = {
    beforeAgent: ({ agent }) => tell(`before ${agent}`),
    afterAgent: ({ agent }, text) => tell(`after ${agent}: ${text}`),
    beforeModel: ({ agent }) => tell(`ask ${agent}`),
    afterModel: ({ agent }, events) => tell(`${agent} answers in ${events.length}`),
    beforeTool: ({ tool, input }) => tell(`${tool} gets ${JSON.stringify(input)}`),
    afterTool: ({ tool }, result) => tell(`${tool} returns ${result}`),
  }
  const { run } = running(
    router(),
    {
      router: [{ calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'weather' } }] }],
      weather: [calling, 'Sunny.'],
    },
    { callbacks },
  )
  await run('Will it rain?')
  expect(told).toEqual([
    'before router',
    'ask router',
    'router answers in 1',
    'before weather',
    'ask weather',
    'weather answers in 1',
    'get_weather gets {}',
    'get_weather returns sunny',
    'ask weather',
    'weather answers in 1',
    'after weather: Sunny.',
  ])
})

describe('a value that a function returns', () => {
  test('before an agent, is its answer, and state that it sets is one event without content', async () => {
    const { run, log, sent } = running(
      bot(),
      { debug_bot: ['Hi Bob.'] },
      { callbacks: { beforeAgent: ({ state }) => void state.set('user_name', 'Bob') } },
    )
    await run('Hi')
    expect(await log()).toEqual([
      'user Hi <asked>',
      'developer user_name="Bob"',
      'debug_bot Hi Bob.',
      'developer <ended>',
    ])
    expect(sent()[0]?.system).toContain('User is Bob.')
  })

  test('after an agent, is the text that is recorded and kept', async () => {
    const { run, log } = running(
      bot({ outputKey: 'out' }),
      { debug_bot: ['Hi.'] },
      { callbacks: { afterAgent: (_, text) => text.toUpperCase() } },
    )
    expect(await run('Hi', { state })).toMatchObject({ text: 'HI.', state: { out: 'HI.' } })
    expect((await log())[1]).toBe('debug_bot HI. out="HI."')
  })

  test('around a tool, is the result, and the first function that returns one decides', async () => {
    const seen: string[] = []
    const first: Callbacks = { beforeTool: () => 'cloudy' }
    const second: Callbacks = { beforeTool: () => void seen.push('second') }
    const { run, log } = running(
      bot({ tools: [getWeather] }),
      { debug_bot: [calling, 'Cloudy.'] },
      { callbacks: [first, second] },
    )
    await run('Weather?', { state })
    expect((await log())[2]).toBe('tool = cloudy')
    expect(seen).toEqual([])
  })

  test('for an error of the model, is the answer', async () => {
    const { run } = running(
      bot(),
      { debug_bot: [{ text: 'Half', error: 'overloaded' }] },
      { callbacks: { onModelError: (_, error) => `Sorry: ${(error as Error).message}` } },
    )
    const { seen, text } = await run('Hi', { state })
    expect(text).toBe('Sorry: overloaded')
    expect(seen.map(({ type }) => type)).toEqual(['event', 'delta', 'retracted', 'event', 'event'])
  })
})
