// Messages and decisions that are posted twice, and answers that were rewound.
import { expect, test } from 'vitest'
import { inMemoryStore } from '../../store/index.ts'
import { serverSentEvents } from '../index.ts'
import { chunksOf, key, messageOf, serving, user } from './page.ts'

const textOf = (message: { parts: readonly { type: string; text?: string }[] }) =>
  message.parts.flatMap(part => (part.type === 'text' ? [part.text] : []))
const again = { messages: [], trigger: 'regenerate-message' }
const book = { calls: [{ name: 'book', arguments: { city: 'Oslo' } }] }

test('an answer that was made again is not streamed again', async () => {
  const { post } = serving(['One.', 'Two.'])
  const body = { messages: [user('m1', 'Hi')] }
  await chunksOf(await post(body))
  await chunksOf(await post(again))
  expect(textOf(await messageOf(await chunksOf(await post(body))))).toEqual(['Two.'])
})

test('a message that is posted again after the next one gets its own answer', async () => {
  const { post } = serving(['One.', 'Two.'])
  const body = { messages: [user('m1', 'Hi')] }
  await chunksOf(await post(body))
  await chunksOf(await post({ messages: [user('m2', 'And?')] }))
  const message = await messageOf(await chunksOf(await post(body)))
  expect(textOf(message)).toEqual(['One.'])
  expect(message.id).toBe('a0')
})

test('after the app took a message back, the one before it is answered again', async () => {
  const { post, history, runner, events } = serving(['One.', 'Two.', 'Three.'])
  await chunksOf(await post({ messages: [user('m1', 'Hi')] }))
  await chunksOf(await post({ messages: [user('m2', 'And?')] }))
  const second = (await events()).findLast(({ author }) => author === 'user')
  await runner.rewind(key, second?.seq ?? 0)
  const message = await messageOf(await chunksOf(await post(again)))
  expect(textOf(message)).toEqual(['Three.'])
  expect((await history()).map(textOf)).toEqual([['Hi'], ['Three.']])
})

test('a decision that is posted again gets what followed it, and one on no call is refused', async () => {
  const { post } = serving([book, 'It is booked.'])
  const first = await messageOf(await chunksOf(await post({ messages: [user('m1', 'Book.')] })))
  const approval = { id: '1.0', approved: true }
  Object.assign(first.parts.at(-1) as object, { state: 'approval-responded', approval })
  for (let time = 0; time < 2; time++) {
    const message = await messageOf(await chunksOf(await post({ messages: [first] })), first)
    expect(textOf(message)).toEqual(['It is booked.'])
  }
  const other = {
    ...first,
    parts: [{ type: 'tool-book', state: 'approval-responded', approval: { id: '7.0', approved: true } }],
  }
  expect((await post({ messages: [other] })).status).toBe(409)
})

test('a decision that the store does not take is reported', async () => {
  const store = inMemoryStore()
  let fails = false
  const append: typeof store.append = (...given) =>
    fails ? Promise.reject(new Error('disk full')) : store.append(...given)
  const failing = new Proxy(store, {
    get: (target, name) => {
      const found = Reflect.get(target, name)
      return name === 'append' ? append : typeof found === 'function' ? found.bind(target) : found
    },
  })
  const { post } = serving([book, 'It is booked.'], { store: failing, storeDeadlines: { whole: 1 } })
  const first = await messageOf(await chunksOf(await post({ messages: [user('m1', 'Book.')] })))
  const approval = { id: '1.0', approved: true }
  Object.assign(first.parts.at(-1) as object, { state: 'approval-responded', approval })
  fails = true
  expect((await post({ messages: [first] })).status).toBe(503)
  fails = false
  const message = await messageOf(await chunksOf(await post({ messages: [first] })), first)
  expect(textOf(message)).toEqual(['It is booked.'])
})

test('a result that comes after the next message belongs to the message of its call', async () => {
  const { post, history } = serving([book, 'It is booked.'], { chat: { interrupt: 'wait' } })
  const first = await messageOf(await chunksOf(await post({ messages: [user('m1', 'Book.')] })))
  await chunksOf(await post({ messages: [user('m2', 'And?')] }))
  const approval = { id: '1.0', approved: true }
  Object.assign(first.parts.at(-1) as object, { state: 'approval-responded', approval })
  await chunksOf(await post({ messages: [first] }))
  const call = (await history()).flatMap(({ parts }) => parts).find(({ type }) => type === 'tool-book')
  expect(call).toMatchObject({ state: 'output-available' })
})

test('parts that are no parts are refused', async () => {
  const { post, events } = serving([])
  for (const part of [null, 5, {}, { type: 'file', mediaType: 'image/png', url: 'not a url' }])
    expect((await post({ messages: [{ id: 'm1', role: 'user', parts: [part] }] })).status).toBe(400)
  expect(await events()).toEqual([])
})

test('a value that JSON cannot hold ends a stream of events, and leaves its source', async () => {
  let isLeft = false
  async function* values() {
    try {
      yield { id: 1 }
      yield { id: 10n }
    } finally {
      isLeft = true
    }
  }
  await expect(new Response(serverSentEvents(values())).text()).rejects.toThrow(/BigInt/)
  expect(isLeft).toBe(true)
  const broken = {
    [Symbol.asyncIterator]: () => ({
      next() {
        throw new Error('broken')
      },
    }),
  }
  await expect(new Response(serverSentEvents(broken)).text()).rejects.toThrow(/broken/)
})
