import { agent, C, compile } from 'ctxc'
import { check } from 'ctxc/check'
import { fromOpenAI } from 'ctxc/from/openai'
import { describe, expect, test } from 'vitest'

/** Returns a value of `C` as data. */
const dataOf = (piece: unknown): unknown => JSON.parse(JSON.stringify(piece))
const clause = (select: object, more: object = {}) => ({
  kind: 'clause',
  select,
  operations: [],
  when: [],
  ...more,
})
const source = (from: object, more: object = {}) => ({ kind: 'source', from, when: [], ...more })

describe('functions of C', () => {
  test.each<[string, C.ContextInput, object]>([
    ['all', C.all(), clause({ by: 'all' })],
    ['none', C.none(), clause({ by: 'none' })],
    ['window', C.window(5), clause({ by: 'window', turns: 5, slack: 0 })],
    ['window with slack', C.window(5, { slack: 3 }), clause({ by: 'window', turns: 5, slack: 3 })],
    ['last', C.last(3, { slack: 2 }), clause({ by: 'last', units: 3, slack: 2 })],
    ['first', C.first(1), clause({ by: 'first', units: 1 })],
    [
      'last of some',
      C.last(2, { of: { author: 'a' } }),
      clause({ by: 'last', units: 2, slack: 0, of: { author: 'a' } }),
    ],
    [
      'first of some',
      C.first(1, { of: { role: 'user' } }),
      clause({ by: 'first', units: 1, of: { role: 'user' } }),
    ],
    ['userOnly', C.userOnly(), clause({ by: 'users' })],
    ['fromAgents', C.fromAgents('a', 'b'), clause({ by: 'agents', names: ['a', 'b'] })],
    ['excludeAgents', C.excludeAgents('a'), clause({ by: 'other-agents', names: ['a'] })],
    [
      'where',
      C.where({ author: 'a', role: ['user', 'tool'] }),
      clause({ by: 'where', where: { author: 'a', role: ['user', 'tool'] } }),
    ],
    ['recent', C.recent({ halfLife: 4 }), clause({ by: 'recent', halfLife: 4, minScore: 0.1 })],
    ['tier', C.all().tier('archive'), clause({ by: 'all' }, { tier: 'archive' })],
    [
      'a regular expression',
      C.where({ text: ['a', /b+/gi] }),
      clause({ by: 'where', where: { text: ['a', { pattern: 'b+', flags: 'i' }] } }),
    ],
    ['bounds', C.all().atMost(9).atLeast(3), clause({ by: 'all' }, { atMost: 9, atLeast: 3 })],
    [
      'operations, in their order',
      C.all()
        .dedupe('exact')
        .project({ omit: ['a.b'] })
        .truncate({ tokens: 5 })
        .compact({ over: 10, expand: 'tool' })
        .render('text'),
      clause(
        { by: 'all' },
        {
          operations: [
            { op: 'dedupe', which: 'exact' },
            { op: 'project', omit: ['a.b'] },
            { op: 'truncate', tokens: 5, keep: 'head' },
            { op: 'compact', over: 10, expand: 'tool' },
            { op: 'render', as: 'text' },
          ],
        },
      ),
    ],
    [
      'orElse',
      C.userOnly().orElse(C.last(1).orElse(C.all())),
      clause(
        { by: 'users' },
        { orElse: clause({ by: 'last', units: 1, slack: 0 }, { orElse: clause({ by: 'all' }) }) },
      ),
    ],
    ['state', C.state('a', 'user:b'), source({ source: 'state', keys: ['a', 'user:b'] })],
    ['template', C.template('{a?}'), source({ source: 'template', text: '{a?}' })],
    ['notes', C.notes('a'), source({ source: 'notes', key: 'a', format: 'plain' })],
    ['artifact', C.artifact('a.md').atMost(5), source({ source: 'artifact', name: 'a.md' }, { atMost: 5 })],
    ['relevant', C.relevant(), source({ source: 'relevant', scorer: 'words' })],
    [
      'relevant by a key',
      C.relevant({ queryKey: 'a', top: 2, scorer: 'embeddings' }).tier('supplementary'),
      source({ source: 'relevant', queryKey: 'a', top: 2, scorer: 'embeddings' }, { tier: 'supplementary' }),
    ],
  ])('the data of %s are as declared', (_, piece, expected) => {
    expect(dataOf(piece)).toEqual(expected)
    expect(agent({ name: 'a', context: piece } as never).context).toEqual([expected])
  })

  test('C.when adds its test before those already there, in each piece', () => {
    const inner = C.when('b', C.all(), [C.state('x')])
    expect(dataOf(C.when('a', inner, C.none()))).toEqual([
      clause({ by: 'all' }, { when: ['a', 'b'] }),
      source({ source: 'state', keys: ['x'] }, { when: ['a', 'b'] }),
      clause({ by: 'none' }, { when: ['a'] }),
    ])
  })

  test('C.contextCompressor returns two clauses', () => {
    expect(C.contextCompressor({ tokenBudget: 4096, keepRecent: 3 })).toEqual(
      agent({ name: 'a', context: [C.last(3).tier('critical'), C.all().atMost(4096)] }).context,
    )
  })

  test('options in any order give the same text', () => {
    const same = (left: unknown, right: unknown) => expect(JSON.stringify(left)).toBe(JSON.stringify(right))
    same(C.all().truncate({ keep: 'tail', tokens: 5 }), C.all().truncate({ tokens: 5, keep: 'tail' }))
    same(C.all().atMost(9).tier('supplementary'), C.all().tier('supplementary').atMost(9))
  })
})

