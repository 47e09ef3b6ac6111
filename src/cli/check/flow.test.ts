import { agent, pipeline, S, type State } from 'ctxc'
import { flow } from 'ctxc/check'
import { expect, test } from 'vitest'

const program = {
  kind: 'pipeline',
  members: [
    S.capture('q'),
    agent({ name: 'classifier', instruction: 'Classify for {user:name}.', outputKey: 'intent' }),
    {
      kind: 'route',
      key: 'intent',
      ways: [
        {
          is: 'a"]\nend',
          member: agent({ name: 'x"]\n  end\u001b', outputKey: 'k', includeContents: 'none' }),
        },
      ],
      other: agent({ name: 'desk', subAgents: [agent({ name: 'below' })] }),
    },
    { kind: 'loop', members: [agent({ name: 'writer', instruction: '{k} {intent}' })], until: null, max: 3 },
  ],
} as const

test('text lists the keys that each member reads and writes, and the words it sees', () => {
  expect(flow(program).text).toMatchInlineSnapshot(`
    "pipeline
      S.capture
        writes q
      agent 'classifier'
        reads user:name (from outside)
        writes intent
        sees the history
      route by intent
        is "a\\"]\\nend": agent 'x"] end·'
          writes k
          sees the current turn; messages of 'classifier'
        otherwise: agent 'desk'
          sees the history; messages of 'classifier', 'below'
          agent 'below'
            sees the history; messages of 'classifier', 'desk'
      loop, at most 3 rounds
        agent 'writer'
          reads k (from 'x"] end·', if at all); intent (from 'classifier')
          sees the history; messages of 'desk', 'below'; answers of 'classifier', 'x"] end·' only through the state
    "
  `)
})

test('an agent with tools keeps its calls in the history of one that reads its answer', () => {
  const look = { name: 'look', parameters: { type: 'object', properties: {} } }
  const finder = agent({ name: 'finder', instruction: 'Look.', tools: [look], outputKey: 'facts' })
  const { text } = flow(pipeline(finder, agent({ name: 'writer', instruction: 'Write from {facts}.' })))
  expect(text).toContain(
    "sees the history; answers of 'finder' only through the state; tool calls of 'finder'",
  )
})

test('a diagram is drawn, and no name can add to it', () => {
  expect(flow(program).mermaid).toMatchInlineSnapshot(`
    "flowchart TD
      start(["start"])
      subgraph m0["pipeline"]
        m1["S.capture"]
        m2["classifier"]
        subgraph m3["route by intent"]
          m4["x#34;#93; end·"]
          m5["desk"]
          m6["below"]
          m3c{"intent"}
        end
        subgraph m7["loop, at most 3 rounds"]
          m8["writer"]
          m7c{"round 3 is over?"}
        end
      end
      done(["done"])
      start --> m1
      m7c -- "yes" --> done
      m5 -. hands over .- m6
      m3c -- "is #34;a#92;#34;#93;#92;nend#34;" --> m4
      m3c -- "otherwise" --> m5
      m8 --> m7c
      m7c -- "no: next round" --> m8
      m1 --> m2
      m2 --> m3c
      m4 --> m8
      m5 --> m8
      m2 -. "intent" .-> m3c
      m4 -. "k" .-> m8
      m2 -. "intent" .-> m8
    "
  `)
})

test('a program always gives the same flow', () => {
  expect(flow(program)).toEqual(flow(program))
})

test('a branch that never runs is shown with its reads and writes (S3)', () => {
  const kinds = { type: 'string', enum: ['a'] }
  const program = {
    kind: 'pipeline',
    members: [
      agent({ name: 'classifier', outputKey: 'kind', outputSchema: { schema: kinds } }),
      S.drop('gone'),
      {
        kind: 'route',
        key: 'gone',
        ways: [
          { is: 'a', member: agent({ name: 'desk', instruction: '{plan}', outputKey: 'reply' }) },
          {
            is: 'b',
            member: {
              kind: 'pipeline',
              members: [S.rename({ x: 'y' }), agent({ name: 'deep', instruction: '{y}' })],
            },
          },
        ],
        other: agent({ name: 'rest', instruction: '{kind}' }),
      },
    ],
  } as const
  const { text } = flow(program)
  expect(text.slice(text.indexOf('  route'))).toMatchInlineSnapshot(`
    "  route by gone
        is "a": agent 'desk'
          never runs
          reads plan
          writes reply
          sees the history
        is "b": pipeline
          never runs
          S.rename
            reads x
            writes y
          agent 'deep'
            reads y
            sees the history
        otherwise: agent 'rest'
          reads kind (from 'classifier')
          sees the history; answers of 'classifier' only through the state
    "
  `)
  expect(flow(program).mermaid).toContain('-- "is #34;a#34;" -->')
})

