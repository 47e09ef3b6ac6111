// What hostile policies, passes and sessions brought to light, reduced.
import { describe, expect, test } from 'vitest'
import {
  agent,
  C,
  type CompileOptions,
  compile,
  createSession,
  defaultPasses,
  type EventInput,
  type Pass,
} from '../../src/index.ts'
import { contentsOf, model, user } from './said.ts'

describe('a critical summary is shown whatever selects', () => {
  const session = createSession({
    events: [
      user('one'),
      model('two'),
      user('three'),
      model('four'),
      {
        ...model('in short'),
        tier: 'critical',
        actions: { compaction: { covers: [{ from: 0, to: 2 }] } },
      },
      user('five'),
      model('six'),
      user('seven'),
    ],
  })
  test.each([[C.last(1)], [C.window(1)], [C.none()], [C.where({ author: 'nobody' })]])('%j', async clause => {
    const program = agent({ name: 'helper', identity: false, context: [clause] })
    const result = await compile(program, session, { target: 'openai-chat' })
    expect(contentsOf(result)).toEqual(['in short', 'seven'])
  })
  test('includeContents: none', async () => {
    const program = agent({ name: 'helper', identity: false, includeContents: 'none' })
    const result = await compile(program, session, { target: 'openai-chat' })
    expect(contentsOf(result)).toEqual(['in short', 'seven'])
  })
})