describe('a policy', () => {
  test('is not changed by its methods', () => {
    const plain = C.window(5)
    const before = JSON.stringify(plain)
    const critical = plain.tier('critical').compact()
    expect(JSON.stringify(plain)).toBe(before)
    expect(critical).not.toBe(plain)
  })

  test('is frozen, and holds copies of its inputs', () => {
    const names = ['a']
    const asked = { tool: ['search'] }
    const pieces = [C.fromAgents(...names), C.where(asked), C.state('k'), C.all().project({ keep: names })]
    const { context } = agent({ name: 'a', context: pieces })
    names.push('b')
    asked.tool.push('grep')
    expect(JSON.stringify(context)).not.toMatch(/"b"|grep/)
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen))
    expect(pieces.every(isFrozen)).toBe(true)
    expect(isFrozen(context)).toBe(true)
  })

  test('is kept when its agent is given to agent() again', () => {
    const one = agent({ name: 'a', context: C.all() })
    expect(agent(one)).toBe(one)
    expect(agent({ ...one, name: 'b' }).context).toBe(one.context)
  })
})

const list: unknown[] = []
list.push(list)
const endless: Record<string, unknown> = { kind: 'clause', select: { by: 'all' } }
endless.orElse = endless
const js = C as any

test.each<[string, () => unknown, string]>([
  ['no turns', () => C.window(0), 'C.window.turns must be a whole number of turns, 1 or more, got 0'],
  ['half a turn', () => C.window(1.5), 'C.window.turns must be a whole number of turns, 1 or more, got 1.5'],
  ['NaN', () => C.last(Number.NaN), 'C.last.units must be a whole number of units, 1 or more, got NaN'],
  ['no number', () => js.first(), 'C.first.units is missing: give a whole number of units, 1 or more'],
  [
    'a misspelt option',
    () => js.window(5, { slak: 1 }),
    "C.window has no option 'slak': did you mean 'slack'?",
  ],
  ['no options', () => js.window(5, 3), 'C.window must be an object, got 3'],
  [
    'a negative slack',
    () => C.last(5, { slack: -1 }),
    'C.last.slack must be a whole number of turns or units',
  ],
  [
    'negative tokens',
    () => C.all().atMost(-1),
    'C.all.atMost must be a whole number of tokens, 1 or more, got -1',
  ],
  [
    'no tokens',
    () => js.all().atLeast(),
    'C.all.atLeast must be a whole number of tokens, 1 or more, got null',
  ],
  ['bounds that cross', () => C.all().atLeast(9).atMost(3), 'C.all has atLeast 9 and atMost 3'],
  [
    'an unknown tier',
    () => js.userOnly().tier('urgent'),
    'C.userOnly.tier must be one of critical, important',
  ],
  ['a tier twice', () => js.all().tier('archive').tier('critical'), 'C.all has tier already: use it once'],
  ['an operation twice', () => js.all().compact().compact(), 'C.all has compact already: use it once'],
  ['both dedupes', () => js.all().dedupe('exact').dedupe('superseded'), 'C.all has dedupe already'],
  ['orElse twice', () => js.all().orElse(C.all()).orElse(C.all()), 'C.all has orElse already'],
  [
    'after none',
    () => js.none().compact(),
    'C.none selects nothing, but has operations or limits: use C.none() alone',
  ],
  ['a tier of none', () => js.none().tier('critical'), 'C.none selects nothing'],
  [
    'keep and omit',
    () => js.all().project({ keep: ['a'], omit: ['b'] }),
    'C.all.project has both keep and omit',
  ],
  ['neither', () => js.all().project({}), 'C.all.project has neither keep nor omit: name the fields'],
  [
    'no path',
    () => C.all().project({ omit: ['a', 'b..c'] }),
    'C.all.project.omit[1] is not a path to a field: use non-empty names',
  ],
  ['no paths', () => C.all().project({ keep: [] }), 'C.all.project.keep is empty: give at least one'],
  [
    'an unknown end',
    () => js.all().truncate({ tokens: 5, keep: 'middle' }),
    'C.all.truncate.keep must be one of',
  ],
  ['no length', () => js.all().truncate({}), 'C.all.truncate.tokens is missing'],
  [
    'no option',
    () => js.all().compact({ older: 1 }),
    "C.all.compact has no option 'older': did you mean 'olderThan'?",
  ],
  [
    'an unknown tool',
    () => js.all().compact({ expand: 'yes' }),
    "C.all.compact.expand must be one of tool, got 'yes'",
  ],
  ['another form', () => js.all().render('xml'), "C.all.render.as must be one of text, got 'xml'"],
  ['no clause', () => js.all().orElse(C.state('a')), 'C.all.orElse must be a clause, got an object'],
  [
    'a floor of what is never sent',
    () => js.all().tier('archive').atLeast(500),
    "C.all is never sent, but has operations or limits: remove those, or remove .tier('archive')",
  ],
  [
    'a short form of it',
    () => js.all().compact().tier('archive'),
    'C.all is never sent, but has operations or limits',
  ],
  [
    'a bound of it',
    () => js.all().tier('archive').atMost(5),
    'C.all is never sent, but has operations or limits',
  ],
  [
    'a text to look for that is none',
    () => js.where({ text: 5 }),
    'C.where.text must be a text, or a regular expression, got 5',
  ],
  [
    'an expression that is none, as data',
    () => js.where({ text: { pattern: '(' } }),
    "C.where.text.pattern must be a regular expression, got '('",
  ],
  [
    'flags that keep a place',
    () => js.where({ text: { pattern: 'a', flags: 'g' } }),
    "C.where.text.flags must be some of the flags i, m, s, u, v, got 'g'",
  ],
  [
    'none in the place of none',
    () => C.all().orElse(C.none()),
    'C.all.orElse selects nothing, and replaces nothing: remove it',
  ],
  ['no names', () => C.fromAgents(), 'C.fromAgents.names is empty: give at least one'],
  [
    'the name of no agent',
    () => C.excludeAgents('user'),
    "C.excludeAgents.names[0] must not be 'user', which is a reserved author",
  ],
  ['no condition of where', () => C.where({}), 'C.where has no condition: C.all() selects every unit'],
  [
    'an unknown role',
    () => js.where({ role: 'assistant' }),
    'C.where.role must be one of user, developer, model, tool',
  ],
  ['an unknown field', () => js.where({ name: 'a' }), "C.where has no option 'name'"],
  [
    'no half-life',
    () => C.recent({ halfLife: 0 }),
    'C.recent.halfLife must be a number of turns above 0, got 0',
  ],
  [
    'a score of 2',
    () => C.recent({ halfLife: 1, minScore: 2 }),
    'C.recent.minScore must be a number above 0',
  ],
  ['no keys', () => C.state(), 'C.state.keys is empty: give at least one'],
  ['no key', () => C.state(''), 'C.state.keys[0] is not a key of the state'],
  ['no text', () => C.template(''), 'C.template.text is empty'],
  [
    'an unknown format',
    () => js.notes('a', { format: 'table' }),
    'C.notes.format must be one of plain, checklist',
  ],
  [
    'query and key',
    () => js.relevant({ query: 'a', queryKey: 'b' }),
    'C.relevant has both query and queryKey',
  ],
  [
    'no units',
    () => C.relevant({ top: 0 }),
    'C.relevant.top must be a whole number of units, 1 or more, got 0',
  ],
  [
    'no test',
    () => js.when(5, C.all()),
    'C.when.test must be a key of the state, or a function of the state, got 5',
  ],
  ['no pieces', () => C.when('a'), 'C.when.pieces is empty'],
  [
    'half a compressor',
    () => js.contextCompressor({ keepRecent: 1 }),
    'C.contextCompressor.tokenBudget is missing',
  ],
  [
    'a word',
    () => agent({ name: 'a', context: 'all' as never }),
    "agent.context must be a result of a function of C, such as C.all(), got 'all'",
  ],
  [
    'a function',
    () => agent({ name: 'a', context: C.all as never }),
    'agent.context must be a result of a function of C, such as C.all(), got a function',
  ],
  [
    'nothing',
    () => agent({ name: 'a', context: [] }),
    'agent.context is empty: use C.none() to show only the current input',
  ],
  [
    'a list in itself',
    () => agent({ name: 'a', context: list as never }),
    'agent.context[0] contains itself',
  ],
  [
    'a clause in itself',
    () => agent({ name: 'a', context: endless as never }),
    'agent.context.orElse contains itself',
  ],
  [
    'beside includeContents',
    () => agent({ name: 'a', context: C.all(), includeContents: 'all' } as never),
    'agent.includeContents cannot be combined with context: remove one of them',
  ],
  [
    'below another agent',
    () => agent({ name: 'a', subAgents: [{ name: 'b', context: [C.all(), { kind: 'S.set' } as never] }] }),
    "agent.subAgents[0].context[1].kind must be a piece of a policy, got 'S.set'",
  ],
])('%s is a TypeError that names the place and the fix', (_, declare, message) => {
  expect(declare).toThrow(TypeError)
  expect(declare).toThrow(message)
})

test('a context that is nested too deeply is a TypeError, not a full stack', () => {
  let context: unknown = C.all()
  for (let depth = 0; depth < 3_000; depth++) context = [context]
  expect(() => agent({ name: 'a', context: context as never })).toThrow(/^agent\.context.* levels deep/)
})

describe('an imported conversation', () => {
  const conversation = fromOpenAI([{ role: 'user', content: 'Hello' }])

  test('gets a context by agent()', async () => {
    const narrow = agent({ ...conversation.agent, context: C.window(5) })
    expect(narrow.context).toHaveLength(1)
    const program = { ...conversation, agent: narrow }
    expect(check(program).diagnostics).toEqual([])
    expect((await compile(program, { model: 'gpt-5.4' })).ok).toBe(true)
  })

  test('refuses a context that was not declared by agent()', async () => {
    const program = { ...conversation, agent: { ...conversation.agent, context: C.window(5) as never } }
    await expect(compile(program, { model: 'gpt-5.4' })).rejects.toThrow(
      'agent.context was not declared: give it to agent(): agent({ ...conversation.agent, context })',
    )
  })
})
