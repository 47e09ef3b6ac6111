// Answers that the runner changes or refuses: invalid ones, several transfers, forced calls, endless transfers.
import { describe, expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import type { Member } from '../../../index.ts'
import { type Callbacks, createRunner, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { findOnlyJson, replaceTextByJson } from '../json-answer.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'

async function ran(program: unknown, script: Script, more: Partial<RunnerOptions> = {}) {
  const store = inMemoryStore()
  const client = scriptedModel(script)
  const runner = createRunner({
    program: program as Member,
    store,
    models: () => client,
    now: () => 0,
    ...more,
  })
  const outcome = await runner.run(key, { message: 'Go' }).outcome
  await runner.stop()
  return { outcome, client, events: (await store.read(key))?.events ?? [] }
}

const outputSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
const form = agent({ name: 'form', model, outputSchema, outputKey: 'out' })

describe('onAgentError', () => {
  const asked = (answer: string | undefined) => {
    const reasons: string[] = []
    const callbacks: Callbacks = {
      onAgentError: (_, error) => {
        reasons.push(error.message)
        return answer
      },
    }
    return { reasons, callbacks }
  }
  const cases: readonly [string, unknown, Script, Callbacks, string][] = [
    ['the model fails', form, [{ error: 'down' }], {}, 'down'],
    ['an answer is not valid after all repairs', form, ['n', 'n', 'n'], {}, 'not valid after 2 repairs'],
    ['an answer is cut off', form, [{ text: '{"a":', finish: 'length' }], {}, 'cut off (length)'],
    ['beforeAgent throws', form, [], { beforeAgent: () => Promise.reject(new Error('before')) }, 'before'],
    [
      'afterAgent throws',
      form,
      ['{"a":"b"}'],
      { afterAgent: () => Promise.reject(new Error('after')) },
      'after',
    ],
    ['beforeModel throws', form, [], { beforeModel: () => Promise.reject(new Error('asking')) }, 'asking'],
    ['afterModel gives no answer', form, ['{"a":"b"}'], { afterModel: () => [] as never }, 'afterModel'],
    ['no model is set', agent({ name: 'form', outputSchema, outputKey: 'out' }), [], {}, 'no model'],
    [
      'a request cannot be made',
      agent({
        name: 'form',
        model,
        instruction: () => Promise.reject(new Error('missing')),
        outputSchema,
        outputKey: 'out',
      }),
      [],
      {},
      'missing',
    ],
  ]
  test.each(cases)('gives the answer if %s', async (_, program, script, others, reason) => {
    const { reasons, callbacks } = asked('{"a":"fallback"}')
    const { outcome } = await ran(program, script, {
      callbacks: [{ ...others, ...callbacks }],
      retry: { attempts: 1 },
    })
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons[0]).toContain(reason)
    // A callback that throws for each answer also throws for this one.
    if (others.afterAgent !== undefined) return
    expect(outcome).toMatchObject({
      status: 'done',
      text: '{"a":"fallback"}',
      state: { out: { a: 'fallback' } },
    })
  })

  test('leaves the agent failed if it has no answer, or no valid one, and what the model said is kept', async () => {
    for (const answer of [undefined, 'no json either']) {
      const { reasons, callbacks } = asked(answer)
      const { outcome, events } = await ran(form, ['n', 'n', 'n'], { callbacks })
      expect(reasons).toHaveLength(1)
      expect(outcome).toMatchObject({ status: 'failed' })
      expect(outcome.reason).toContain('not valid after 2 repairs')
      expect(events.filter(({ author }) => author === 'form')).toHaveLength(3)
    }
  })

  test('is not asked about an answer that is repaired', async () => {
    const { reasons, callbacks } = asked('{"a":"fallback"}')
    const { outcome } = await ran(form, ['n', '{"a":"b"}'], { callbacks })
    expect([outcome.text, reasons]).toEqual(['{"a":"b"}', []])
  })
})

describe('JSON with something around it', () => {
  test.each([
    '```json\n{"a":"b"}\n```',
    '```\n{"a":"b"}\n```',
    'Here it is: {"a":"b"}',
    'Sure!\n\n```json\n{"a":"b"}\n```\nAnything else?',
    ' {"a":"b"}. ',
    '~~~json\n{"a":"b"}\n~~~',
  ])('is the answer, without a repair: %j', async text => {
    const { outcome, client } = await ran(form, [text])
    expect(outcome).toMatchObject({ status: 'done', text: '{"a":"b"}', state: { out: { a: 'b' } } })
    expect(client.requests).toHaveLength(1)
  })

  test('may hold a fence of its own in a text', () => {
    const json = JSON.stringify({ md: 'Use ```js\nx\n``` here' })
    expect(findOnlyJson(`\`\`\`json\n${json}\n\`\`\`\nDone.`)?.trim()).toBe(json)
  })

  test('is kept as a value also where the texts stay as they are', () => {
    const texts = ['```json\n{"a":', '"b"}\n```']
    const seal = { by: { format: 'gemini' as const }, data: 's' }
    for (const parts of [
      texts.map(text => ({ kind: 'text' as const, text })),
      [{ kind: 'text' as const, text: texts.join(''), seal: seal as never }],
    ]) {
      const event = { author: 'bot', parts, actions: { state: { set: { out: texts.join('') } } } }
      const [changed] = replaceTextByJson([event], '{"a":"b"}')
      expect(changed?.parts).toEqual(parts)
      expect(changed?.actions?.state?.set).toEqual({ out: { a: 'b' } })
    }
  })

  test('is not read where there are several values, or none', () => {
    for (const text of ['{"a":1}', '{"a":1} and {"a":2}', '```\n{}\n```\n```\n{}\n```', 'none', '{', '} {'])
      expect(findOnlyJson(text), text).toBeNull()
  })

  test('is repaired if it breaks the schema, and the problem is named', async () => {
    const { outcome, client } = await ran(form, ['```json\n{"a":1}\n```', '{"a":"b"}'])
    expect(outcome.text).toBe('{"a":"b"}')
    expect(JSON.stringify(client.requests[1])).not.toContain('it is no JSON')
  })
})

test('an answer that was cut off is not asked for again under the same bound', async () => {
  const { outcome, client } = await ran(form, [{ text: '{"a":"b', finish: 'length' }, '{"a":"b"}'])
  expect(client.requests).toHaveLength(1)
  expect(outcome).toMatchObject({ status: 'failed' })
  expect(outcome.reason).toContain('Raise maxOutputTokens')
})

const to = (agent_name: string) => ({ name: 'transfer_to_agent', arguments: { agent_name } })
const resultsIn = (events: readonly { readonly parts: readonly any[] }[]): string[] =>
  events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [part.content[0].text] : [])),
  )