/** Solid arrows of a diagram. */
const arrowsOf = (declared: unknown): readonly string[] =>
  flow(declared as never)
    .mermaid.split('\n')
    .filter(line => line.includes('-->'))
    .map(line => line.trim())
const named = (name: string) => agent({ name })

test('a diagram has an arrow into each branch of a nested route, and out of a route that takes none', () => {
  const inner = { kind: 'route', key: 'b', ways: [{ is: 1, member: named('x') }], other: null }
  const outer = { kind: 'route', key: 'a', ways: [{ is: 1, member: inner }], other: null }
  expect(arrowsOf(outer)).toEqual([
    'start --> m0c',
    'm2 --> done',
    'm1c -- "otherwise" --> done',
    'm0c -- "otherwise" --> done',
    'm1c -- "is 1" --> m2',
    'm0c -- "is 1" --> m1c',
  ])
})

test('a route has no arrow past its branches if its key can have no other value', () => {
  const verdict = { schema: { type: 'string', enum: ['a', 'b'] } }
  const judge = agent({ name: 'judge', outputKey: 'verdict', outputSchema: verdict })
  const routeOf = (...values: string[]) => ({
    kind: 'pipeline',
    members: [
      judge,
      {
        kind: 'route',
        key: 'verdict',
        ways: values.map(is => ({ is, member: named(is) })),
        other: null,
      },
    ],
  })
  expect(arrowsOf(routeOf('a', 'b')).filter(line => line.includes('otherwise'))).toEqual([])
  expect(arrowsOf(routeOf('a'))).toContain('m2c -- "otherwise" --> done')
})

test('branches of a route lead on to the next member; a condition has the name of its function', () => {
  const isBig = () => true
  const ways = [
    { when: isBig, member: named('x') },
    { when: () => true, member: named('y') },
  ]
  const route = { kind: 'route', key: 'a', ways, other: named('z') }
  expect(arrowsOf({ kind: 'pipeline', members: [route, named('last')] })).toEqual([
    'start --> m1c',
    'm5 --> done',
    'm1c -- "when isBig" --> m2',
    'm1c -- "when" --> m3',
    'm1c -- "otherwise" --> m4',
    'm2 --> m5',
    'm3 --> m5',
    'm4 --> m5',
  ])
})

test('conditions without names are numbered if a route has several', () => {
  const isBig = () => true
  const conditions = [() => true, isBig, () => false]
  const ways = conditions.map((when, index) => ({ when, member: named(`m${index}`) }))
  const declared = { kind: 'route', key: 'a', ways, other: null }
  expect(arrowsOf(declared).filter(line => line.includes('when'))).toEqual([
    'm0c -- "when condition 1" --> m1',
    'm0c -- "when isBig" --> m2',
    'm0c -- "when condition 2" --> m3',
  ])
  expect(flow(declared as never).text).toContain("when condition 2: agent 'm2'")
})

test('a loop has an arrow into the next round and one out', () => {
  const { mermaid } = flow({
    kind: 'loop',
    members: [named('x'), named('y')],
    until: () => true,
    max: 3,
  } as never)
  expect(mermaid).toContain('m0c{"the condition holds, or round 3 is over?"}')
  const loop = { kind: 'loop', members: [named('x'), named('y')], until: null, max: 3 }
  expect(arrowsOf(loop)).toEqual([
    'start --> m1',
    'm0c -- "yes" --> done',
    'm1 --> m2',
    'm2 --> m0c',
    'm0c -- "no: next round" --> m1',
  ])
})

test('members side by side begin and end together, and a fallback tries the next one', () => {
  const parallel = { kind: 'parallel', members: [named('x'), named('y')] }
  expect(arrowsOf(parallel)).toEqual([
    'start --> m0c',
    'm0e --> done',
    'm0c --> m1',
    'm1 --> m0e',
    'm0c --> m2',
    'm2 --> m0e',
  ])
  expect(arrowsOf({ kind: 'fallback', members: [named('x'), named('y')] })).toEqual([
    'start --> m1',
    'm1 --> done',
    'm2 --> done',
    'm1 -- "fails" --> m2',
  ])
})

test('conditions are shown by the names of their functions', () => {
  const isDone = ({ draft }: State) => draft === 'done'
  const isLong = ({ draft }: State) => String(draft).length > 9
  const member = agent({ name: 'writer', outputKey: 'draft' })
  const rounds = (until: typeof isDone) => ({ kind: 'loop', members: [member], until, max: 3 }) as const
  const ways = [{ when: isLong, member: agent({ name: 'editor' }) }]
  const named = flow({
    kind: 'pipeline',
    members: [rounds(isDone), { kind: 'route', key: 'draft', ways, other: null }],
  })
  expect(named.text).toContain('loop, until isDone, at most 3 rounds')
  expect(named.text).toContain('when isLong: ')
  expect(named.mermaid).toContain('isDone, or round 3 is over?')
  expect(flow(rounds(state => isDone(state))).text).toContain('until a condition holds')
})
