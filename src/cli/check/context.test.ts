import { agent, C, expandTool, type Member, S } from 'ctxc'
import { check, flow } from 'ctxc/check'
import { parseProgram } from 'ctxc/program'
import { describe, expect, test } from 'vitest'
import { found, pipeline, route, writes } from './test/programs.ts'

const classifier = writes('classifier', 'intent')
const talker = agent({ name: 'talker', instruction: 'Talk.' })
const shown = (context: C.ContextInput, more = {}) => agent({ name: 'r', context, ...more } as never)
const codes = (program: Member, context: C.ContextInput) =>
  found(pipeline(program, shown(context)), { levels: { CX1009: 'off' } })

describe('keys that a context reads', () => {
  test.each<[string, C.ContextInput, string[]]>([
    ['a key of the state', C.state('intent', 'nope'), ['CX1001 nope']],
    ['a key of a template', [C.userOnly(), C.template('{intent} {nope} {maybe?}')], ['CX1001 nope']],
    ['a key that holds a query', C.relevant({ queryKey: 'nope' }), ['CX1001 nope']],
    ['notes, which may not be there yet', C.notes('nope'), []],
    ['a condition', C.when('nope', C.userOnly()), []],
    ['a key read under a condition that never holds', C.when('nope', C.state('other')), []],
    ['a key read under its own condition', C.when('nope', C.state('nope')), []],
    ['a key read under a condition that may hold', C.when('user:vip', C.state('nope')), ['CX1001 nope']],
    ['a key read under a function', C.when(() => true, C.state('nope')), []],
  ])('are checked: %s', (_, context, expected) => {
    expect(codes(classifier, [C.userOnly(), context])).toEqual(expected)
  })

  test('a key that only some branches write is reported, unless a condition asks for it', () => {
    const way = route('user:way', { a: writes('x', 'found') })
    const { diagnostics } = check(pipeline(way, shown([C.none(), C.state('found')])))
    expect(diagnostics).toMatchObject([
      {
        code: 'CX1002',
        at: ['d:members.1.context'],
        data: { reader: "'r'", key: 'found', writers: ["'x'"] },
      },
    ])
    expect(found(pipeline(way, shown([C.none(), C.when('found', C.state('found'))])))).toEqual([])
  })

  test('a key that a context reads counts as read, by a function too', () => {
    const last = agent({ name: 'z' })
    expect(found(pipeline(classifier, shown(C.userOnly()), last))).toEqual(['CX1009 intent'])
    expect(found(pipeline(classifier, shown([C.userOnly(), C.state('intent')]), last))).toEqual([])
    const byFunction = C.when(state => state.intent === 'book', C.userOnly())
    expect(found(pipeline(classifier, shown(byFunction), last))).toEqual([])
  })

  test('an answer that a context reads gets an inferred key, as for an instruction', () => {
    const program = pipeline(talker, shown([C.userOnly(), C.state('intent')]))
    expect(found(program)).toEqual([])
    expect(flow(program).text).toContain("reads intent (from 'talker')")
  })

  test('a template field that is not in the schema is reported', () => {
    const outputSchema = { type: 'object', properties: { days: { type: 'number' } } } as const
    const planner = writes('planner', 'plan', { outputSchema: { schema: outputSchema } })
    expect(codes(planner, [C.userOnly(), C.template('{plan.days} {plan.nights}')])).toEqual(['CX1016 plan'])
  })

  test('a value in a context block is not reported as part of an instruction, whoever wrote it', () => {
    expect(found(pipeline(S.capture('request'), shown([C.userOnly(), C.state('request')])))).toEqual([])
  })
})

describe('words of other agents', () => {
  const may: [string, C.ContextInput][] = [
    ['all', C.all()],
    ['window', C.window(2)],
    ['last', C.last(2)],
    ['first', C.first(2)],
    ['recent', C.recent({ halfLife: 2 })],
    ['fromAgents', C.fromAgents('classifier')],
    ['excludeAgents of others', C.excludeAgents('r')],
    ['where, by something else', C.where({ tool: 'search' })],
    ['where, by a tool', C.where({ author: 'tool' })],
    ['a clause of orElse', C.userOnly().orElse(C.all())],
    ['one of two', [C.none(), C.window(2)]],
    ['under a condition', C.when('user:vip', C.all())],
  ]
  const never: [string, C.ContextInput][] = [
    ['none', C.none()],
    ['userOnly', C.userOnly()],
    ['fromAgents of others', C.fromAgents('r')],
    ['excludeAgents', C.excludeAgents('classifier')],
    ['where, by another author', C.where({ author: ['user', 'r'] })],
    ['where, by another role', C.where({ role: 'user' })],
    ['a clause of the archive', C.all().tier('archive')],
    ['sources alone', C.artifact('a')],
  ]

  test.each(may)('are reported as sent twice if a context block repeats them: %s', (_, context) => {
    expect(codes(classifier, [context, C.state('intent')])).toEqual(['CX1003 intent'])
  })

  test.each(never)('are not reported as sent twice: %s', (_, context) => {
    expect(codes(classifier, [context, C.state('intent')])).toEqual([])
  })

  test('are not sent twice by a query', () => {
    expect(codes(classifier, [C.all(), C.relevant({ queryKey: 'intent' })])).toEqual([])
  })

  test('are reported with the key and the speaker', () => {
    const { diagnostics } = check(pipeline(classifier, shown(C.all(), { instruction: '{intent}' })))
    expect(diagnostics.find(({ code }) => code === 'CX1003')).toMatchObject({
      at: ['d:members.1.instruction'],
      data: { agent: 'r', key: 'intent', speaker: 'classifier' },
    })
  })

  test('are reported as lost only if no context selects them', () => {
    expect(codes(talker, C.userOnly())).toEqual(['CX1004 talker'])
    expect(codes(talker, C.window(1))).toEqual([])
    const { diagnostics } = check(pipeline(talker, shown(C.fromAgents('r'))))
    expect(diagnostics[0]).toMatchObject({ code: 'CX1004', data: { agent: 'talker' } })
  })

  test('appear in what flow says an agent sees', () => {
    expect(flow(pipeline(talker, shown(C.window(1)))).text).toContain(
      "sees what its context selects; messages of 'talker'",
    )
  })
})

