// Concurrent members read the state from before their group, with their own changes.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { agentTool, loop, mapOver, parallel, pipeline, route, S, tap } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { type ScriptedRequest, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'

/** Returns the instruction in a request. */
const toldIn = ({ messages }: ScriptedRequest): string =>
  String((messages[0] as { content?: unknown }).content)

/** An agent whose model answers with its instruction. */
const teller = (name: string, instruction: string, more: object = {}) =>
  agent({ name, model, identity: false, includeContents: 'none', instruction, ...more }) as never

async function ran(program: Parameters<typeof createRunner>[0]['program'], state = {}, more = {}) {
  const store = inMemoryStore()
  const client = scriptedModel(request => {
    const last = request.messages.at(-1) as { readonly role?: string }
    const isCalling = request.tools !== undefined && last.role !== 'tool'
    const [name] = (request.tools ?? []).map(each => (each as { function: { name: string } }).function.name)
    return isCalling ? { calls: [{ name: name as string, arguments: { request: 'Help' } }] } : toldIn(request)
  })
  const runner = createRunner({ program, store, models: () => client, ...more })
  const outcome = await runner.run(key, { message: 'Go', state }).outcome
  const told = client.requests.map(toldIn)
  return { outcome, told, log: (await store.read(key))?.events ?? [] }
}

test('tools, steps, taps and conditions of a member do not see what a member beside it changed', async () => {
  const seen: unknown[] = []
  const look = (name: string) =>
    tool({
      name: `look_${name}`,
      execute: (
        _: unknown,
        { state }: { state: { get(key: string): unknown; set(key: string, value: string): void } },
      ) => {
        seen.push([name, state.get('x') ?? null, state.get('own') ?? null])
        state.set('x', name)
        return 'done'
      },
    })
  const member = (name: string) =>
    pipeline(
      S.set({ [`${name}Step`]: name }),
      teller(name, `${name} {x?}`, { tools: [look(name)], outputKey: `${name}Text` }),
      tap(state => seen.push([`tap ${name}`, state.x])),
      route('x')
        .is(name, S.set({ [`${name}Way`]: 'own' }))
        .otherwise(S.set({ [`${name}Way`]: 'other' })),
    ) as never
  const { outcome, told } = await ran(
    pipeline(parallel(member('a'), member('b')), teller('last', '{aText} and {bText}')),
  )
  expect(seen).toContainEqual(['a', null, null])
  expect(seen).toContainEqual(['b', null, null])
  expect(seen).toContainEqual(['tap a', 'a'])
  expect(seen).toContainEqual(['tap b', 'b'])
  expect(outcome.state).toMatchObject({ aStep: 'a', bStep: 'b', aWay: 'own', bWay: 'own' })
  expect(told.at(-1)).toBe('a a and b b')
})

test('the items of a list are asked at once, each with its own item, which is gone afterwards', async () => {
  let open = 0
  let most = 0
  const count = tool({
    name: 'count',
    execute: async () => {
      most = Math.max(most, ++open)
      await new Promise(resolve => setTimeout(resolve, 5))
      open--
      return 'counted'
    },
  })
  const each = teller('each', 'for {city}', { tools: [count] })
  const program = pipeline(
    mapOver({ key: 'cities', item: 'city', into: 'texts' }, each),
    teller('last', '{texts}'),
  )
  const { outcome } = await ran(program as never, { cities: ['Rome', 'Oslo', 'Bonn'], city: 'before' })
  expect(most).toBe(3)
  expect(outcome.state).toEqual({
    cities: ['Rome', 'Oslo', 'Bonn'],
    city: 'before',
    texts: ['for Rome', 'for Oslo', 'for Bonn'],
  })
})

test('no more agents are called at once than the option allows', async () => {
  let open = 0
  let most = 0
  const slow = {
    beforeModel: async () => {
      most = Math.max(most, ++open)
      await new Promise(resolve => setTimeout(resolve, 2))
      open--
      return 'said'
    },
  }
  const program = pipeline(mapOver({ key: 'list', into: 'all' }, teller('each', '{item}')))
  const { outcome } = await ran(
    program as never,
    { list: [1, 2, 3, 4, 5] },
    { callbacks: slow, concurrency: 2 },
  )
  expect(outcome.state.all).toHaveLength(5)
  expect(most).toBe(2)
})

test('a round takes back what it did to its item', async () => {
  const program = pipeline(
    mapOver(
      { key: 'list', into: 'all' },
      pipeline(S.set({ item: 'mine' }), teller('each', '{item}')) as never,
    ),
  )
  expect((await ran(program as never, { list: [1, 2] })).outcome.state).toEqual({
    list: [1, 2],
    all: ['mine', 'mine'],
  })
})

test('a list inside a list has a branch for each pair of items', async () => {
  const inner = mapOver({ key: 'sizes', item: 'size', into: 'inner' }, teller('each', '{color} {size}'))
  const body = pipeline(inner as never, teller('sum', '{inner}'))
  const program = pipeline(mapOver({ key: 'colors', item: 'color', into: 'outer' }, body as never))
  const { outcome, log } = await ran(program as never, { colors: ['red', 'blue'], sizes: ['S', 'L'] })
  expect(outcome.state.outer).toEqual(['["red S","red L"]', '["blue S","blue L"]'])
  const branches = log.filter(({ author }) => author === 'each').map(({ branch }) => branch)
  expect(new Set(branches).size).toBe(4)
})

test('an empty list is collected in each round of a loop', async () => {
  const program = loop(
    { max: 2 },
    teller('a', 'a'),
    S.drop('all'),
    mapOver({ key: 'list', into: 'all' }, teller('each', '{item}')) as never,
  )
  const { outcome, log } = await ran(program as never, { list: [] })
  expect(outcome.state.all).toEqual([])
  expect(log.filter(({ actions }) => actions?.state?.set?.all !== undefined)).toHaveLength(2)
})

test('an agent that works as a tool reads the state of its caller', async () => {
  const helper = agent({ name: 'helper', model, identity: false, instruction: 'helping {x?} {item?}' })
  const each = teller('each', 'for {item}', { tools: [agentTool(helper)] })
  const beside = pipeline(S.set({ x: 'not mine' }), teller('beside', 'beside')) as never
  const items = mapOver({ key: 'list', into: 'all' }, pipeline(S.set({ x: 'mine' }), each) as never) as never
  const { told } = await ran(pipeline(parallel(beside, items)) as never, { list: [1, 2] })
  expect(told.filter(text => text.startsWith('helping')).sort()).toEqual(['helping mine 1', 'helping mine 2'])
})
