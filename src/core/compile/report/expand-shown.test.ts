import {
  agent,
  C,
  type Compiled,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  pipeline,
  type Session,
} from 'ctxc'
import { expect, test } from 'vitest'

const long = (word: string): string => `${word} `.repeat(1_000)
const says = (author: string, text: string, more: Partial<EventInput> = {}): EventInput => ({
  author,
  text,
  ...more,
})
const options = { target: 'openai-chat', model: 'gpt-5.4' } as const
const refused = { ok: false, message: 'nothing that was shown to you has this handle' }

/** Returns the handles among `0.0`, `1.0`, … that are expanded for an agent. */
const given = (result: Compiled, { length }: Session): string[] =>
  Array.from({ length }, (_, seq) => `${seq}.0`).filter(handle => result.expand(handle).ok)

const events = [says('user', long('a')), says('bot', 'b'), says('user', long('c')), says('bot', 'd')]

test('a text that the agent is shown is expanded, letter for letter', async () => {
  const session = createSession({ events })
  const result = await compile(agent({ name: 'bot' }), session, options)
  expect(result.expand('0.0')).toEqual({ ok: true, text: long('a') })
  expect(given(result, session)).toEqual(['0.0', '1.0', '2.0', '3.0'])
})

test('a result that stands before its call is expanded by the handle that it came with', async () => {
  const answered: EventInput = {
    author: 'tool',
    parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: long('r') }] }],
  }
  const called: EventInput = {
    author: 'bot',
    parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: {} }],
  }
  const session = createSession({ events: [says('user', 'a'), answered, called, says('user', 'b')] })
  const result = await compile(agent({ name: 'bot' }), session, options)
  expect(result.expand('1.0')).toEqual({ ok: true, text: long('r') })
})

test.each(['', 'nope', '0', '7.0', '0.7', '0.0.0', '00.0', null, 7, {}, Symbol('0.0')])(
  'an invalid handle is refused: %s',
  async handle => {
    const result = await compile(agent({ name: 'bot' }), createSession({ events }), options)
    expect(result.expand(handle as string)).toEqual({ ok: false, message: expect.any(String) })
  },
)

test('a unit trimmed for room is expanded', async () => {
  const session = createSession({ events })
  const result = await compile(agent({ name: 'bot' }), session, { ...options, budget: 1_200 })
  expect(result.units.length).toBeLessThan(4)
  expect(result.expand('0.0').ok).toBe(true)
})

test.each<[string, C.ContextInput, string[]]>([
  ['a window that moved on', C.window(1), ['0.0', '1.0', '2.0', '3.0']],
  ['more than a clause may take', C.all().atMost(10), ['0.0', '1.0', '2.0', '3.0']],
  ["users' words alone", C.userOnly(), ['0.0', '2.0', '3.0']],
  ['nothing but the current input', C.none(), ['2.0', '3.0']],
  ['a clause of the archive', [C.first(1).tier('archive'), C.last(3)], ['1.0', '2.0', '3.0']],
])('the context decides which units are expanded: %s', async (_, context, expected) => {
  const session = createSession({ events })
  const result = await compile(agent({ name: 'bot', context } as never), session, options)
  expect(given(result, session)).toEqual(expected)
  if (!expected.includes('0.0')) expect(result.expand('0.0')).toEqual(refused)
})

test.each([
  ['none', ['2.0', '3.0']],
  ['user-only', ['0.0', '2.0', '3.0']],
] as const)('includeContents decides which units are expanded: %s', async (includeContents, expected) => {
  const session = createSession({ events })
  const result = await compile(agent({ name: 'bot', includeContents }), session, options)
  expect(given(result, session)).toEqual(expected)
})

test('words of other agents are expanded only for agents that see them', async () => {
  const program = (contents: 'all' | 'exclude-agents') =>
    pipeline(agent({ name: 'other' }), agent({ name: 'bot', includeContents: contents }))
  const session = createSession({ events: [says('user', 'go'), says('other', long('o'))] })
  const by = (contents: 'all' | 'exclude-agents') =>
    compile(program(contents), session, { ...options, agent: 'bot' })
  expect(given(await by('all'), session)).toEqual(['0.0', '1.0'])
  expect(given(await by('exclude-agents'), session)).toEqual(['0.0'])
})

test('words of another branch are not expanded', async () => {
  const session = createSession({
    events: [
      says('user', 'go'),
      says('bot', 'mine', { branch: 'a.1' }),
      says('bot', long('theirs'), { branch: 'a.2' }),
    ],
  })
  const result = await compile(agent({ name: 'bot' }), session, { ...options, run: { branch: 'a.1' } })
  expect(given(result, session)).toEqual(['0.0', '1.0'])
})

test('a rewound unit is not expanded', async () => {
  const compiler = createCompiler(agent({ name: 'bot' }), options)
  const session = createSession({ events })
  expect((await compiler.compile(session)).expand('3.0').ok).toBe(true)
  const back = session.rewind(2).append(says('user', 'again'))
  const result = await compiler.compile(back)
  expect(given(result, back)).toEqual(['0.0', '1.0', '5.0'])
})

test('a summarized unit is not expanded', async () => {
  const session = createSession({ events }).append(
    says('bot', 'short', { actions: { compaction: { covers: [{ from: 0, to: 1 }] } } }),
    says('user', 'go on'),
  )
  const result = await compile(agent({ name: 'bot' }), session, options)
  expect(JSON.stringify(result.request)).not.toContain(long('a'))
  expect(result.expand('0.0')).toEqual(refused)
})

test('a summary is expanded', async () => {
  const session = createSession({ events }).append(
    says('user', long('s'), { actions: { compaction: { covers: [{ from: 0, to: 3 }] } } }),
    says('user', 'go on'),
  )
  const result = await compile(agent({ name: 'bot' }), session, options)
  // A summary never replaces the last user message before it.
  const isShown = ['a', 'b', 'c', 's'].map(word => JSON.stringify(result.request).includes(long(word)))
  expect([isShown, given(result, session)]).toEqual([
    [false, false, true, true],
    ['2.0', '3.0', '4.0', '5.0'],
  ])
})

test('a unit appended later is not expanded by an earlier result', async () => {
  const compiler = createCompiler(agent({ name: 'bot' }), options)
  const session = createSession({ events })
  const result = await compiler.compile(session)
  await compiler.compile(session.append(says('user', 'more')))
  expect(result.expand('4.0')).toEqual(refused)
  expect(result.expand('0.0').ok).toBe(true)
})

test('a result without a target expands nothing', async () => {
  const result = await compile(agent({ name: 'bot' }), createSession({ events }))
  expect([result.ok, result.expand('0.0')]).toEqual([false, refused])
})