describe('names of unknown agents', () => {
  test.each<[string, C.ContextInput, string[]]>([
    ['fromAgents', C.fromAgents('clasifier'), ['clasifier']],
    ['excludeAgents', [C.all(), C.excludeAgents('nobody', 'talker')], ['nobody']],
    ['where', C.where({ author: ['user', 'nobody', 'agent'] }), ['nobody']],
    ['a clause of orElse', C.userOnly().orElse(C.fromAgents('nobody')), ['nobody']],
    ['names that there are', C.fromAgents('talker', 'r'), []],
  ])('are reported in %s', (_, context, expected) => {
    const { diagnostics } = check(pipeline(talker, shown(context)), { levels: { CX1004: 'off' } })
    expect(diagnostics.map(({ code, data }) => `${code} ${data.named}`)).toEqual(
      expected.map(name => `CX1026 ${name}`),
    )
  })

  test('get a suggestion, and are not checked for an agent alone', () => {
    const { diagnostics } = check(pipeline(classifier, shown(C.fromAgents('clasifier', 'classifier'))))
    expect(diagnostics[0]).toMatchObject({ code: 'CX1026', data: { meant: 'classifier' } })
    expect(found(shown(C.fromAgents('nobody')))).toEqual([])
  })
})

describe('a context that needs a tool for handles', () => {
  const asking = C.all().compact({ olderThan: 1, expand: 'tool' })
  const expander = expandTool({ compiled: () => null, name: 'whole' })
  const own = { name: 'read_whole', expands: true }

  test.each<[string, C.ContextInput, readonly object[], string[]]>([
    ['is reported without any tool', asking, [], ['CX1027 r']],
    ['is reported if a tool has only the name', asking, [{ name: 'expand' }], ['CX1027 r']],
    ['is reported if the tool takes no handles', asking, [{ name: 'expand', expands: false }], ['CX1027 r']],
    ['is reported in a clause of orElse', C.last(2).orElse(asking), [], ['CX1027 r']],
    ['is not reported with a tool of another name', asking, [{ name: 'search' }, expander], []],
    ['is not reported with a tool of the program', asking, [own], []],
    ['is not reported if no clause asks for the tool', C.all().compact(), [], []],
  ])('%s', (_, context, tools, expected) => {
    expect(found(shown(context, { tools }))).toEqual(expected)
  })

  test('is checked in programs given as data', () => {
    const read = (tools: readonly object[]) =>
      parseProgram(JSON.parse(JSON.stringify({ name: 'r', context: asking, tools })))
    const codesOf = (parsed: ReturnType<typeof read>) =>
      parsed.ok ? check(parsed.program).diagnostics.map(({ code, at }) => [code, at]) : parsed.diagnostics
    expect(codesOf(read([own]))).toEqual([])
    expect(codesOf(read([]))).toEqual([['CX1027', ['d:context']]])
  })
})

describe('a context that compacts results at arrival', () => {
  const tools = [{ name: 'read_whole', expands: true }]
  const arrival = { at: 'arrival' } as const

  test.each<[string, C.ContextInput, string[]]>([
    ['is reported if its selection moves', C.window(2).compact(arrival), ['CX1033 r']],
    ['is reported beside a clause that moves', [C.all().compact(arrival), C.last(3)], ['CX1033 r']],
    [
      'is reported with an operation by age',
      [C.all().compact(arrival), C.userOnly().fresh({ turns: 2 })],
      ['CX1033 r'],
    ],
    ['is not reported if it selects the whole history', C.all().compact(arrival), []],
    ['is not reported beside the first units', [C.all().compact(arrival), C.first(2)], []],
  ])('%s', (_, context, expected) => {
    expect(found(shown(context, { tools }))).toEqual(expected)
  })

  test('is not reported without it, even if its selection moves', () => {
    expect(found(shown(C.window(2)))).toEqual([])
  })
})
