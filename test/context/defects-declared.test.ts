import { agent, C, type Member, pipeline, S } from 'ctxc'
import { check } from 'ctxc/check'
import { parseProgram, writeProgram } from 'ctxc/program'
import { capture, distill, extract, notes } from 'ctxc/remember'
import { afterAll, expect, test } from 'vitest'
import { defects } from './defects.ts'

const shownHere = new Set<string>()

/** A defect of the table that a declaration alone shows, and that is none here. */
function without(id: string, show: () => void): void {
  const defect = defects.find(one => one.id === id)
  shownHere.add(id)
  test(`${id}: ${defect?.what}`, () => {
    expect(defect).toMatchObject({ scope: 'now', shown: 'declared' })
    show()
  })
}

const nodes = (context: C.ContextInput) => agent({ name: 'a', context } as never).context ?? []
const codes = (...members: readonly Member[]) =>
  check({ kind: 'pipeline', members }).diagnostics.map(({ code, data }) => `${code} ${data.key}`)
const reader = (context: C.ContextInput) => agent({ name: 'r', context } as never) as Member
const js = C as any

without('D7', () => {
  expect(codes(reader([C.none(), C.state('x'), C.template('{y}'), C.relevant({ queryKey: 'z' })]))).toEqual([
    'CX1001 x',
    'CX1001 y',
    'CX1001 z',
  ])
})

without('D13', () => {
  // There is no pipe: operations belong to what they are done to, and a list is a union in any order.
  const [clause] = nodes(C.where({ author: 'a' }).compact())
  expect(clause).toMatchObject({ select: { by: 'where' }, operations: [{ op: 'compact' }] })
  expect(nodes([C.all(), C.state('k')])).toEqual(nodes([C.state('k'), C.all()]).toReversed())
})

without('D17', () => {
  expect(codes(reader([C.window(5), C.template('Recent: {history}')]))).toEqual(['CX1001 history'])
})

without('D18', () => {
  for (const piece of [C.state('a'), C.template('a'), C.notes('a'), C.artifact('a'), C.relevant()])
    for (const operation of ['compact', 'truncate', 'project', 'dedupe', 'render', 'orElse', 'atLeast'])
      expect(operation in piece).toBe(false)
  expect(() => js.none().compact()).toThrow(TypeError)
})

without('D19', () => {
  expect(() => agent({ name: 'a', context: C.all(), includeContents: 'none' } as never)).toThrow(TypeError)
  expect(() => js.all().tier('critical').tier('archive')).toThrow(TypeError)
  expect(nodes([C.state('a'), C.window(5)])).toHaveLength(2)
})

without('D23', () => {
  expect(() => js.where({ role: 'first' })).toThrow(TypeError)
  expect(() => js.all().dedupe('semantic')).toThrow(TypeError)
  expect(() => js.relevant({ scorer: 'llm' })).toThrow(TypeError)
})

without('D24', () => {
  for (const turns of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '5', undefined])
    expect(() => js.window(turns)).toThrow(TypeError)
})

without('D28', () => {
  expect(nodes(C.where({ role: 'tool', type: 'tool-result' }))).toMatchObject([
    { select: { where: { role: 'tool', type: 'tool-result' } } },
  ])
  expect(() => js.where({ type: 'tool_response' })).toThrow(
    'must be one of text, reasoning, tool-call, tool-result',
  )
})

without('D34', () => {
  const writer = agent({ name: 'w', outputKey: 'topic' })
  // @ts-expect-error: agent 'r' reads 'topik', which nothing upstream writes
  pipeline(writer, agent({ name: 'r', context: [C.none(), C.template('{topik}')] }))
  expect(codes(writer, reader([C.none(), C.template('{topik} {maybe?}')]))).toContain('CX1001 topik')
})

without('D35', () => {
  const writer = agent({ name: 'w', outputKey: 'topic' })
  const after = agent({ name: 'z', instruction: 'End.', context: C.none() })
  expect(codes(writer, reader(C.none()), after)).toContain('CX1009 topic')
  expect(codes(writer, reader([C.none(), C.state('topic')]), after)).not.toContain('CX1009 topic')
})

without('D36', () => {
  // The page of context policies is compared with every function in `docs.test.ts`; these are those of the design.
  const documented = 'all none window last first userOnly fromAgents excludeAgents where recent when'
  const sources = 'state template notes artifact relevant contextCompressor'
  expect(Object.keys(C)).toEqual(expect.arrayContaining(`${documented} ${sources}`.split(' ')))
})

without('D39', () => {
  const vip = agent({ name: 'w', outputKey: 'vip' })
  expect(codes(vip, reader([C.none(), C.when('vip', C.state('orders'))]))).toEqual(['CX1001 orders'])
})

without('D45', () => {
  expect(() => js.all().compact({ strategy: 'text' })).toThrow("has no option 'strategy'")
})

