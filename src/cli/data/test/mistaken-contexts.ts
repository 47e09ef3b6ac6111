const clause = (select: unknown, more: object = {}) => ({ kind: 'clause', select, ...more })

/** Policies as data with mistakes: a name, the policy, and the code and the place of each mistake. */
export const mistakenContexts: readonly (readonly [
  title: string,
  context: unknown,
  places: readonly string[],
])[] = [
  ['no object', 5, ['CX1101 d:context']],
  ['an empty list', [clause({ by: 'all' }), []], ['CX1101 d:context.1']],
  ['no kind', {}, ['CX1101 d:context.kind']],
  ['a misspelt kind', { kind: 'claus' }, ['CX1103 d:context.kind']],
  ['a window without turns', clause({ by: 'window' }), ['CX1101 d:context.select.turns']],
  ['a function of C that data has none of', { node: clause({ by: 'all' }) }, ['CX1101 d:context.kind']],
  [
    'all mistakes at once',
    [
      clause({ by: 'window', turns: 0, slak: 1 }, { tier: 'urgent', operations: [{ op: 'truncate' }] }),
      { kind: 'source', from: { source: 'state', keys: ['odd:a'] }, when: [5], atMost: -1 },
    ],
    [
      'CX1101 d:context.0.tier',
      'CX1102 d:context.0.select.slak',
      'CX1101 d:context.0.select.turns',
      'CX1101 d:context.0.operations.0.tokens',
      'CX1101 d:context.1.atMost',
      'CX1101 d:context.1.when.0',
      'CX1101 d:context.1.from.keys.0',
    ],
  ],
  [
    'contradictions',
    [
      clause({ by: 'all' }, { tier: 'archive', operations: [{ op: 'compact' }] }),
      clause({ by: 'all' }, { tier: 'archive', atMost: 60 }),
      clause({ by: 'all' }, { orElse: clause({ by: 'none' }) }),
    ],
    ['CX1101 d:context.0', 'CX1101 d:context.1', 'CX1101 d:context.2.orElse'],
  ],
  [
    'an operation twice',
    clause({ by: 'all' }, { operations: [{ op: 'compact' }, { op: 'compact', over: 5 }] }),
    ['CX1101 d:context.operations'],
  ],
  ['something done to nothing', clause({ by: 'none' }, { atMost: 5 }), ['CX1101 d:context']],
  [
    'a query and a key',
    { kind: 'source', from: { source: 'relevant', query: 'a', queryKey: 'b' } },
    ['CX1101 d:context.from'],
  ],
]
