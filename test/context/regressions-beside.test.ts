// Reduced cases that hostile policies found: context blocks, and relevant units.
import { describe, expect, test } from 'vitest'
import { defaultPasses, type Pass } from '../../src/compile.ts'
import { fromAISDK } from '../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { agent, C, type CompileOptions, compile, createSession, type EventInput } from '../../src/index.ts'
import { model, user } from './said.ts'

test('relevant units take no more than the reserved tokens, tags included', async () => {
  const events: EventInput[] = [
    {
      author: 'agent',
      tier: 'critical',
      parts: [{ kind: 'tool-call', id: 'c1', name: 'search', arguments: { query: 'trace Paris' } }],
    },
    {
      author: 'tool',
      parts: [
        {
          kind: 'tool-result',
          id: 'c1',
          name: 'search',
          content: [{ kind: 'text', text: '[The same as …]' }],
        },
      ],
    },
    user('hi'),
    { author: 'agent', text: 'error invoice prefix migrate Oslo kernel deploy window budget cache' },
    user('hi'),
  ]
  const program = agent({ name: 'agent', instruction: 'Help.', context: [C.all(), C.relevant()] })
  for (let budget = 100; budget < 400; budget += 3) {
    const { ok, tokens } = await compile(program, createSession({ events }), {
      target: 'gemini',
      model: 'gemini-2.5-flash',
      budget,
    })
    if (ok) expect(tokens.max).toBeLessThanOrEqual(budget)
  }
})

describe('the beginning of the history does not depend on an empty source', () => {
  test.each([
    [C.notes('mood')],
    [C.template('{mood}')],
    [C.artifact('empty')],
    [C.artifact('long').atMost(1)],
  ])('with %j', async source => {
    const program = agent({ name: 'helper', identity: false, context: [C.all(), source] })
    const options: CompileOptions = { target: 'gemini', artifacts: { empty: '', long: '\n'.repeat(99) } }
    const asked = createSession({ state: { mood: 'calm' }, events: [user('one')] })
    const one = await compile(program, asked, options)
    const two = await compile(program, asked.append(model('two'), user('three')), {
      ...options,
      plan: one.plan,
    })
    const later = two.prefix.map(({ text }) => text)
    expect(later.slice(0, one.prefix.length)).toEqual(one.prefix.map(({ text }) => text))
  })
})

describe('room for sources', () => {
  const filled = (tokens: number): string => 'word '.repeat(tokens)
  const of = (context: C.ContextInput, events: EventInput[], options: CompileOptions, state = {}) =>
    compile(agent({ name: 'helper', identity: false, context }), createSession({ events, state }), {
      model: 'gpt-5.4',
      ...options,
    })

  test('a small critical source fits a small budget', async () => {
    const context = [C.all(), C.template('note').tier('critical')]
    const whole = await of(context, [user('hi')], {})
    const exact = await of(context, [user('hi')], { budget: whole.tokens.max })
    expect(exact.request).toEqual(whole.request)
    const less = await of(context, [user('hi')], { budget: whole.tokens.max - 1 })
    expect(less.diagnostics[0]).toMatchObject({ code: 'CX4001', data: { needed: whole.tokens.max } })
    expect(less.diagnostics[0]?.at).toContain('d:context.1')
  })

  test('only sources without room are dropped', async () => {
    const context = [C.all(), C.state('k'), C.artifact('big'), C.template('note')]
    const artifacts = { big: filled(3_000) }
    const { diagnostics, ledger } = await of(
      context,
      [user('hi')],
      { budget: 600, artifacts },
      { k: filled(50) },
    )
    expect(diagnostics.map(({ code, at }) => [code, at])).toEqual([['CX4004', ['d:context.2']]])
    expect(ledger.declarations.map(({ origin }) => origin)).toEqual(['d:context.1', 'd:context.3'])
  })

  test('a bound holds, tags included, and a bound without room for a word is reported', async () => {
    const sizes = [1, 20, 40, 100, 400].map(async most => {
      const { tokens, diagnostics } = await of([C.all(), C.artifact('a').atMost(most)], [user('hi')], {
        artifacts: { a: filled(900) },
      })
      const { max } = (await of(C.all(), [user('hi')], {})).tokens
      expect(tokens.max - max).toBeLessThanOrEqual(most)
      expect(diagnostics.map(({ code }) => code)).toEqual(tokens.max === max ? ['CX4004'] : [])
      return tokens.max - max
    })
    expect((await Promise.all(sizes)).at(-1)).toBeGreaterThan(350)
  })

  test('a missing artifact is reported', async () => {
    const { diagnostics } = await of([C.all(), C.artifact('nope')], [user('hi')], {})
    expect(diagnostics[0]).toMatchObject({ code: 'CX2001', at: ['d:context.1'] })
  })

  test('a source keeps its place while a condition changes', async () => {
    const context = [C.all(), C.when('a', C.template('one')), C.template('two')]
    for (const a of [true, false]) {
      const { ledger } = await of(context, [user('hi')], {}, { a })
      expect(ledger.declarations.at(-1)?.origin).toBe('d:context.2')
    }
  })

  test('no room is reserved for relevant units if all units are shown', async () => {
    const events = Array.from({ length: 12 }, (_, at) => [user(filled(50)), model(`answer ${at}`)]).flat()
    const whole = await of(C.all(), [...events, user('topic')], {})
    const budget = whole.tokens.max
    const { request } = await of([C.all(), C.relevant()], [...events, user('topic')], { budget })
    expect(request).toEqual(whole.request)
  })
})

