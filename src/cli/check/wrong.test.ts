import { agent, type Member, S, tool } from 'ctxc'
import { check } from 'ctxc/check'
import { describe, expect, test } from 'vitest'
import {
  a,
  b,
  collect,
  fallback,
  found,
  loop,
  parallel,
  pipeline,
  reads,
  route,
  writes,
} from './test/programs.ts'

describe('a mistake is found', () => {
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
      'a key that the first round of a loop reads before it is written',
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
      'a route with only conditions by what nobody writes',
      pipeline(writes('c', 'intent'), {
        kind: 'route',
        key: 'intnet',
        ways: [{ when: () => true, member: agent({ name: 'x' }) }],
        other: null,
      }),
      ['CX1005 intnet'],
    ],
    [
      'a route with only a default branch by what nobody writes',
      pipeline(route('intent', {}, agent({ name: 'x' }))),
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
      'an answer told twice where a step gives the key its first value',
      pipeline(
        S.defaults({ fb: '' }),
        loop(
          3,
          reads('w', '{fb}', { outputKey: 'd', includeContents: 'all' }),
          reads('c', '{d}', { outputKey: 'fb' }),
        ),
      ),
      ['CX1003 fb'],
    ],
    [
      'an answer told twice, joined with others and changed',
      pipeline(
        a,
        S.merge(['ka'], 'm'),
        S.transform('m', String),
        reads('r', '{m}', { includeContents: 'all' }),
      ),
      ['CX1003 m'],
    ],
    [
      'an answer told twice that one way of a route gives',
      pipeline(
        S.defaults({ ka: '' }),
        route('user:x', { y: a }),
        reads('r', '{ka}', { includeContents: 'all' }),
      ),
      ['CX1003 ka'],
    ],
    [
      'answers told twice that a mapOver collected',
      pipeline(
        S.set({ list: [1] }),
        collect(reads('t', '{it}')),
        reads('r', '{all}', { includeContents: 'all' }),
      ),
      ['CX1003 all'],
    ],
    [
      'answers that a mapOver collected and nothing reads',
      pipeline(
        S.set({ list: [1] }),
        collect(reads('t', '{it}')),
        reads('r', '', { includeContents: 'user-only' }),
      ),
      ['CX1009 all'],
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
      'a way for a text where the key holds an object',
      pipeline(
        agent({ name: 'c', outputKey: 'mood', outputSchema: { type: 'object', properties: {} } }),
        route('mood', { good: agent({ name: 'x' }), '': agent({ name: 'y' }) }),
      ),
      ['CX1011', 'CX1011'],
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
      'an optional field that the schema does not have',
      pipeline(
        agent({
          name: 'p',
          outputKey: 'plan',
          outputSchema: { type: 'object', properties: { nights: { type: 'number' } } },
        }),
        reads('r', '{plan.nigths|some} {plan.nights}'),
      ),
      ['CX1016 plan'],
    ],
    [
      'a misspelt key of an optional placeholder',
      pipeline(writes('p', 'findings'), reads('q', '{findings}'), reads('r', '{finding?}')),
      ['CX1001 finding'],
    ],
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
      'a key of the turn before text that stays',
      agent({ name: 'r', expects: ['temp:now'], instruction: `{temp:now}\n${'Stay. '.repeat(200)}` }),
      ['CX1017 r'],
    ],
    [
      "an instruction that the agent's own tools change",
      agent({ name: 'r', instruction: 'Notes: {notes?}', tools: [{ name: 'note', writes: ['notes'] }] }),
      ['CX1024 r'],
    ],
    [
      'an instruction that its own tools change, for a model that is told in a message',
      agent({
        name: 'r',
        model: 'claude-opus-5-5',
        instruction: 'Notes: {notes?}',
        tools: [{ name: 'note', writes: ['notes'] }],
      }),
      [],
    ],
    [
      'a beginning too short to be cached',
      reads('r', 'Be brief.', { model: 'claude-haiku-4-5', includeContents: 'none' }),
      ['CX1025 r'],
    ],
    [
      'instructions larger than the budget',
      reads('r', 'Stay. '.repeat(200), { model: 'gpt-5.4', budget: 100 }),
      ['CX1021 r'],
    ],
    [
      'instructions larger than the budget, for a model that nobody knows',
      reads('r', 'Stay. '.repeat(200), { model: 'mystery-1', budget: 100 }),
      ['CX1021 r'],
    ],
  ])('%s', (_, program, codes) => {
    expect(found(program)).toEqual(codes)
  })

  test('words of a model in an instruction are reported if CX1020 is on', () => {
    const program = pipeline(a, reads('r', '{ka}'))
    expect(found(program, { levels: { CX1020: 'info' } })).toEqual(['CX1020 ka'])
    const data = agent({ name: 'a', outputKey: 'ka', outputSchema: { type: 'integer' } })
    expect(found(pipeline(data, reads('r', '{ka}')), { levels: { CX1020: 'info' } })).toEqual([])
  })
})

test('a field of a text is a warning only, because the app may set the key itself', () => {
  const { ok, diagnostics } = check(pipeline(writes('p', 'plan'), reads('r', '{plan.days}')))
  expect([ok, diagnostics.map(({ code, level }) => [code, level])]).toEqual([true, [['CX1016', 'warn']]])
})
