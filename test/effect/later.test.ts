// Work for later compiles: wanted, done after the answer, found by the next compile.
import { agent, C, compile, createSession } from 'ctxc'
import { type Effect, resolveWants } from 'ctxc/effects'
import { expect, test } from 'vitest'
import { inMemoryStore } from '../../src/run/store/index.ts'
import { createRunner } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/index.ts'

const helper = agent({
  name: 'helper',
  model: 'gpt-5.4',
  context: [C.window(1), C.relevant({ scorer: 'embeddings' })],
})

function embedder() {
  const asked: string[][] = []
  const embed = {
    id: 'letters',
    run: async ({ texts }: { readonly texts: readonly string[] }) => {
      asked.push([...texts])
      return texts.map(text => [...'aeiou'].map(letter => 1 + text.split(letter).length))
    },
  }
  return { asked, effects: { embed } }
}

const turn = (number: number) => [
  { author: 'user', text: `Question ${number} about parcels` },
  { author: 'helper', text: `Answer ${number} about parcels` },
]
const session = createSession({
  events: [...turn(1), ...turn(2), { author: 'user', text: 'Where is my parcel?' }],
})

const textOf = (want: Effect): string => (want.kind === 'embed' ? want.input.text : '')

test('a compile wants embeddings of what it still shows, and does not wait for them', async () => {
  const { asked, effects } = embedder()
  const { wants, events } = await compile(helper, session, { effects })
  const made = asked.flat()
  const later = wants.map(textOf)
  expect(later.length).toBeGreaterThan(0)
  expect(later.filter(text => made.includes(text))).toEqual([])
  expect(events).toHaveLength(made.length)
})

test('a compile asks for nothing that was made for it before', async () => {
  const { asked, effects } = embedder()
  const first = await compile(helper, session, { effects })
  const later = first.wants.map(textOf)
  const longer = session.append(
    ...first.events,
    { author: 'helper', text: 'On its way.' },
    ...(await resolveWants(first, { effects })),
    ...turn(3).slice(0, 1),
  )
  asked.length = 0
  const second = await compile(helper, longer, { effects })
  expect(asked.flat().filter(text => later.includes(text))).toEqual([])
  expect(second.wants.map(textOf).filter(text => later.includes(text))).toEqual([])
})

test('a request is the same whether or not work for later was done', async () => {
  const { effects } = embedder()
  const { wants, request } = await compile(helper, session, { effects })
  const events = await resolveWants({ wants }, { effects })
  expect((await compile(helper, session.append(...events), { effects })).request).toEqual(request)
})

test('a compile whose signal aborts wants what it did not get, and one without a handler wants nothing', async () => {
  const { effects } = embedder()
  const { wants } = await compile(helper, session, { effects, signal: AbortSignal.abort() })
  expect(wants.length).toBeGreaterThan(3)
  expect((await compile(helper, session)).wants).toEqual([])
  expect(await resolveWants({ wants })).toEqual([])
  expect(await resolveWants({ wants }, { effects, signal: AbortSignal.abort() })).toEqual([])
  await expect(resolveWants({ wants }, { effect: effects } as never)).rejects.toThrow(
    "did you mean 'effects'",
  )
})

test('a runner does the work after its answer is recorded, and the next run asks for new texts alone', async () => {
  const { asked, effects } = embedder()
  const order: string[] = []
  const embed = {
    ...effects.embed,
    run: (input: { readonly texts: readonly string[] }) => {
      order.push(`embeds ${input.texts.length}`)
      return effects.embed.run(input)
    },
  }
  const store = inMemoryStore()
  const key = { owner: { app: 'test' }, id: 's1' }
  const client = scriptedModel(() => {
    order.push('answers')
    return 'On its way.'
  })
  const runner = createRunner({
    program: helper,
    store,
    models: () => client,
    compile: { effects: { embed } },
  })
  await runner.run(key, { message: 'Where is my parcel?' }).outcome
  await runner.run(key, { message: 'And my letter?' }).outcome
  expect(order.indexOf('answers')).toBeLessThan(order.lastIndexOf('embeds 1'))
  expect(new Set(asked.flat()).size).toBe(asked.flat().length)
  const events = (await store.read(key))?.events ?? []
  const outcomes = events.filter(({ actions }) => actions?.effect !== undefined)
  expect(outcomes).toHaveLength(asked.flat().length)
  // Nothing of it is shown to the model or to users.
  expect(JSON.stringify(client.requests)).not.toContain('letters')
})

test('stop ends work for later that hangs', async () => {
  const key = { owner: { app: 'test' }, id: 's1' }
  const client = scriptedModel(['One.', 'Two.'])
  let reached = (): void => {}
  const started = new Promise<void>(resolve => {
    reached = resolve
  })
  const embed = {
    id: 'slow',
    run: ({ texts }: { readonly texts: readonly string[] }) => {
      // Work for a request comes before the request.
      if (client.requests.length < 2) return Promise.resolve(texts.map(() => [1, 2]))
      reached()
      return new Promise<never>(() => {})
    },
  }
  const options = { program: helper, store: inMemoryStore(), models: () => client }
  const runner = createRunner({ ...options, compile: { effects: { embed } } })
  await runner.run(key, { message: 'Where is my parcel?' }).outcome
  const stream = runner.run(key, { message: 'And my letter?' })
  await started
  await runner.stop()
  await expect(stream.outcome).rejects.toThrow('stopped')
})