without('D50', () => {
  expect(nodes(C.all().project({ omit: ['raw', 'items.*.html'] }))).toMatchObject([
    { operations: [{ op: 'project', omit: ['raw', 'items.*.html'] }] },
  ])
})

without('D52', () => {
  expect(nodes(C.all().truncate({ tokens: 9, keep: 'both' }))).toMatchObject([
    { operations: [{ keep: 'both' }] },
  ])
  expect(() => js.all().truncate({ tokens: 9, keep: 'bookend' })).toThrow(TypeError)
})

without('D55', () => {
  expect(() => js.notes('a', { format: 'markdown' })).toThrow(TypeError)
})

without('D56', () => {
  expect(codes(reader([C.none(), C.notes('likes')]))).toEqual([])
})

without('D59', () => {
  const remember = [
    ...[capture({ key: 'draft' }), notes({ key: 'tasks' })],
    ...[extract({ key: 'trip', schema: { type: 'object' } }), distill({ key: 'facts' })],
  ]
  const asking = reader([C.none(), C.state('draft', 'tasks', 'trip', 'facts')])
  expect(codes(asking)).toEqual(['CX1001 draft', 'CX1001 tasks', 'CX1001 trip', 'CX1001 facts'])
  // A value that a handler makes may not exist yet.
  expect(codes(agent({ name: 'w', remember } as never) as Member, asking)).toEqual([
    'CX1002 trip',
    'CX1002 facts',
  ])
})

without('D60', () => {
  expect(() => C.all().atMost('4000' as never)).toThrow(TypeError)
  expect(() => js.contextCompressor({ tokenBudget: 4000, keepRecent: 1, overflow: 'error' })).toThrow(
    "has no option 'overflow'",
  )
})

without('D63', () => {
  for (const tier of [1, 2, 'high', null]) expect(() => js.all().tier(tier)).toThrow(TypeError)
})

without('D77', () => {
  // 40 compositions that do not type-check are in `src/core/context/context.test-d.ts`; these are refused when they run, too.
  expect(() => js.all().orElse(C.state('a'))).toThrow(TypeError)
  expect(() => js.when('a', 'b')).toThrow(TypeError)
  expect(() => js.all().project({ keep: ['a'], omit: ['b'] })).toThrow(TypeError)
})

without('D78', () => {
  expect(nodes(C.fromAgents('a').orElse(C.last(2)))).toMatchObject([
    { select: { by: 'agents' }, orElse: { select: { by: 'last', units: 2 } } },
  ])
})

without('D82', () => {
  const declared = agent({ name: 'a', context: C.window(5).compact() })
  expect(declared.context).toEqual(nodes(C.window(5).compact()))
  expect(pipeline(declared).members[0]).toBe(declared)
  expect(pipeline(S.set({ a: 1 }), { name: 'b', context: C.none() }).members[1].context).toEqual(
    nodes(C.none()),
  )
  const { data } = writeProgram(declared)
  expect(parseProgram(JSON.parse(JSON.stringify(data))).program).toEqual(declared)
})

without('D83', () => {
  const program = {
    kind: 'pipeline',
    members: [agent({ name: 'w' }), reader([C.none(), C.state('a')])],
  } as const
  // The members before the reader determine its keys.
  expect(check(program).diagnostics).toEqual([])
  expect(codes(reader([C.none(), C.state('a')]))).toEqual(['CX1001 a'])
})

without('D84', () => {
  expect(nodes([C.window(5).atMost(100), C.window(9)])).toMatchObject([
    { select: { turns: 5 }, atMost: 100 },
    { select: { turns: 9 } },
  ])
})

without('D85', () => {
  // A declaration in code and its JSON use one vocabulary, so parsing the JSON returns an equal declaration.
  const context = [C.all().truncate({ tokens: 5 }), C.notes('a', { format: 'checklist' })]
  expect(parseProgram(JSON.parse(JSON.stringify({ name: 'a', context }))).program).toEqual(
    agent({ name: 'a', context }),
  )
})

without('D86', () => {
  const { ok, data } = writeProgram(agent({ name: 'a', context: C.when('user:vip', C.all()) }))
  expect([ok, data?.context]).toEqual([
    true,
    [{ kind: 'clause', select: { by: 'all' }, operations: [], when: ['user:vip'] }],
  ])
})

without('D87', () => {
  // `src/core/context/context.test.ts` compares the result of each function; here, no two functions return the same.
  const all = [C.all(), C.none(), C.window(1), C.last(1), C.first(1), C.userOnly(), C.recent({ halfLife: 1 })]
  expect(new Set(all.map(piece => JSON.stringify(piece))).size).toBe(all.length)
})

afterAll(() => {
  const due = defects.filter(({ shown }) => shown === 'declared').map(({ id }) => id)
  expect([...shownHere]).toEqual(due)
  expect(defects.map(({ id }) => id)).toEqual(defects.map((_, index) => `D${index + 1}`))
})
