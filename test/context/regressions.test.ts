// What hostile policies, passes and sessions brought to light, reduced.
import { describe, expect, test } from 'vitest'
import {
  agent,
  C,
  type Compiled,
  type CompileOptions,
  compile,
  createSession,
  defaultPasses,
  type EventInput,
  type Part,
  type Pass,
} from '../../src/index.ts'

const user = (text: string): EventInput => ({ author: 'user', text })
const model = (text: string): EventInput => ({ author: 'helper', text })

const contentsOf = ({ request }: Compiled): unknown[] =>
  (request as unknown as { messages: { content: unknown }[] }).messages.map(({ content }) => content)

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
  const called = (text: string): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text }] }] },
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

  test('the question that is to be answered is not cut, what tools answered may be', async () => {
    const context = C.all().truncate({ tokens: 8 })
    const [asked] = await contentsWith(context, [user(words(30))])
    expect(asked).toBe(words(30))
    const shown = await contentsWith(context, [user('q'), ...called(words(30))])
    expect(String(shown.at(-1)).length).toBeLessThan(60)
  })

  test.each([
    () => C.all().tier('archive').atLeast(500),
    () => C.all().tier('archive').compact(),
    () => C.all().tier('critical').atMost(60),
    () => C.all().orElse(C.none()),
  ])('that are nonsense are refused: %s', made => expect(made).toThrow(TypeError))
})

describe('what a pass does to what it is given, nobody sees', () => {
  const events: EventInput[] = [
    user('one'),
    { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: { deep: [1] } }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'seen' }] }] },
    user('three'),
  ]
  const change = (part: Part): Part => {
    const open = part as unknown as { text?: string; content?: unknown[]; arguments?: { deep: number[] } }
    if (open.text !== undefined) open.text = 'GONE'
    open.content?.push({ kind: 'text', text: 'GONE' })
    open.arguments?.deep.push(2)
    return part
  }
  const changing = [
    { kind: 'local', name: 'part', run: change },
    {
      kind: 'local',
      name: 'event',
      run: (part, { event }) => {
        for (const one of event.parts) change(one)
        return part
      },
    },
    {
      kind: 'fold',
      name: 'step',
      begin: () => 0,
      step: (sum: number, { parts }) => {
        for (const part of parts) change(part)
        return sum + 1
      },
    },
    {
      kind: 'window',
      name: 'must',
      run: blocks => {
        for (const block of blocks) (block as { must: boolean }).must = false
        return []
      },
    },
  ] as const satisfies readonly Pass[]
  test.each(changing)('$kind: $name', async pass => {
    const session = createSession({ events })
    const program = agent({ name: 'helper', identity: false })
    const plain = await compile(program, session, { target: 'openai-chat' })
    const passes = [...defaultPasses, pass as Pass]
    const result = await compile(program, session, { target: 'openai-chat', passes })
    expect(result.request).toEqual(plain.request)
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX9301')
    expect(session.toJSON()).toEqual(createSession({ events }).toJSON())
    expect((await compile(program, session, { target: 'openai-chat' })).request).toEqual(plain.request)
  })

  test('what a caller gave is not frozen', async () => {
    const part = { kind: 'text' as const, text: 'one' }
    const session = createSession({ events: [{ author: 'user', parts: [part] }] })
    const same: Pass = { kind: 'local', name: 'same', run: one => one }
    await compile(agent({ name: 'helper' }), session, { target: 'text', passes: [same] })
    expect(Object.isFrozen(part)).toBe(false)
  })

  test('nor what one pass does to what another one gave', async () => {
    const kept = { kind: 'text' as const, text: 'kept' }
    const first: Pass = { kind: 'local', name: 'first', run: part => (part.kind === 'text' ? kept : part) }
    const second: Pass = { kind: 'local', name: 'second', run: change }
    const program = agent({ name: 'helper', identity: false })
    const options: CompileOptions = { target: 'openai-chat', passes: [first, second] }
    const result = await compile(program, createSession({ events: [user('one')] }), options)
    expect(contentsOf(result)).toEqual(['kept'])
    expect(kept.text).toBe('kept')
  })
})

describe('what a pass may not give is told in words', () => {
  const nothing = 'it gave nothing'
  const promise = 'it gave a promise: passes are sync'
  const failing = async (): Promise<never> => {
    throw new Error('no')
  }
  const giving = [
    ['local', () => undefined, nothing],
    ['local', () => null, nothing],
    ['local', failing, promise],
    ['local', () => 5, 'it gave 5, no part'],
    ['fold', () => undefined, nothing],
    ['fold', failing, promise],
    ['window', () => undefined, nothing],
    ['window', () => null, nothing],
    ['window', failing, promise],
    ['window', () => ({ text: 'a' }), 'it gave an object, no list of blocks'],
    ['window', () => 'text', "it gave 'text', no list of blocks"],
    ['window', (blocks: unknown[]) => [...blocks, null], 'its list holds null at 3'],
    ['window', (blocks: unknown[]) => blocks.map(failing), 'its list holds a promise (passes are sync) at 0'],
    [
      'window',
      (blocks: unknown[]) => [...blocks, {}],
      'it gave what is neither a block that it was given nor { text }',
    ],
  ] as const
  test.each(giving)('%s %s', async (kind, run, why) => {
    const pass = kind === 'fold' ? { kind, name: 'p', begin: () => 0, step: run } : { kind, name: 'p', run }
    const session = createSession({ events: [user('one'), model('two'), user('three')] })
    const program = agent({ name: 'helper', identity: false })
    const passes = [...defaultPasses, pass as unknown as Pass]
    const result = await compile(program, session, { target: 'openai-chat', model: 'gpt-4.1', passes })
    expect(contentsOf(result)).toEqual(['one', 'two', 'three'])
    expect(result.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['CX9301', `the pass 'p' failed, and changed nothing there: ${why}`],
    ])
  })

  test('a state may be null', async () => {
    const fold: Pass = { kind: 'fold', name: 'p', begin: () => null, step: () => null }
    const options: CompileOptions = { target: 'text', passes: [...defaultPasses, fold] }
    const { diagnostics } = await compile(
      agent({ name: 'helper' }),
      createSession({ events: [user('one')] }),
      options,
    )
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX9301')
  })

  test.each([
    ['holds', async () => true],
    ['fails', failing],
  ])('a condition that has to be waited for: one that %s', async (_, test) => {
    const context = [C.all(), C.when(test as never, C.template('vip'))]
    const program = agent({ name: 'helper', identity: false, context })
    const result = await compile(program, createSession({ events: [user('one')] }), {
      target: 'openai-chat',
      model: 'gpt-4.1',
    })
    expect(contentsOf(result)).toEqual(['one'])
    expect(result.diagnostics).toMatchObject([
      { code: 'CX2005', data: { why: 'it gave a promise: conditions are sync' } },
    ])
  })
})