describe('a relevant unit', () => {
  const noMail: Pass = {
    kind: 'local',
    name: 'no mail',
    run: part => (part.kind === 'text' ? { ...part, text: part.text.replace(/\S+@\S+/g, '…') } : part),
  }

  test('is searched and sent as passes leave it, for the model, the index and embeddings', async () => {
    const asked: string[] = []
    const events = [
      user('my mail is ada@example.org zebra'),
      model('ok'),
      user('b'),
      model('c'),
      user('zebra?'),
    ]
    for (const scorer of ['words', 'embeddings'] as const) {
      const context = [C.last(1), C.relevant({ top: 3, scorer })]
      const program = agent({ name: 'helper', context })
      const { request } = await compile(program, createSession({ events }), {
        model: 'gpt-5.4',
        passes: [...defaultPasses, noMail],
        effects: {
          embed: {
            id: 'test',
            run: async ({ texts }) => {
              asked.push(...texts)
              return texts.map(() => [1, 0])
            },
          },
        },
      })
      expect(JSON.stringify(request)).toContain('my mail is … zebra')
      expect(JSON.stringify(request)).not.toContain('ada@')
    }
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.join()).not.toContain('ada@')
  })

  test('is one of as many as the tokens hold (H2)', async () => {
    const turns = Array.from({ length: 200 }, (_, at) => [
      user(`What of zebra ${at}? ${'some more words '.repeat(5)}`),
      model(`Zebra ${at} is well. ${'other words here '.repeat(5)}`),
    ])
    const session = createSession({ events: [...turns.flat(), user('Tell me of the zebra.')] })
    const [alone, found] = await Promise.all(
      [[C.last(1)], [C.last(1), C.relevant()]].map(async context => {
        const program = agent({ name: 'helper', context })
        const { tokens } = await compile(program, session, { model: 'gpt-5.4', budget: 16_000 })
        return tokens.input
      }),
    )
    expect(found! - alone!).toBeGreaterThan(1_800)
    expect(found! - alone!).toBeLessThanOrEqual(2_000)
  })

  test('is found even after many units that may not be found', async () => {
    const noise = Array.from(
      { length: 400 },
      (_, at): EventInput => ({
        author: 'noise',
        text: `zebra password ${at}`,
      }),
    )
    const events = [
      user('the zebra password is 42'),
      ...noise,
      user('x'),
      model('ok'),
      user('what is the zebra password'),
    ]
    const context = [C.where({ author: 'noise' }).tier('archive'), C.last(2), C.relevant({ top: 2 })]
    const program = agent({ name: 'helper', context })
    const { request } = await compile(program, createSession({ events }), { model: 'gpt-5.4' })
    expect(JSON.stringify(request)).toContain('the zebra password is 42')
  })
})

test('a source cut by its bound is marked in the ledger', async () => {
  const program = agent({ name: 'helper', context: [C.all(), C.state('x').atMost(60), C.state('y')] })
  const state = { x: 'word '.repeat(500), y: 'all' }
  const { ledger } = await compile(program, createSession({ events: [user('hi')], state }), {
    model: 'gpt-5.4',
  })
  const edits = ledger.declarations.map(({ origin, edits: done }) => [origin, done])
  expect(edits).toContainEqual(['d:context.1', ['truncated']])
  expect(edits).toContainEqual(['d:context.2', undefined])
})

describe('context blocks that stand before the end of the history', () => {
  const bound = 'claude-opus-5-5'
  const events: EventInput[] = [user('hi'), model('hello')]

  test('the text that asks the model to go on is counted', async () => {
    const sizeOf = async (
      context: NonNullable<Parameters<typeof agent>[0]['context']>,
      history: EventInput[],
    ) => {
      const program = agent({ name: 'helper', model: bound, instruction: 'Help.', context })
      const session = createSession({ events: history, state: { k: 'v' } })
      const { request, tokens } = await compile(program, session)
      const last = (request as { messages: { content: unknown }[] }).messages.at(-1)
      return { max: tokens.max, last: JSON.stringify(last) }
    }
    const bare = await sizeOf([C.all()], events)
    const withBlocks = await sizeOf([C.all(), C.state('k')], events)
    expect(bare.last).toContain('Continue.')
    expect(withBlocks.last).toBe(bare.last)
    const opened = [
      await sizeOf([C.all()], [user('hi')]),
      await sizeOf([C.all(), C.state('k')], [user('hi')]),
    ]
    expect(withBlocks.max - bare.max).toBe(opened[1]!.max - opened[0]!.max)
  })

  test('a decision on a call is still the last thing that the AI SDK reads', async () => {
    const conversation = fromAISDK([
      { role: 'user', content: 'Delete it.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'c1', toolName: 'remove', input: {} },
          { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    ])
    const context = [C.all(), C.template('Be brief.')]
    const { request } = await compile(
      agent({ ...conversation.agent, name: 'agent', context }) as never,
      conversation.session,
      { target: 'ai-sdk', model: bound },
    )
    const { messages } = request as { messages: { content: { type: string }[] }[] }
    expect(messages.at(-1)?.content).toEqual([
      { type: 'tool-approval-response', approvalId: 'a1', approved: true },
    ])
    expect(messages.at(-2)?.content.map(({ type }) => type)).toEqual(['tool-call', 'tool-approval-request'])
  })
})
