import { type Agent, agent, type CheckOptions, check, flow, type Member, S, tool, type Way } from 'ctxc'
import { describe, expect, test } from 'vitest'

const pipeline = (...members: Member[]): Member => ({ kind: 'pipeline', members })
const parallel = (...members: Member[]): Member => ({ kind: 'parallel', members })
const loop = (max: number, ...members: Member[]): Member => ({ kind: 'loop', members, until: null, max })
const fallback = (...members: Member[]): Member => ({ kind: 'fallback', members })
const route = (key: string, ways: Record<string, Member>, otherwise: Member | null = null): Member => ({
  kind: 'route',
  key,
  ways: Object.entries(ways).map(([is, member]): Way => ({ is, member })),
  other: otherwise,
})
const reads = (name: string, instruction: string, more: Partial<Agent> = {}) =>
  agent({ name, instruction, ...more })
const writes = (name: string, outputKey: string, more: Partial<Agent> = {}) =>
  agent({ name, outputKey, ...more })

/** `CX1001 intent`: what is found, with the key it is about. */
const found = (program: Member, options?: CheckOptions): string[] =>
  check(program, options).diagnostics.map(({ code, data }) => [code, data.key ?? data.agent].join(' ').trim())

const a = writes('a', 'ka')
const b = writes('b', 'kb')

describe('what others take for wrong, and is right', () => {
  test.each<[string, Member]>([
    ['an agent reads what the one before writes', pipeline(writes('w', 'k'), reads('r', '{k}'))],
    ['branches of a parallel write, the next reads', pipeline(parallel(a, b), reads('r', '{ka} {kb}'))],
    ['a loop writes, the next reads', pipeline(loop(3, writes('w', 'k')), reads('r', '{k}'))],
    ['a nested pipeline writes', pipeline(pipeline(pipeline(a)), reads('r', '{ka}'))],
    [
      'every way of a route writes',
      pipeline(route('user:x', { y: a }, writes('c', 'ka')), reads('r', '{ka}')),
    ],
    ['every member of a fallback writes', pipeline(fallback(a, writes('c', 'ka')), reads('r', '{ka}'))],
    ['S.defaults gives a value', pipeline(S.defaults({ conf: 0.5 }), reads('r', '{conf}'))],
    [
      'a counter counts from what it gives itself',
      pipeline(
        S.defaults({ n: 0 }),
        S.transform('n', n => Number(n) + 1),
        reads('r', '{n}'),
      ),
    ],
    [
      'S.set satisfies a tool',
      pipeline(S.set({ q: 1 }), agent({ name: 'r', tools: [tool({ name: 't', reads: ['q'] })] })),
    ],
    [
      'S.capture satisfies a tool',
      pipeline(S.capture('q'), agent({ name: 'r', tools: [tool({ name: 't', reads: ['q'] })] })),
    ],
    ['words of prose in doubled braces', reads('r', 'Reply with {{status}} and {"a": 1}')],
    [
      'a writer and a critic, the first round begun by S.defaults',
      pipeline(
        S.defaults({ fb: '' }),
        loop(3, reads('w', '{fb}', { outputKey: 'd' }), reads('c', '{d}', { outputKey: 'fb' })),
      ),
    ],
    ['agents that only talk', pipeline(agent({ name: 'x' }), agent({ name: 'y' }), agent({ name: 'z' }))],
    [
      'a loop that ends by a condition',
      { kind: 'loop', members: [agent({ name: 'x' })], until: () => true, max: 4 },
    ],
    [
      'a classifier and its route',
      pipeline(writes('c', 'intent'), route('intent', { book: agent({ name: 'x' }) })),
    ],
    ['a key that the session brings', reads('r', '{intent}', { expects: ['intent'] })],
    ['keys of the app and the user', reads('r', '{app:name} {user:city}')],
    ['a key of this run, written in it', pipeline(S.set({ 'temp:x': 1 }), reads('r', '{temp:x}'))],
    ['a key that may be missing, and says so', reads('r', '{k?} {l|none}')],
    [
      'two ways write two keys, and a step makes one of them',
      pipeline(
        route('user:x', { y: writes('web', 'w') }, writes('files', 'f')),
        S.merge(['w', 'f'], 'findings'),
        reads('r', '{findings}'),
      ),
    ],
    ['what S.pick keeps', pipeline(a, b, S.pick('ka', 'kb'), reads('r', '{ka} {kb}'))],
    ['the new name of S.rename', pipeline(a, S.rename({ ka: 'in' }), reads('r', '{in}'))],
    [
      'a tree of agents that say what they are for',
      agent({
        name: 'router',
        subAgents: [agent({ name: 'x', description: 'X' }), agent({ name: 'y', description: 'Y' })],
      }),
    ],
    [
      'a mapOver, and the answers of its rounds',
      pipeline(
        writes('p', 'list'),
        { kind: 'mapOver', key: 'list', item: 'it', into: 'all', member: reads('m', '{it}') },
        reads('r', '{all}'),
      ),
    ],
    [
      'a tap and a guard that look at what they like',
      pipeline(a, { kind: 'tap', look: () => {} }, agent({ name: 'z' })),
    ],
    [
      'a route with a way for each value of an enum',
      pipeline(
        agent({ name: 'c', outputKey: 'mood', outputSchema: { type: 'string', enum: ['good', 'bad'] } }),
        route('mood', { good: writes('x', 'k'), bad: writes('y', 'k') }),
        reads('r', '{k}'),
      ),
    ],
    ['a session that knows a key with a dot', pipeline(S.set({ 'plan.days': 3 }), reads('r', '{plan.days}'))],
  ])('%s', (_, program) => {
    expect(found(program)).toEqual([])
  })
})

