import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../../../../test/arbitrary/index.ts'
import { fromAnthropic, fromOpenAI } from '../../../from.ts'
import { fakeProvider } from '../../../testing/index.ts'
import { decisionWords } from '../../diag/plan.ts'
import type { Plan } from '../../ir/plan.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'
import { decisionOrder } from './plan.ts'

const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }): string[] =>
  diagnostics.map(({ code }) => code)

const long = (turns: number) =>
  fromOpenAI(
    Array.from({ length: turns }, (_, turn) => [
      { role: 'user', content: `Question ${turn}: what is the weather like, and what was it yesterday?` },
      { role: 'assistant', content: `Answer ${turn}: sunny today, and rain in the afternoon of yesterday.` },
    ]).flat(),
  )

test('every kind of decision has a text', () => {
  for (const kind of decisionOrder)
    expect(decisionWords({ kind, why: 'instruction', units: ['e1/0'] })).not.toBe(kind)
})

test('a summary is reported at the place where the prefix changed', async () => {
  const said = { ...agent, staticInstruction: 'Be brief.' }
  const events = Array.from({ length: 6 }, (_, at) => ({
    author: at % 2 ? 'agent' : 'user',
    text: `Words ${at}`,
  }))
  const session = createSession({ events })
  const first = await compile({ agent: said, session }, { model: 'gpt-5.4' })
  const covers = [{ from: 0, to: 4 }]
  const later = session.append({ author: 'agent', text: 'They spoke.', actions: { compaction: { covers } } })
  const { diagnostics } = await compile(
    { agent: said, session: later },
    { model: 'gpt-5.4', plan: first.plan },
  )
  expect(diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions).toMatchObject([
    { kind: 'summary' },
  ])
})

const agent = { name: 'agent' }
const options = { target: 'openai-chat', model: 'gpt-5.4', budget: 2_000 } as const

test('a plan keeps the beginning of the history until the limit is reached', async () => {
  const begun = long(200)
  const compiler = createCompiler(begun, options)
  let { session } = begun
  let last = await compiler.compile(session)
  expect(codes(last)).toContain('CX4003')
  expect(codes(last)).not.toContain('CX5001')
  let trims = 0
  for (let turn = 0; turn < 120; turn++) {
    session = session.append({
      author: turn % 2 === 0 ? 'user' : 'agent',
      text: `Message ${turn}: and what will it be like tomorrow?`,
    })
    const next = await compiler.compile(session, { plan: last.plan })
    const parted = last.prefix.findIndex(({ text }, index) => next.prefix[index]?.text !== text)
    const decided = codes(next).includes('CX5001')
    expect(parted >= 0).toBe(decided)
    if (decided) {
      trims++
      expect(next.plan?.decisions.at(-1)).toMatchObject({ kind: 'trim', at: session.length })
      expect(next.tokens.max).toBeLessThanOrEqual(0.5 * 2_000 + 60)
    }
    last = next
  }
  // 120 messages of some 20 tokens, and each trim makes room for 800.
  expect(trims).toBeGreaterThan(1)
  expect(trims).toBeLessThan(7)
})

test('a history without a plan also keeps its beginning for a while', async () => {
  const begun = long(300)
  let { session } = begun
  const starts = new Set<string | undefined>()
  for (let turn = 0; turn < 40; turn++) {
    session = session.append({
      author: turn % 2 === 0 ? 'user' : 'agent',
      text: `Message ${turn}: and what will it be like tomorrow?`,
    })
    starts.add((await compile({ agent, session }, options)).units[0]?.unit.id)
  }
  expect(starts.size).toBeLessThan(4)
})

test('every change is reported, and another budget changes nothing while all fits', async () => {
  const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const { plan } = await compile({ agent, session }, options)
  const changed = async (given: Parameters<typeof compile>[0], model = 'gpt-5.4', budget = 2_000) => {
    const { diagnostics } = await compile(given, { ...options, model, budget, plan })
    const said = diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions
    return (said as { kind: string; why: string }[] | undefined)?.map(({ kind, why }) => [kind, why])
  }
  expect(await changed({ agent, session })).toBeUndefined()
  expect(await changed({ agent, session }, 'gpt-5.4', 3_000)).toBeUndefined()
  expect(await changed({ agent: { ...agent, staticInstruction: 'Be brief.' }, session })).toEqual([
    ['config-change', 'instruction'],
  ])
  expect(await changed({ agent: { ...agent, tools: [{ name: 'search' }] }, session })).toEqual([
    ['config-change', 'tools'],
  ])
  expect(await changed({ agent, session }, 'gpt-4.1')).toEqual([['config-change', 'model']])
})