describe('several transfers in one answer', () => {
  const hotel = agent({ name: 'hotel', model, description: 'Hotels.', instruction: 'Book hotels.' })
  const car = agent({ name: 'car', model, description: 'Cars.', instruction: 'Book cars.' })
  const desk = agent({ name: 'desk', model, instruction: 'Route.', subAgents: [hotel, car] })

  test('hand over to the first agent, and the others are told', async () => {
    const { outcome, events } = await ran(desk, [{ calls: [to('hotel'), to('car')] }, 'Hotel here.'])
    expect(events.find(({ parts }) => JSON.stringify(parts).includes('Hotel here.'))?.author).toBe('hotel')
    expect(outcome.status).toBe('done')
    expect(resultsIn(events).toSorted()).toEqual([
      'Error: not transferred to car: an answer hands the conversation over once, and this one handed it over to hotel. The part for car is still to be done',
      'Transferred to hotel.',
    ])
  })

  test('leave out an agent that does not exist, and may name one twice', async () => {
    const unknown = await ran(desk, [{ calls: [to('plane'), to('car')] }, 'Car here.'])
    expect(unknown.events.find(({ parts }) => JSON.stringify(parts).includes('Car here.'))?.author).toBe(
      'car',
    )
    const twice = await ran(desk, [{ calls: [to('hotel'), to('hotel')] }, 'Hotel here.'])
    expect(resultsIn(twice.events)).toEqual(['Transferred to hotel.', 'Transferred to hotel.'])
  })

  test('can be made one after the other', async () => {
    const script = [{ calls: [to('hotel'), to('car')] }, { calls: [to('car')] }, 'Car here.']
    const { outcome, events } = await ran(desk, script)
    expect(outcome.text).toBe('Car here.')
    expect(events.some(({ author }) => author === 'car')).toBe(true)
  })
})

test('agents that only hand over to each other reach a limit', async () => {
  const right = agent({ name: 'right', model, description: 'R.' })
  const left = agent({ name: 'left', model, subAgents: [right] })
  let turns = 0
  const script: Script = () => ({ calls: [to(turns++ % 2 === 0 ? 'right' : 'left')] })
  const { outcome, client } = await ran(left, script)
  expect(outcome).toMatchObject({ status: 'limited', reason: 'the limit on transfers (6) was reached' })
  expect(client.requests).toHaveLength(6)
  turns = 0
  const more = await ran(left, script, { limits: { transfers: 2 } })
  expect(more.client.requests).toHaveLength(2)
})

test('an agent that must call a tool may answer after its first call', async () => {
  const look = tool({ name: 'look', execute: () => 'found' })
  for (const toolChoice of ['required', { tool: 'look' }] as const) {
    const helper = agent({ name: 'helper', model, tools: [look], generateConfig: { toolChoice } })
    const script: Script = request => {
      const choice = (request as { tool_choice?: unknown }).tool_choice
      return choice === undefined || choice === 'auto' ? 'Done.' : { calls: [{ name: 'look' }] }
    }
    const { outcome, client } = await ran(helper, script)
    expect([outcome.text, client.requests.length]).toEqual(['Done.', 2])
  }
})

test('two tools of one name are a TypeError', () => {
  const one = tool({ name: 'look', execute: () => 1 })
  const two = tool({ name: 'look', execute: () => 2 })
  expect(() => agent({ name: 'helper', tools: [one, two] })).toThrow(
    "agent.tools must have tools of different names, got 'look' twice",
  )
})
