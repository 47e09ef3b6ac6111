import { expect, test } from 'vitest'
import { preview } from '../../explain.ts'
import { agent, createSession, fallback, loop, mapOver, parallel, pipeline, route, S } from '../../index.ts'
import { renderPreview } from './render-preview.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const look = { name: 'look', parameters }
const sorter = agent({ name: 'sorter', model: 'gpt-5.4', instruction: 'Sort it.', outputKey: 'kind' })
const finder = agent({
  name: 'finder',
  model: 'gpt-5.4',
  instruction: 'Find {kind}.',
  tools: [look],
  outputKey: 'facts',
})
const writer = agent({
  name: 'writer',
  model: 'gpt-5.4',
  instruction: 'Write {facts?} {remarks?}.',
  outputKey: 'draft',
})
const critic = agent({
  name: 'critic',
  model: 'gpt-5.4',
  instruction: 'Remark on {draft}.',
  outputKey: 'remarks',
})

const calls = async (program: Parameters<typeof preview>[0], state = {}) =>
  (await preview(program, createSession({ state }))).pass.calls

test('a preview has the request of each agent in numbers', async () => {
  const { agents, pass } = await preview(pipeline(sorter, finder))
  expect(agents.map(({ name, unknown, tools }) => [name, unknown, tools])).toEqual([
    ['sorter', [], []],
    ['finder', ['kind'], ['look']],
  ])
  for (const { ok, tokens, sections, price } of agents) {
    expect(ok).toBe(true)
    expect(sections.system + sections.tools + sections.schema + sections.history).toBe(tokens.input)
    expect(price).toBeGreaterThan(0)
  }
  expect(pass.tokens).toEqual({
    least: agents[0]!.tokens.input + agents[1]!.tokens.input,
    most: agents[0]!.tokens.input + agents[1]!.tokens.input,
  })
})

test('a pass counts the calls of each kind of member', async () => {
  expect(await calls(pipeline(sorter, S.set({ x: 1 }), finder))).toEqual({ least: 2, most: 2 })
  expect(await calls(parallel(sorter, writer))).toEqual({ least: 2, most: 2 })
  expect(await calls(loop({ max: 3 }, writer, critic))).toEqual({ least: 6, most: 6 })
  expect(await calls(loop({ until: () => true, max: 3 }, writer, critic))).toEqual({ least: 2, most: 6 })
  expect(await calls(pipeline(sorter, route('kind').is('a', finder)))).toEqual({ least: 1, most: 2 })
  expect(await calls(pipeline(sorter, route('kind').is('a', finder).otherwise(writer)))).toEqual({
    least: 2,
    most: 2,
  })
  expect(await calls(fallback(sorter, pipeline(writer, critic)))).toEqual({ least: 1, most: 3 })
  const each = pipeline(S.set({ list: [] }), mapOver({ key: 'list', into: 'all' }, sorter))
  expect(await calls(each)).toEqual({ least: 1, most: 1 })
  expect(await calls(each, { list: ['a', 'b', 'c'] })).toEqual({ least: 3, most: 3 })
  const desk = agent({
    name: 'desk',
    model: 'gpt-5.4',
    subAgents: [agent({ name: 'below', instruction: 'Help.' })],
  })
  expect(await calls(desk)).toEqual({ least: 1, most: 2 })
})

test('a pass takes a branch of a route whose key can have no other value', async () => {
  const outputSchema = { schema: { type: 'string', enum: ['a', 'b'] } } as const
  const judge = agent({ name: 'judge', model: 'gpt-5.4', outputKey: 'verdict', outputSchema })
  const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
  const some = route('verdict').is('a', helper)
  const all = some.is('b', pipeline(writer, critic))
  expect(await calls(pipeline(judge, some))).toEqual({ least: 1, most: 2 })
  expect(await calls(pipeline(judge, all))).toEqual({ least: 2, most: 3 })
  expect(await calls(pipeline(judge, all.otherwise(S.set({ x: 1 }))))).toEqual({ least: 2, most: 3 })
})

test('the price of a pass is unknown if the price of one model is', async () => {
  const other = agent({ name: 'other', model: 'my-own-model', instruction: 'Hello.', budget: 4_000 })
  expect((await preview(sorter)).pass.price).not.toBeNull()
  expect((await preview(pipeline(sorter, other))).pass.price).toBeNull()
})

test('an option gives a model to the agents that name none', async () => {
  const open = agent({ name: 'open', instruction: 'Hello.' })
  const { agents } = await preview(pipeline(sorter, open), createSession(), { model: 'claude-sonnet-5' })
  expect(agents.map(({ model }) => model)).toEqual(['gpt-5.4', 'claude-sonnet-5'])
})

test('an agent without a request has a reason, and hides no other', async () => {
  const broken = agent({
    name: 'broken',
    model: 'gpt-5.4',
    instruction: () => {
      throw new Error('no database')
    },
  })
  const shown = await preview(pipeline(sorter, broken))
  expect(shown.agents.map(({ ok, error }) => [ok, error === null])).toEqual([
    [true, true],
    [false, false],
  ])
  expect(renderPreview(shown)).toContain('no request: ')
})

test('names of agents cannot forge lines of a terminal', async () => {
  const shown = await preview(agent({ name: 'a\n\u001b[31mOne pass: 0 calls', model: 'gpt-5.4' }))
  expect(
    renderPreview(shown)
      .split('\n')
      .filter(line => line.startsWith('One pass')),
  ).toHaveLength(1)
  expect(renderPreview(shown)).not.toContain('\u001b')
})

test('a second argument that is no session is named as an argument of preview', async () => {
  await expect(preview(agent({ name: 'a' }), {} as never)).rejects.toThrow(
    'preview must be given a session, got an object',
  )
})
