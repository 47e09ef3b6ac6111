// A runner with a slow or failing store, and with many concurrent sessions.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { createRunner, type RunEvent } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'

const model = 'gpt-5.4'
const helper = agent({ name: 'helper', model, instruction: 'Help.' })
const keyOf = (id: string) => ({ owner: { app: 'test' }, id })

/** A store that runs a function before or after each append of another store. */
function around(store: Store, append: (write: () => Promise<number>) => Promise<number>): Store {
  return new Proxy(store, {
    get: (target, name) =>
      name === 'append'
        ? (...given: Parameters<Store['append']>) => append(() => store.append(...given))
        : Reflect.get(target, name)?.bind?.(target),
  })
}

test('a message sent while an append is under way is reported once', async () => {
  const slow = around(inMemoryStore(), async write => {
    const revision = await write()
    for (let ticks = 0; ticks < 20; ticks++) await Promise.resolve()
    return revision
  })
  const client = scriptedModel(() => 'Yes.')
  const runner = createRunner({ program: helper, store: slow, models: () => client })
  const stream = runner.run(keyOf('s1'), { message: 'One' })
  const seen: RunEvent[] = []
  for await (const event of stream) {
    seen.push(event)
    if (seen.length < 5)
      await Promise.all([runner.send(keyOf('s1'), 'Two'), runner.send(keyOf('s1'), 'Three')])
  }
  const seqs = seen.flatMap(each => (each.type === 'event' ? [each.event.seq] : []))
  expect(seqs.length).toBeGreaterThan(5)
  expect(seqs).toEqual([...new Set(seqs)])
  expect(seqs).toEqual(seqs.toSorted((left, right) => left - right))
})

test('many more sessions than a runner keeps in memory run at once', async () => {
  const client = scriptedModel(() => ({ text: 'Yes.', delay: 1 }))
  const runner = createRunner({ program: helper, store: inMemoryStore(), models: () => client })
  const runs = Array.from(
    { length: 700 },
    (_, index) => runner.run(keyOf(`s${index}`), { message: 'Go' }).outcome,
  )
  const outcomes = await Promise.all(runs)
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['done']))
  const again = await runner.run(keyOf('s0'), { message: 'Again' }).outcome
  expect(again.revision).toBe(6)
})

test('after a failure of the store, the same runner resumes the session', async () => {
  let appends = 0
  let isFull = true
  const failing = around(inMemoryStore(), write => {
    if (++appends >= 2 && isFull) throw new Error('the disk is full')
    return write()
  })
  const client = scriptedModel(() => 'Yes.')
  const storeDeadlines = { whole: 1 }
  const runner = createRunner({ program: helper, store: failing, models: () => client, storeDeadlines })
  await expect(runner.run(keyOf('s1'), { message: 'Go' }).outcome).rejects.toThrow('the disk is full')
  isFull = false
  expect(await runner.resume(keyOf('s1')).outcome).toMatchObject({
    status: 'done',
    text: 'Yes.',
    revision: 3,
  })
})

test('a failure of the store is no result of a tool', async () => {
  const store = inMemoryStore()
  let appends = 0
  const failing = around(store, write => {
    if (++appends >= 3 && isFull) throw new Error('the disk is full')
    return write()
  })
  let isFull = true
  let runs = 0
  const pay = tool({ name: 'pay', onInterrupt: 'report', execute: () => `paid ${++runs}` })
  const client = scriptedModel([{ calls: [{ name: 'pay' }] }, 'Done.'])
  const program = agent({ name: 'clerk', model, tools: [pay] })
  const storeDeadlines = { whole: 1 }
  const runner = createRunner({ program, store: failing, models: () => client, storeDeadlines })
  await expect(runner.run(keyOf('s1'), { message: 'Go' }).outcome).rejects.toThrow('the disk is full')
  isFull = false
  expect(await runner.resume(keyOf('s1')).outcome).toMatchObject({ status: 'done', text: 'Done.' })
  expect(runs).toBe(1)
  const record = await store.read(keyOf('s1'))
  expect(JSON.stringify(record?.events)).toContain('paid 1')
})

test('a result or a state that cannot be stored is an error for the model', async () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  const results: readonly [string, (state: { set(key: string, value: unknown): void }) => unknown][] = [
    ['cycle', () => cycle],
    ['malformed part', () => [{ kind: 'file', url: 5 }]],
    ['function', () => () => 1],
    ['state with a cycle', state => state.set('key', cycle)],
    ['state with a date', state => state.set('key', new Date(0))],
  ]
  const tools = results.map(([name, run]) =>
    tool({
      name: name.replaceAll(' ', '_'),
      execute: (_, context) => run((context as { state: never }).state),
    }),
  )
  const client = scriptedModel([{ calls: tools.map(({ name }) => ({ name })) }, 'Done.'])
  const store = inMemoryStore()
  const runner = createRunner({
    program: agent({ name: 'clerk', model, tools }),
    store,
    models: () => client,
  })
  expect(await runner.run(keyOf('s1'), { message: 'Go' }).outcome).toMatchObject({ status: 'done' })
  const found = ((await store.read(keyOf('s1')))?.events ?? []).flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [[part.name, part.isError === true]] : [])),
  )
  expect(Object.fromEntries(found)).toEqual({
    cycle: true,
    malformed_part: false,
    function: true,
    state_with_a_cycle: true,
    state_with_a_date: true,
  })
})
