// Reduced cases that hostile policies, passes and sessions found.
import { describe, expect, test } from 'vitest'
import { defaultPasses, type Pass } from '../../src/compile.ts'
import { agent, C, compile, createSession, type EventInput } from '../../src/index.ts'
import { contentsOf, model, user } from './said.ts'

describe('a critical summary is shown with any selection', () => {
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
  test('by includeContents: none', async () => {
    const program = agent({ name: 'helper', identity: false, includeContents: 'none' })
    const result = await compile(program, session, { target: 'openai-chat' })
    expect(contentsOf(result)).toEqual(['in short', 'seven'])
  })
})

test('a unit dropped without any matching condition is a decision', async () => {
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

describe('a failing pass changes nothing, and is reported', () => {
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
  test.each(failing)('in a pass of the kind $kind: $name', async pass => {
    const session = createSession({ events: [user('one'), model('two'), user('three')] })
    const program = agent({ name: 'helper', identity: false })
    const passes = [...defaultPasses, pass]
    const result = await compile(program, session, { target: 'openai-chat', passes })
    expect(contentsOf(result)).toEqual(['one', 'two', 'three'])
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX9301')
  })
})

describe('content without a text form is reported', () => {
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

  test('for units written as text', async () => {
    const { diagnostics, ledger } = await compiled(C.all().render('text'))
    const said = diagnostics.map(({ code, at }) => [code, at])
    expect(said).toContainEqual(['CX7007', ['e:1.0']])
    expect(said).toContainEqual(['CX7008', ['e:1.1']])
    expect(ledger.rows[1]?.edits).toEqual(['rendered', 'reasoning-omitted', 'reduced'])
  })

  test('for relevant units', async () => {
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

test('a copy of a clause with more fields is refused', () => {
  const copy = { ...C.all(), tier: 'critical' }
  expect(() => agent({ name: 'helper', context: copy as never })).toThrow(/use the method \.tier\(…\)/)
})

test('a clause selects results with their calls', async () => {
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

  test('use a clause of orElse only if all before it select nothing', async () => {
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
  ])('give the same request in any order: %j %j', async (one, other) => {
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

  test('with bounds select the same units in any order, because bounds do not affect each other', async () => {
    const short = C.all().truncate({ tokens: 10 }).atMost(200)
    const newest = C.where({ tool: 'look' }).atMost(150)
    const events = Array.from({ length: 12 }, (_, at) => [...called(words(60), `c${at}`), user('on')]).flat()
    expect(await contentsWith([newest, short], events)).toEqual(await contentsWith([short, newest], events))
  })

  test('never cut messages in any turn, only results', async () => {
    const context = C.all().truncate({ tokens: 8 })
    const [asked] = await contentsWith(context, [user(words(30))])
    const later = await contentsWith(context, [user(words(30)), model(words(30)), user('now')])
    expect([asked, ...later]).toEqual([words(30), words(30), words(30), 'now'])
    const shown = await contentsWith(context, [user('q'), ...called(words(30))])
    expect(String(shown.at(-1)).length).toBeLessThan(60)
  })
})

test('a rendered pending call without arguments is not promised to a later request', async () => {
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
