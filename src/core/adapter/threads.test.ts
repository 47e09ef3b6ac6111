import { expect, test } from 'vitest'
import { fromOpenAI, fromOpenAIResponses } from '../../from.ts'
import { compile } from '../compile/compile.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { Threads } from './threads.ts'

interface Message {
  readonly role: string
  content: string
}

const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
const long = (text: string): string => `${text} ${'and so on, '.repeat(30)}`
const options: CompileOptions = { model: 'gpt-4.1', target: 'openai-chat', budget: 600 }

/** Makes a conversation with a number of turns. */
const talk = (turns: number, name = ''): Message[] =>
  Array.from({ length: turns }, (_, turn) => [
    user(long(`question ${turn}${name}`)),
    answer(`answer ${turn}`),
  ]).flat()

const call = (threads: Threads, messages: readonly object[], given: CompileOptions = options) =>
  threads.compile(fromOpenAI(structuredClone(messages)), given)

const decided = ({ diagnostics }: Compiled): unknown =>
  diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions ?? []

test('a later call finds the plan and the work of its conversation, whatever objects hold it', async () => {
  const threads = new Threads()
  const first = await call(threads, [...talk(20), user('Well?')])
  expect(first.before).toBeNull()
  const second = await call(threads, [...talk(20), user('Well?'), answer('No.'), user('Why?')])
  expect(second.before).toBe(first.compiled.plan)
  expect(second.compiled.work.unitsVisited).toBeLessThanOrEqual(3)
  const again = await call(threads, [...talk(20), user('Well?'), answer('No.'), user('Why?')])
  expect(again.compiled.work.unitsVisited).toBe(0)
  expect(again.compiled.request).toEqual(second.compiled.request)
})

test('a compile of a known conversation equals a compile with its plan', async () => {
  const threads = new Threads()
  const messages = talk(40)
  for (let length = 1; length <= messages.length; length += 2) {
    const sent = messages.slice(0, length)
    const { compiled, before } = await call(threads, sent)
    const cold = await compile(fromOpenAI(sent), { ...options, plan: before })
    expect(compiled.request).toEqual(cold.request)
    expect(compiled.plan).toEqual(cold.plan)
    expect(compiled.ledger).toEqual(cold.ledger)
  }
})

test('conversations that share a beginning are kept apart', async () => {
  const threads = new Threads()
  const beginning = [...talk(10), user('Left or right?')]
  const begun = await call(threads, beginning)
  const [left, right] = await Promise.all(
    ['left', 'right'].map(way => call(threads, [...beginning, answer(way), user('Sure?')])),
  )
  expect([left?.before, right?.before]).toEqual([begun.compiled.plan, begun.compiled.plan])
  for (const [way, branch] of [
    ['left', left],
    ['right', right],
  ] as const) {
    const cold = await compile(fromOpenAI([...beginning, answer(way), user('Sure?')]), {
      ...options,
      plan: begun.compiled.plan,
    })
    expect(branch?.compiled.request).toEqual(cold.request)
    expect(branch?.compiled.ledger).toEqual(cold.ledger)
    const more = await call(threads, [
      ...beginning,
      answer(way),
      user('Sure?'),
      answer('Yes.'),
      user('Good.'),
    ])
    expect(more.before).toBe(branch?.compiled.plan)
    expect(JSON.stringify(more.compiled.request)).toContain(`"${way}"`)
    expect(more.compiled.work.unitsVisited).toBeLessThanOrEqual(3)
  }
  expect((await call(threads, [user('Left or right?')])).before).toBeNull()
})

test('a message that was changed in place or replaced is read again', async () => {
  const threads = new Threads()
  const messages = [...talk(3), user('Well?')]
  await threads.compile(fromOpenAI(messages), options)
  const words = messages[5] as Message
  words.content = 'another answer'
  messages.push(answer('No.'), user('Why?'))
  const changed = await threads.compile(fromOpenAI(messages), options)
  expect(changed.before).toBeNull()
  expect(changed.compiled.request).toEqual((await compile(fromOpenAI(messages), options)).request)
  // The old version of the conversation is still known, and the changed events are not in it.
  const asItWas = await call(threads, [...talk(3), user('Well?'), answer('No.'), user('Why?')])
  expect(asItWas.before).not.toBeNull()
  expect(JSON.stringify(asItWas.compiled.request)).toContain('answer 2')
  expect(JSON.stringify(asItWas.compiled.request)).not.toContain('another answer')
})