test('what is found takes no more than was kept free for it, tags included', async () => {
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

describe('the beginning ends before what stands beside the history', () => {
  test.each([
    [C.notes('mood')],
    [C.template('{mood}')],
    [C.artifact('empty')],
    [C.artifact('long').atMost(1)],
  ])('%j', async source => {
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

test('where no condition holds, what slides out is a decision', async () => {
  const program = agent({ name: 'helper', identity: false, context: C.when('vip', C.all()) })
  const call = (id: string) => ({ kind: 'tool-call', id, name: 'look', arguments: {} }) as const
  const asked = createSession({ events: [{ author: 'helper', parts: [call('c1')] }, model('two')] })
  const one = await compile(program, asked, { target: 'gemini' })
  const late: EventInput = {
    author: 'tool',
    parts: [{ kind: 'tool-result', id: 'c1', name: 'look', content: [{ kind: 'text', text: 'late' }] }],
  }
  const two = await compile(program, asked.append(late), { target: 'gemini', plan: one.plan })
  expect(two.diagnostics.map(({ code }) => code)).toContain('CX5001')
})

describe('a pass that fails changes nothing, and says so', () => {
  const fail = (): never => {
    throw new Error('no')
  }
  const failing = [
    { kind: 'fold', name: 'begin', begin: fail, step: state => state },
    { kind: 'fold', name: 'step', begin: () => 0, step: fail },
    { kind: 'local', name: 'nothing', run: () => null as never },
    { kind: 'local', name: 'number', run: () => ({ kind: 'text', text: 5 }) as never },
    { kind: 'local', name: 'other', run: () => ({ kind: 'data', value: 1 }) },
  ] as const satisfies readonly Pass[]
  test.each(failing)('$kind: $name', async pass => {
    const session = createSession({ events: [user('one'), model('two'), user('three')] })
    const program = agent({ name: 'helper', identity: false })
    const passes = [...defaultPasses, pass]
    const result = await compile(program, session, { target: 'openai-chat', passes })
    expect(contentsOf(result)).toEqual(['one', 'two', 'three'])
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX9301')
  })
})

describe('what words do not tell is said', () => {
  const events: EventInput[] = [
    {
      author: 'user',
      parts: [
        { kind: 'text', text: 'Here is the picture of Lisbon.' },
        { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: 'iVBORw0KGgo=' } },
      ],
    },
    {
      author: 'helper',
      parts: [
        { kind: 'reasoning', text: 'They like it.', native: { format: 'anthropic', payload: {} } },
        { kind: 'opaque', format: 'openai', type: 'web_search_call', payload: {} },
        { kind: 'text', text: 'Nice.' },
      ],
    },
    user('And now?'),
    model('Now we wait.'),
    user('What did the picture of Lisbon show?'),
  ]
  const compiled = (context: C.ContextInput) =>
    compile(agent({ name: 'helper', identity: false, context }), createSession({ events }), {
      target: 'openai-chat',
    })

  test('of units that are told as words', async () => {
    const { diagnostics, ledger } = await compiled(C.all().render('text'))
    const said = diagnostics.map(({ code, at }) => [code, at])
    expect(said).toContainEqual(['CX7007', ['e:1.0']])
    expect(said).toContainEqual(['CX7008', ['e:1.1']])
    expect(ledger.rows[1]?.edits).toEqual(['rendered', 'reasoning-omitted', 'reduced'])
  })

  test('of units that are found', async () => {
    const { ledger, request } = await compiled([C.last(1), C.relevant({ top: 1 })])
    expect(JSON.stringify(request)).toContain('[file, image/png]')
    expect(ledger.rows[0]).toMatchObject({
      from: 0,
      to: 1,
      reason: 'relevant',
      edits: ['rendered', 'reduced'],
    })
  })
})

describe('sources have the room that there is', () => {
  const filled = (tokens: number): string => 'word '.repeat(tokens)
  const of = (context: C.ContextInput, events: EventInput[], options: CompileOptions, state = {}) =>
    compile(agent({ name: 'helper', identity: false, context }), createSession({ events, state }), {
      model: 'gpt-5.4',
      ...options,
    })

  test('a small critical one in a small budget', async () => {
    const context = [C.all(), C.template('note').tier('critical')]
    const whole = await of(context, [user('hi')], {})
    const exact = await of(context, [user('hi')], { budget: whole.tokens.max })
    expect(exact.request).toEqual(whole.request)
    const less = await of(context, [user('hi')], { budget: whole.tokens.max - 1 })
    expect(less.diagnostics[0]).toMatchObject({ code: 'CX4001', data: { needed: whole.tokens.max } })
    expect(less.diagnostics[0]?.at).toContain('d:context.1')
  })

  test('only what has no room is left out', async () => {
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

  test('a bound holds, tags included; one that leaves no word is said', async () => {
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

  test('an artifact that is not there is told of', async () => {
    const { diagnostics } = await of([C.all(), C.artifact('nope')], [user('hi')], {})
    expect(diagnostics[0]).toMatchObject({ code: 'CX2001', at: ['d:context.1'] })
  })

  test('a source keeps its place while a condition comes and goes', async () => {
    const context = [C.all(), C.when('a', C.template('one')), C.template('two')]
    for (const a of [true, false]) {
      const { ledger } = await of(context, [user('hi')], {}, { a })
      expect(ledger.declarations.at(-1)?.origin).toBe('d:context.2')
    }
  })

  test('nothing is kept free for what is found where all is shown', async () => {
    const events = Array.from({ length: 12 }, (_, at) => [user(filled(50)), model(`answer ${at}`)]).flat()
    const whole = await of(C.all(), [...events, user('topic')], {})
    const budget = whole.tokens.max
    const { request } = await of([C.all(), C.relevant()], [...events, user('topic')], { budget })
    expect(request).toEqual(whole.request)
  })
})

test('a copy of a clause with more beside it is no clause', () => {
  const copy = { ...C.all(), tier: 'critical' }
  expect(() => agent({ name: 'helper', context: copy as never })).toThrow(/say it by the method: \.tier\(…\)/)
})

test('what tools answered is selected with its calls', async () => {
  const events: EventInput[] = [
    user('one'),
    { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'seen' }] }] },
    model('two'),
    user('three'),
  ]
  for (const where of [{ author: 'tool' }, { role: 'tool' as const }]) {
    const program = agent({ name: 'helper', identity: false, context: C.where(where) })
    const result = await compile(program, createSession({ events }), { target: 'openai-chat' })
    expect(contentsOf(result)).toEqual([null, 'seen', 'three'])
  }
})

test('a bound of a clause keeps a very long unit that fits', async () => {
  const long = 'word '.repeat(1_300)
  const events = [user('one'), model(long), user('two'), model(long), user('three'), model('short')]
  const program = agent({ name: 'helper', identity: false, context: C.all().atMost(2_500) })
  const result = await compile(program, createSession({ events }), {
    model: 'gpt-5.4',
    target: 'openai-chat',
  })
  expect(contentsOf(result)).toContain(long)
})

describe('what is found', () => {
  const noMail: Pass = {
    kind: 'local',
    name: 'no mail',
    run: part => (part.kind === 'text' ? { ...part, text: part.text.replace(/\S+@\S+/g, '…') } : part),
  }

  test('is what passes of the program leave of it, for the model, the index and whoever makes embeddings', async () => {
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

  test('stands behind no unit that may not be found', async () => {
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

test('a source that its bound cuts is told of in the ledger', async () => {
  const program = agent({ name: 'helper', context: [C.all(), C.state('x').atMost(60), C.state('y')] })
  const state = { x: 'word '.repeat(500), y: 'all' }
  const { ledger } = await compile(program, createSession({ events: [user('hi')], state }), {
    model: 'gpt-5.4',
  })
  const edits = ledger.declarations.map(({ origin, edits: done }) => [origin, done])
  expect(edits).toContainEqual(['d:context.1', ['truncated']])
  expect(edits).toContainEqual(['d:context.2', undefined])
})

describe('clauses', () => {
  const contentsWith = async (context: C.ContextInput, events: EventInput[]): Promise<unknown[]> => {
    const program = agent({ name: 'helper', identity: false, context })
    const result = await compile(program, createSession({ events }), {
      target: 'openai-chat',
      model: 'gpt-5.4',
    })
    return contentsOf(result)
  }
  const called = (text: string, id = 'c1'): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'look', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
  ]
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

  test('one of a chain is asked where all before it select nothing', async () => {
    const chain = C.userOnly().orElse(C.where({ author: 'helper' }).orElse(C.all()))
    const events = [user('a'), model('b'), user('c'), model('x'), user('now')]
    expect(await contentsWith(chain, events)).toEqual(['a', 'c', 'now'])
    const last = C.where({ tag: 'x' }).orElse(C.where({ tag: 'y' }).orElse(C.userOnly()))
    expect(await contentsWith(last, events)).toEqual(['a', 'c', 'now'])
  })

  test.each([
    [C.all().truncate({ tokens: 20 }), C.where({ tool: 'look' }).truncate({ tokens: 500 })],
    [C.all().compact({ olderThan: 5, over: 100 }), C.last(9).truncate({ tokens: 20 })],
    [C.all().project({ omit: ['a'] }), C.all().project({ omit: ['b'] })],
  ])('say the same in any order: %j %j', async (one, other) => {
    const events = [
      user('q'),
      ...called(JSON.stringify({ a: words(100), b: words(200) })),
      model('x'),
      user('now'),
    ]
    const shown = await contentsWith([one, other], events)
    expect(await contentsWith([other, one], events)).toEqual(shown)
    expect(JSON.stringify(shown)).toContain('word99')
  })

  test('with bounds select the same in any order: a bound counts no unit as another bound left it', async () => {
    const short = C.all().truncate({ tokens: 10 }).atMost(200)
    const newest = C.where({ tool: 'look' }).atMost(150)
    const events = Array.from({ length: 12 }, (_, at) => [...called(words(60), `c${at}`), user('on')]).flat()
    expect(await contentsWith([newest, short], events)).toEqual(await contentsWith([short, newest], events))
  })

  test('what was said is not cut, in no turn; what tools answered is', async () => {
    const context = C.all().truncate({ tokens: 8 })
    const [asked] = await contentsWith(context, [user(words(30))])
    const later = await contentsWith(context, [user(words(30)), model(words(30)), user('now')])
    expect([asked, ...later]).toEqual([words(30), words(30), words(30), 'now'])
    const shown = await contentsWith(context, [user('q'), ...called(words(30))])
    expect(String(shown.at(-1)).length).toBeLessThan(60)
  })
})

test('a call without arguments that waits for its result is promised to no later request, told as words too', async () => {
  const call = { kind: 'tool-call', id: 'c1', name: 'look', arguments: '', freeform: true } as const
  const covers = [{ from: 3, to: 3 }]
  const events: EventInput[] = [
    user('one'),
    { author: 'helper', parts: [call] },
    { author: 'developer', trust: 'external', text: 'Be brief.' },
    { ...user('of nothing'), actions: { compaction: { covers } } },
  ]
  const { prefix } = await compile(agent({ name: 'helper' }), createSession({ events }), { target: 'text' })
  expect(prefix.at(-1)?.text).toContain('one')
})