test('a plan of another or longer session or another version is ignored, and reported', async () => {
  const mine = long(150)
  const other = fromOpenAI(
    Array.from({ length: 180 }, (_, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `Other ${at}: ${'and so on '.repeat(9)}`,
    })),
  )
  const { plan } = await compile(other, options)
  const shorter = createSession({ events: mine.session.events.slice(0, 5) })
  const { plan: ofLong } = await compile(mine, options)
  const cold = await compile(mine, options)
  for (const [given, session, why] of [
    [plan, mine.session, 'another session'],
    [{ ...ofLong, reasoning: 7 }, mine.session, 'it was changed'],
    [ofLong, shorter, 'shorter'],
    [{ ...ofLong, version: 2 }, mine.session, 'version is 2'],
    [{ version: 1 }, mine.session, 'not a plan'],
    ['plan', mine.session, 'not a plan'],
  ] as const) {
    const result = await compile({ agent: mine.agent, session }, { ...options, plan: given as Plan })
    const said = result.diagnostics.find(({ code }) => code === 'CX5002')
    expect(said?.data.why).toContain(why)
    if (session === mine.session) expect(result.request).toEqual(cold.request)
  }
})

test('any value given as a plan gives a legal request within the budget', async () => {
  const number = fc.oneof(fc.nat(40), fc.constantFrom(-1, 0.5, Number.NaN, 2 ** 40))
  const damage = fc.record(
    {
      events: number,
      hash: fc.string(),
      start: fc.tuple(fc.nat(40), fc.nat(2)),
      at: number,
      reasoning: number,
    },
    { requiredKeys: [] },
  )
  const property = fc.asyncProperty(
    arbitraryEvents(),
    arbitraryEvents(),
    fc.integer({ min: 200, max: 2_000 }),
    damage,
    fc.boolean(),
    async (events, others, budget, { events: length, hash, start, at, reasoning }, own) => {
      const session = createSession({ events })
      const chosen = { model: 'claude-opus-5-5', budget }
      const { plan } = await compile(
        own ? { agent, session } : { agent, session: createSession({ events: others }) },
        chosen,
      )
      if (plan === null) return
      const given = {
        ...plan,
        head: { events: length ?? plan.head.events, hash: hash ?? plan.head.hash },
        decisions: plan.decisions.map(decision => ({
          ...decision,
          ...(at !== undefined && { at }),
          ...(start && {
            units: [`u${start.join('.')}`],
            hash: session.units.rows.length > start[0] ? session.units.rows.markOf(start[0]) : '',
          }),
        })),
        reasoning: reasoning ?? plan.reasoning,
      }
      const result = await compile({ agent, session }, { ...chosen, plan: given })
      if (!result.ok) {
        expect(codes(result)).toContain('CX4001')
        return
      }
      expect(result.tokens.max).toBeLessThanOrEqual(budget)
      const newTypes = ['hologram', 'hologram_call']
      expect(fakeProvider('anthropic', { newTypes }).violations(result.request)).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 300, seed: 20_260_101 })
})

test('reasoning made after a cut is kept, and reasoning made before it is not', async () => {
  const thought = (n: number) => ({
    type: 'thinking',
    thinking: `Thought ${n}`,
    signature: `c2lnbmF0dXJl${'A'.repeat(20)}${n}`,
  })
  const turn = (n: number, size: number) => [
    { role: 'user', content: `Question ${n} ${'and so on '.repeat(size)}` },
    { role: 'assistant', content: [thought(n), { type: 'text', text: `Answer ${n}` }] },
  ]
  const begun = fromAnthropic([
    ...turn(0, 100),
    ...turn(1, 100),
    ...turn(2, 10),
    { role: 'user', content: 'Go on' },
  ])
  const model = 'claude-opus-5-5'
  const thoughtsIn = (request: unknown) => JSON.stringify(request).match(/Thought \d+/g) ?? []
  const whole = await compile(begun, { model })
  expect(thoughtsIn(whole.request)).toEqual(['Thought 0', 'Thought 1', 'Thought 2'])
  const cut = await compile(begun, { model, budget: 700 })
  expect(codes(cut)).toContain('CX4003')
  expect(thoughtsIn(cut.request)).toEqual([])
  const answer = fromAnthropic([{ role: 'user', content: 'x' }, ...turn(3, 1).slice(1)]).session.events[1]
  const session = begun.session.append(answer as never, { author: 'user', text: 'And then?' })
  const next = await compile({ ...begun, session }, { model, budget: 700, plan: cut.plan })
  expect(thoughtsIn(next.request)).toEqual(['Thought 3'])
  const without = await compile({ ...begun, session }, { model, budget: 700 })
  expect(thoughtsIn(without.request)).toEqual([])
})