test('another model, tool or instruction makes another compiler, which gets the plan', async () => {
  const threads = new Threads()
  const instructed = (text: string, messages: readonly object[]) => [
    { role: 'system', content: text },
    ...messages,
  ]
  const messages = [...talk(10), user('Well?')]
  await call(threads, instructed('Be brief.', messages))
  messages.push(answer('No.'), user('Why?'))
  const { compiled } = await call(threads, instructed('Be verbose.', messages))
  expect(decided(compiled)).toMatchObject([{ kind: 'config-change', why: 'instruction' }, { kind: 'trim' }])
  messages.push(answer('So.'), user('Ah.'))
  const other = await call(threads, instructed('Be verbose.', messages), { ...options, model: 'gpt-5.4' })
  expect(decided(other.compiled)).toMatchObject([{ kind: 'config-change', why: 'model' }])
  messages.push(answer('Yes.'), user('Oh.'))
  // Two conversations that take turns each continue from their own last call.
  const back = await call(threads, instructed('Be verbose.', messages))
  expect(back.before).toBe(compiled.plan)
  expect(decided(back.compiled)).toEqual([])
})

test('answers with thoughts are recognized under another model, and written for it', async () => {
  const threads = new Threads()
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' }
  const items: object[] = [user('Hi'), thought, answer('Hello.'), user('Well?')]
  const ask = (model: string) =>
    threads.compile(fromOpenAIResponses({ model, input: items }), { model, target: 'openai' })
  const first = await ask('gpt-5.4')
  items.push(answer('So.'), user('Why?'))
  const other = await ask('o3')
  expect(other.before).toBe(first.compiled.plan)
  expect(decided(other.compiled)).toMatchObject([{ kind: 'config-change', why: 'model' }])
  const cold = await compile(fromOpenAIResponses({ model: 'o3', input: items }), {
    model: 'o3',
    target: 'openai',
    plan: other.before,
  })
  expect(other.compiled.request).toEqual(cold.request)
  items.push(answer('Yes.'), user('Oh.'))
  expect((await ask('gpt-5.4')).before).toBe(first.compiled.plan)
})

test('answers whose maker is given differently are written again', async () => {
  const threads = new Threads()
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'AAAA' }
  const items: object[] = [user('Hi'), thought, answer('Hello.'), user('Well?')]
  const ask = (maker: string) =>
    threads.compile(fromOpenAIResponses(items, { model: maker }), { model: 'gpt-5.4', target: 'openai' })
  expect(JSON.stringify((await ask('gpt-5.4')).compiled.request)).toContain('AAAA')
  items.push(answer('So.'), user('Why?'))
  const { compiled } = await ask('o3')
  expect(JSON.stringify(compiled.request)).not.toContain('AAAA')
})

test('a setting that no prefix depends on changes nothing of the prefix', async () => {
  const threads = new Threads()
  const roomy = { ...options, budget: 2_000 }
  const messages = [...talk(13), user('Well?')]
  const first = await threads.compile(fromOpenAI({ messages, temperature: 0.1 }), roomy)
  messages.push(answer('No.'), user('Why?'))
  const second = await threads.compile(fromOpenAI({ messages, temperature: 0.2 }), roomy)
  expect(second.before).toBe(first.compiled.plan)
  expect(second.compiled.request).toMatchObject({ temperature: 0.2 })
  expect(decided(second.compiled)).toEqual([])
})

test('a first call does not continue a conversation with the same user text', async () => {
  const threads = new Threads()
  await call(threads, [{ role: 'system', content: 'You help Ann.' }, user('Hi')])
  const { before } = await call(threads, [{ role: 'system', content: 'You help Bob.' }, user('Hi')])
  expect(before).toBeNull()
})

test('the conversation unused for longest is forgotten, its work before its plan', async () => {
  const threads = new Threads({ calls: 2, working: 1 })
  for (const name of ['a', 'b', 'c']) await call(threads, talk(2, name).slice(0, 3))
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(name => call(threads, talk(2, name))))
  expect([a?.before === null, b?.before === null, c?.before === null]).toEqual([true, false, false])
  expect(b?.compiled.work.unitsVisited).toBe(4)
  expect(c?.compiled.work.unitsVisited).toBeLessThanOrEqual(2)
})

test('a value without a fingerprint is compiled, and matches no other value', async () => {
  const threads = new Threads()
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  for (const held of [cyclic, new Map([['a', 1]]), new ArrayBuffer(8), 10n]) {
    const messages = [
      user('Hi'),
      { role: 'user', content: [{ type: 'odd', held }] },
      answer('Yes?'),
      user('Go on.'),
    ]
    for (const _ of [1, 2]) {
      const { compiled, before } = await threads.compile(fromOpenAI(messages), options)
      expect([compiled.ok, before]).toEqual([true, null])
    }
  }
})

test('an empty conversation is never recognized', async () => {
  const threads = new Threads()
  await call(threads, [])
  expect((await call(threads, [])).before).toBeNull()
})

test('a request that could not be sent leaves no plan', async () => {
  const threads = new Threads()
  const { compiled } = await call(threads, [user(long('Hi').repeat(20))])
  expect(compiled.ok).toBe(false)
  const { before } = await call(threads, [user(long('Hi').repeat(20)), answer('No.'), user('Go on.')])
  expect(before).toBeNull()
})