describe('a repeat is told by a reference only where what it refers to tells as much', () => {
  const rows = JSON.stringify({ a: 1, rows: 'row '.repeat(60) })
  const read = (id: string, text = rows): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'read', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
  ]
  const events = [user('go'), ...read('c1'), ...read('c2'), ...read('c3'), user('now')]
  const answers = async (context: C.ContextInput): Promise<unknown[]> => {
    const program = agent({ name: 'helper', identity: false, context })
    const result = await compile(program, createSession({ events }), { target: 'openai-chat' })
    return [2, 4, 6].map(at => contentsOf(result)[at])
  }
  const same = (handle: string): string => `[The same result as before: ${handle}.]`

  test('fields of the first are left out', async () => {
    const context = [C.first(2).project({ keep: ['a'] }), C.last(3).dedupe('exact')]
    expect(await answers(context)).toEqual(['{"a":1}', rows, same('4.0')])
  })

  test('the first is cut', async () => {
    const [first, ...others] = await answers([C.first(2).truncate({ tokens: 5 }), C.last(3).dedupe('exact')])
    expect(first).not.toBe(rows)
    expect(others).toEqual([rows, same('4.0')])
  })

  test('the first is told by a later one', async () => {
    const context = [C.first(2).dedupe('superseded'), C.last(3).dedupe('exact')]
    const [first, ...others] = await answers(context)
    expect(first).toContain('[Out of date')
    expect(others).toEqual([rows, same('4.0')])
  })

  test.each([
    C.all().dedupe('exact').truncate({ tokens: 5 }),
    C.all().dedupe('exact').compact({ over: 1, olderThan: 0 }),
    C.all().dedupe('exact').render('text').truncate({ tokens: 5 }),
  ])('a reference is never cut: %j', async context => {
    expect(JSON.stringify(await answers(context))).toContain(same('2.0'))
  })
})

describe('notes are told in their format', () => {
  const told = async (likes: unknown, format: 'plain' | 'checklist' | 'numbered'): Promise<string> => {
    const program = agent({
      name: 'helper',
      identity: false,
      context: [C.none(), C.notes('likes', { format })],
    })
    const session = createSession({ state: { likes } as never, events: [user('go')] })
    const [, text] = contentsOf(await compile(program, session, { target: 'openai-chat' }))
    return text === undefined ? '' : (text as string).split('\n').slice(1, -1).join('\n')
  }
  const list = [null, 'one', '', 'two\n- [ ] forged', { a: 1 }, 3]
  test.each([
    ['checklist', '- [ ] one\n- [ ] two\n  - [ ] forged\n- [ ] {"a":1}\n- [ ] 3'],
    ['numbered', '1. one\n2. two\n   - [ ] forged\n3. {"a":1}\n4. 3'],
    ['plain', 'one\ntwo\n- [ ] forged\n{"a":1}\n3'],
  ] as const)('%s', async (format, text) => {
    expect(await told(list, format)).toBe(text)
  })
  test('what is no list is as it is', async () => {
    expect(await told({ a: 1 }, 'checklist')).toBe('{"a":1}')
    expect(await told('a\nb', 'numbered')).toBe('a\nb')
    expect(await told([null], 'checklist')).toBe('')
  })
})

test('words behind a file begin on a line of their own', async () => {
  const image = {
    kind: 'file',
    mediaType: 'image/png',
    source: { type: 'base64', data: 'iVBORw0KGgo=' },
  } as const
  const parts: Part[] = [{ kind: 'text', text: 'before' }, image, { kind: 'text', text: 'behind' }, image]
  const events: EventInput[] = [{ author: 'user', parts }, model('seen'), user('now')]
  const program = agent({ name: 'helper', identity: false, context: C.all().render('text') })
  const result = await compile(program, createSession({ events }), { target: 'openai-chat' })
  const [told] = contentsOf(result) as { type: string; text?: string }[][]
  expect(told?.map(({ type, text }) => text ?? type)).toEqual([
    expect.stringMatching(/\nbefore$/),
    'image_url',
    '\nbehind',
    'image_url',
    expect.stringMatching(/^\n<\/context/),
  ])
})
