import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, C, parseProgram, pipeline, writeProgram } from 'ctxc'
import { expect, test } from 'vitest'

const told = (context: unknown): readonly string[] =>
  parseProgram({ name: 'a', context }).diagnostics.map(
    ({ code, at, message, help }) => `${code} ${at[0]} ${message}${help === null ? '' : ` (${help})`}`,
  )
const clause = (select: unknown, more: object = {}) => ({ kind: 'clause', select, ...more })

test.each<[string, unknown, string[]]>([
  ['no object', 5, ['CX1101 d:context context must be a clause or a source, or a list of those, got 5']],
  [
    'an empty list',
    [clause({ by: 'all' }), []],
    ['CX1101 d:context.1 context[1] is empty (C.none() shows the current input, and what is critical)'],
  ],
  ['no kind', {}, ['CX1101 d:context.kind kind is missing (there are clause, source)']],
  [
    'a misspelt kind',
    { kind: 'claus' },
    [
      "CX1103 d:context.kind kind is no piece of a policy: 'claus' (did you mean 'clause'? there are clause, source)",
    ],
  ],
  [
    'a window without turns',
    clause({ by: 'window' }),
    ['CX1101 d:context.select.turns turns is missing (give a whole number of turns, 1 or more)'],
  ],
  [
    'a function of C that data has none of',
    { node: clause({ by: 'all' }) },
    ['CX1101 d:context.kind kind is missing (there are clause, source)'],
  ],
  [
    'all mistakes at once',
    [
      clause({ by: 'window', turns: 0, slak: 1 }, { tier: 'urgent', operations: [{ op: 'truncate' }] }),
      { kind: 'source', from: { source: 'state', keys: ['odd:a'] }, when: [5], atMost: -1 },
    ],
    [
      "CX1101 d:context.0.tier tier must be one of critical, important, supplementary, archive, got 'urgent'",
      "CX1102 d:context.0.select.slak select has no 'slak' (did you mean 'slack'? there are turns, slack)",
      'CX1101 d:context.0.select.turns turns must be a whole number of turns, 1 or more, got 0',
      'CX1101 d:context.0.operations.0.tokens tokens is missing (give a whole number of tokens, 1 or more)',
      'CX1101 d:context.1.atMost atMost must be a whole number of tokens, 1 or more, got -1',
      'CX1101 d:context.1.when.0 when[0] must be a key of the state, got 5',
      "CX1101 d:context.1.from.keys.0 keys[0] is no key of the state: 'odd:a' has a scope other than app:, user:, temp:, session:, derived:, turn:",
    ],
  ],
  [
    'contradictions',
    [
      clause({ by: 'all' }, { tier: 'archive', operations: [{ op: 'compact' }] }),
      clause({ by: 'all' }, { tier: 'critical', atMost: 60 }),
      clause({ by: 'all' }, { orElse: clause({ by: 'none' }) }),
    ],
    [
      "CX1101 d:context.0 context[0] is never sent, and says how it is (leave that out, or leave out .tier('archive'))",
      "CX1101 d:context.1 context[1] is never dropped, and may take only so many tokens (leave out .atMost, or give it another tier than 'critical')",
      'CX1101 d:context.2.orElse orElse selects nothing, and stands for what selects nothing (leave it out)',
    ],
  ],
  [
    'an operation twice',
    clause({ by: 'all' }, { operations: [{ op: 'compact' }, { op: 'compact', over: 5 }] }),
    [
      'CX1101 d:context.operations operations has two of compact (say it once; another clause may say it otherwise)',
    ],
  ],
  [
    'something done to nothing',
    clause({ by: 'none' }, { atMost: 5 }),
    ['CX1101 d:context context selects nothing, and says what becomes of it (C.none() stands alone)'],
  ],
  [
    'a query and a key',
    { kind: 'source', from: { source: 'relevant', query: 'a', queryKey: 'b' } },
    [
      'CX1101 d:context.from from has both query and queryKey (give one of them, or neither: the current input)',
    ],
  ],
])('a mistake of a context is reported: %s', (_, context, expected) => {
  expect(told(context)).toEqual(expected)
})

test('a context next to includeContents is refused', () => {
  const { diagnostics } = parseProgram({
    name: 'a',
    context: clause({ by: 'all' }),
    includeContents: 'all',
  })
  expect(diagnostics).toMatchObject([
    {
      code: 'CX1101',
      at: ['d:includeContents'],
      message: 'includeContents stands beside context, which says all that the agent is shown',
    },
  ])
})

test('JSON of a policy is its data, and is read as the same policy', () => {
  const context = [
    C.window(5, { slack: 2 }).tier('critical').compact({ olderThan: 1 }).orElse(C.first(2)),
    [C.when('user:vip', C.where({ tool: 'search' }), C.notes('likes'))],
    C.contextCompressor({ tokenBudget: 4096, keepRecent: 3 }),
  ]
  const declared = agent({ name: 'a', context })
  expect(JSON.parse(JSON.stringify(context)).flat(2)).toEqual(declared.context)
  expect(parseProgram(JSON.parse(JSON.stringify({ name: 'a', context }))).program).toEqual(declared)
  expect(writeProgram(declared)).toMatchObject({ ok: true, data: { context: declared.context } })
})

test('the file of docs/context.md is a valid program', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/context.md'), 'utf8')
  const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(parseProgram(JSON.parse(json)).diagnostics).toEqual([])
})

test('a condition that is a function is reported with its place', () => {
  const vip = (state: { readonly [key: string]: unknown }) => state.plan === 'gold'
  const context = [C.all(), C.when('a', C.when(vip, C.window(2))), C.userOnly()]
  const { ok, data, diagnostics } = writeProgram(
    pipeline(agent({ name: 'x' }), agent({ name: 'a', context })),
  )
  expect([ok, data]).toEqual([false, null])
  expect(diagnostics.map(({ code, at, message }) => `${code} ${at} ${message}`)).toEqual([
    'CX1104 d:members.1.context.1.when.1 when[1] is a function, and no data',
  ])
})