describe('what others miss', () => {
  test.each<[string, Member, string[]]>([
    ['a key after S.drop', pipeline(a, S.drop('ka'), reads('r', '{ka}')), ['CX1006 ka']],
    ['a key that S.pick does not keep', pipeline(a, b, S.pick('kb'), reads('r', '{ka} {kb}')), ['CX1006 ka']],
    [
      'the old name after S.rename',
      pipeline(a, S.rename({ ka: 'in' }), reads('r', '{ka} {in}')),
      ['CX1006 ka'],
    ],
    ['a missing key in a nested body', pipeline(loop(2, pipeline(reads('r', '{nope}')))), ['CX1001 nope']],
    ['a missing key of a lone agent', reads('r', '{nope}'), ['CX1001 nope']],
    ['a missing key of this run', reads('r', '{temp:x}'), ['CX1001 temp:x']],
    [
      'a missing key in the way of a route',
      pipeline(a, route('ka', { x: reads('r', '{nope}') })),
      ['CX1001 nope'],
    ],
    [
      'a missing key of the global instruction',
      agent({ name: 'r', globalInstruction: '{nope}' }),
      ['CX1001 nope'],
    ],
    [
      'words lost where a step stands between two agents',
      pipeline(agent({ name: 'x' }), S.set({ k: 1 }), reads('r', '{k}', { includeContents: 'user-only' })),
      ['CX1004 x'],
    ],
    [
      'branches that collide below the root',
      pipeline(a, parallel(writes('x', 'k'), writes('y', 'k')), reads('r', '{ka} {k}')),
      ['CX1008 k'],
    ],
    [
      'what the first round of a loop reads',
      loop(3, reads('w', '{fb}', { outputKey: 'd' }), reads('c', '{d}', { outputKey: 'fb' })),
      ['CX1007 fb'],
    ],
    ['a key that one way writes', pipeline(route('user:x', { y: a }), reads('r', '{ka}')), ['CX1002 ka']],
    [
      'a key that only the member wrote that failed',
      pipeline(fallback(a, b), reads('r', '{ka} {kb}')),
      ['CX1002 ka', 'CX1002 kb'],
    ],
    ['a key that a step requires', pipeline(S.require('nope')), ['CX1001 nope']],
    [
      'a route by what nobody writes',
      pipeline(route('intent', { x: agent({ name: 'x' }) })),
      ['CX1005 intent'],
    ],
    [
      'an answer told twice',
      pipeline(writes('c', 'k'), reads('r', '{k}', { includeContents: 'all' })),
      ['CX1003 k'],
    ],
    [
      'an answer told twice under another name',
      pipeline(writes('c', 'k'), S.rename({ k: 'in' }), reads('r', '{in}', { includeContents: 'default' })),
      ['CX1003 in'],
    ],
    [
      'an answer told twice in the current turn',
      pipeline(writes('c', 'k'), reads('r', '{k}', { includeContents: 'none' })),
      ['CX1003 k'],
    ],
    [
      'a key that a tool may write',
      pipeline(agent({ name: 'x', tools: [tool({ name: 't', writes: ['k'] })] }), reads('r', '{k?}')),
      ['CX1019 k'],
    ],
    ['a key that nothing reads', pipeline(a, agent({ name: 'x' })), ['CX1009 ka']],
    [
      'a step with a misspelt key',
      pipeline(
        writes('w', 'query'),
        S.transform('qurey', x => x),
        reads('r', '{query}'),
      ),
      ['CX1010 qurey'],
    ],
    [
      'two agents of one name',
      pipeline(agent({ name: 'x' }), agent({ name: 'x', model: 'm' })),
      ['CX1012 x'],
    ],
    [
      'a way behind one for the same value',
      pipeline(a, {
        kind: 'route',
        key: 'ka',
        ways: [
          { is: 1, member: agent({ name: 'x' }) },
          { is: 1, member: agent({ name: 'y' }) },
        ],
        other: null,
      }),
      ['CX1011'],
    ],
    [
      'a member behind one that cannot fail',
      fallback(S.set({ 'user:k': 1 }), agent({ name: 'x' })),
      ['CX1011'],
    ],
    [
      'a way for a value that an enum does not have',
      pipeline(
        agent({ name: 'c', outputKey: 'mood', outputSchema: { type: 'string', enum: ['good'] } }),
        route('mood', { good: agent({ name: 'x' }), evil: agent({ name: 'y' }) }),
      ),
      ['CX1011'],
    ],
    [
      'a sub-agent that can hand over to nobody',
      agent({
        name: 'r',
        subAgents: [agent({ name: 'x', description: 'X', allowTransfer: { parent: false, peers: false } })],
      }),
      ['CX1013 x'],
    ],
    [
      'a sub-agent that nobody can hand over to',
      agent({
        name: 'r',
        generateConfig: { toolChoice: 'none' },
        subAgents: [agent({ name: 'x', description: 'X' })],
      }),
      ['CX1014 x'],
    ],
    [
      'a sub-agent that does not say what it is for',
      agent({ name: 'r', subAgents: [agent({ name: 'x' })] }),
      ['CX1015 x'],
    ],
    [
      'a field that the schema does not have',
      pipeline(
        agent({
          name: 'p',
          outputKey: 'plan',
          outputSchema: { type: 'object', properties: { nights: { type: 'number' } } },
        }),
        reads('r', '{plan.days} {plan.nights}'),
      ),
      ['CX1016 plan'],
    ],
    ['a field of a text', pipeline(writes('p', 'plan'), reads('r', '{plan.days}')), ['CX1016 plan']],
    [
      'changing text before text that stays',
      pipeline(a, reads('r', `{ka}\n${'Stay. '.repeat(200)}`)),
      ['CX1017 r'],
    ],
    ['an instruction that a function writes', agent({ name: 'r', instruction: () => 'x' }), ['CX1018 r']],
    ["the user's words in an instruction", pipeline(S.capture('q'), reads('r', '{q}')), ['CX1019 q']],
    [
      "the user's words, moved and changed",
      pipeline(S.capture('q'), S.rename({ q: 'p' }), S.transform('p', String), reads('r', '{p}')),
      ['CX1019 p'],
    ],
    [
      'instructions larger than the budget',
      reads('r', 'Stay. '.repeat(200), { model: 'gpt-5.4', budget: 100 }),
      ['CX1021 r'],
    ],
  ])('%s', (_, program, codes) => {
    expect(found(program)).toEqual(codes)
  })

  test('what a model wrote, where it is asked for', () => {
    const program = pipeline(a, reads('r', '{ka}'))
    expect(found(program, { levels: { CX1020: 'info' } })).toEqual(['CX1020 ka'])
    const data = agent({ name: 'a', outputKey: 'ka', outputSchema: { type: 'integer' } })
    expect(found(pipeline(data, reads('r', '{ka}')), { levels: { CX1020: 'info' } })).toEqual([])
  })
})