test('a unit that was pending when the history was cut keeps its place when its results come', async () => {
  const words = (n: number) => 'word '.repeat(n)
  const thought = (n: number) =>
    fromAnthropic([
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: `Thought ${n}`, signature: `c2lnbmF0dXJl${n}` },
          { type: 'text', text: `Answer ${n}` },
        ],
      },
    ] as never).session.events[1] as never
  const begun = { name: 'a', tools: [{ name: 't' }] }
  const chosen = { target: 'anthropic', model: 'claude-opus-5-5', budget: 1_340 } as const
  let session = createSession({
    events: [
      { author: 'user', text: `Old ${words(100)}` },
      { author: 'a', text: `old answer ${words(100)}` },
      { author: 'user', text: 'Do it' },
    ],
  })
  const zero = await compile({ agent: begun, session }, chosen)
  session = session.append(
    {
      author: 'a',
      parts: [
        { kind: 'text', text: `go ${words(50)}` },
        { kind: 'tool-call', id: 'c1', name: 't', arguments: {} },
        { kind: 'tool-call', id: 'c2', name: 't', arguments: {} },
      ],
    },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'one' }] }] },
    { author: 'user', text: 'interrupt' },
  )
  const one = await compile({ agent: begun, session }, { ...chosen, plan: zero.plan })
  session = session.append(thought(1), { author: 'user', text: 'next' })
  const two = await compile({ agent: begun, session }, { ...chosen, plan: one.plan })
  const texts = JSON.stringify(two.request)
  // Either the content before the thought is still sent, or the thought is dropped.
  expect(texts.includes('go word') || !texts.includes('Thought 1')).toBe(true)
  expect(texts.includes('go word')).toBe(!codes(two).includes('CX5001'))
})

test('a result that replaces its stand-in drops the thinking after it', async () => {
  const thinking = { type: 'thinking', thinking: 'Thought 1', signature: 'c2lnbmF0dXJlMQ' }
  const begun = fromAnthropic({
    model: 'claude-opus-5-5',
    tools: [{ name: 't', input_schema: { type: 'object', properties: {} } }],
    messages: [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 't', input: {} }] },
      { role: 'user', content: 'Are you there?' },
    ],
  } as never)
  const first = await compile(begun)
  expect(JSON.stringify(first.request)).toContain('no result was recorded')
  const answer = fromAnthropic([
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [thinking, { type: 'text', text: 'Yes.' }] },
  ] as never).session.events[1] as never
  const session = begun.session.append(
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'late' }] }] },
    answer,
    { author: 'user', text: 'Good.' },
  )
  const second = await compile({ ...begun, session }, { plan: first.plan })
  expect(JSON.stringify(second.request)).toContain('late')
  expect(JSON.stringify(second.request)).not.toContain('Thought 1')
})

test('undefined options change nothing, and a budget changed in place counts as another', async () => {
  const { session } = long(100)
  const budget = { input: 2_000 }
  const compiler = createCompiler({ agent }, { target: 'openai-chat', model: 'gpt-5.4', budget })
  expect((await compiler.compile(session, { budget: undefined } as never)).tokens.limit).toBe(2_000)
  budget.input = 1_000
  expect((await compiler.compile(session)).tokens.limit).toBe(1_000)
  expect(() => createCompiler({ agent }, { budget: -1 })).toThrow(TypeError)
  expect(() => createCompiler({ agent }, { budget: [] as never })).toThrow(TypeError)
})