describe('answers without a key', () => {
  const open = agent({ name: 'open' })
  const asked = { levels: { CX1022: 'info' } } as const

  test('have the key that they are compiled with', () => {
    expect(found(pipeline(open, reads('r', '{k}')))).toEqual([])
    expect(found(pipeline(open, reads('r', '{k}')), asked)).toEqual(['CX1022 k'])
    expect(found(pipeline(open, route('intent', { x: reads('r', '') })), asked)).toEqual(['CX1022 intent'])
    expect(flow(pipeline(open, reads('r', '{k}'))).text).toContain('writes k (inferred)')
    expect(found(pipeline(writes('w', 'k'), reads('r', '{k}')), asked)).toEqual([])
    expect(found(pipeline(open, reads('r', '{k}', { includeContents: 'all' })))).toEqual(['CX1003 k'])
  })

  test('are not what hides a slip', () => {
    const draft = writes('d', 'draft')
    const editor = reads('e', '{draft}')
    expect(found(pipeline(draft, editor, reads('r', '{darft}')))).toEqual(['CX1023 darft'])
    expect(found(pipeline(draft, editor, reads('r', '{notes}')))).toEqual([])
  })
})

describe('one cause, one finding', () => {
  test('an old name after a rename, and what it is called now', () => {
    const [diagnostic, ...others] = check(
      pipeline(a, S.rename({ ka: 'in' }), reads('r', '{ka} {in}')),
    ).diagnostics
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      message: "'r' reads 'ka', which is gone by then: the model is sent {ka} as it is written",
      at: ['d:members.2.instruction'],
      notes: ["S.rename at d:members.1 calls 'ka' 'in'"],
      help: "read 'in', which it is called now",
    })
  })

  test('nothing is told of what stands behind a step that always fails', () => {
    expect(found(pipeline(S.require('nope'), reads('r', '{other}')))).toEqual(['CX1001 nope'])
  })

  test('a slip of the pen is named', () => {
    const { diagnostics } = check(pipeline(writes('w', 'draft'), reads('r', '{draf}'), reads('s', '{draft}')))
    expect(diagnostics[0]?.help).toMatch(/^did you mean 'draft'\?/)
  })
})

describe('what is intended', () => {
  const twice = pipeline(writes('c', 'k'), reads('r', '{k}', { includeContents: 'all', allow: ['CX1003'] }))

  test('is allowed by an agent', () => {
    expect(check(twice)).toEqual({ ok: true, diagnostics: [] })
  })

  test('has another level, or none', () => {
    const lone = reads('r', '{k}')
    expect(check(lone).ok).toBe(false)
    expect(check(lone, { levels: { CX1001: 'warn' } })).toMatchObject({
      ok: true,
      diagnostics: [{ level: 'warn' }],
    })
    expect(found(lone, { levels: { CX1001: 'off' } })).toEqual([])
  })

  test.each<[object, string]>([
    [{ levels: { CX7016: 'off' } }, "levels: 'CX7016' is nothing that check finds"],
    [{ levels: { CX1001: 'loud' } }, "levels.CX1001 is one of error, warn, info, off, not 'loud'"],
    [{ level: {} }, "check has no option 'level'; there is levels"],
  ])('%j is refused', (options, message) => {
    expect(() => check(reads('r', ''), options as CheckOptions)).toThrow(new TypeError(message))
  })
})
