// Reduced cases that hostile policies found: the choice of units for the available room.
import { describe, expect, test } from 'vitest'
import {
  agent,
  C,
  type Compiled,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
} from '../../src/index.ts'
import { contentsOf, model, user } from './said.ts'

describe('supplementary units', () => {
  const filled = (word: string, times: number): string => `${word} `.repeat(times).trim()
  const looked = (id: string, text: string): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'look', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
  ]
  const turn = (at: number): EventInput[] => [
    ...looked(`c${at}`, filled(`found${at}`, 150)),
    user(`next ${at}`),
  ]
  const turns = (count: number): EventInput[] => Array.from({ length: count }, (_, at) => turn(at)).flat()
  const compiled = (context: C.ContextInput, events: EventInput[], options: CompileOptions) =>
    compile(agent({ name: 'helper', identity: false, context }), createSession({ events }), {
      model: 'gpt-5.4',
      target: 'openai-chat',
      ...options,
    })
  const codes = ({ diagnostics }: Compiled) => diagnostics.map(({ code }) => code)

  test('stay if they were current or in a window when others were dropped', async () => {
    const newest = looked('c99', filled('newest', 150))
    const tools = C.where({ tool: 'look' }).tier('supplementary')
    for (const context of [
      [C.userOnly(), tools],
      [C.userOnly(), C.last(4), tools],
    ]) {
      const events = [user('go'), ...turns(12), ...newest]
      const first = await compiled(context, events, { budget: 4_000 })
      expect(codes(first)).toContain('CX4005')
      const next = await compiled(context, [...events, user('again')], { budget: 4_000, plan: first.plan })
      expect(codes(next)).not.toContain('CX5001')
      expect(contentsOf(next).slice(0, -1)).toEqual(contentsOf(first))
    }
  })

  test('stay between dropped ones if atLeast holds them', async () => {
    const context = [C.userOnly(), C.where({ tool: 'look' }).tier('supplementary').atLeast(100)]
    const result = await compiled(context, turns(8), { budget: 800 })
    expect(codes(result)).toEqual(['CX4005'])
    expect(contentsOf(result)).toContain(filled('found7', 150))
  })
})

describe('after a cut of the older history', () => {
  const filled = (times: number): string => 'word '.repeat(times).trim()
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
  const looked = (id: string): EventInput[] => [
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'look', arguments: {} }] },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: lines }] }] },
  ]
  const events = [user(filled(1_500)), ...looked('c0'), user(filled(600)), ...looked('c1'), user(filled(20))]
  const compiled = (context: C.ContextInput, plan: Compiled['plan'] = null) =>
    compile(agent({ name: 'helper', identity: false, context }), createSession({ events }), {
      model: 'gpt-5.4',
      target: 'openai-chat',
      budget: { input: 2_000, low: 0.9 },
      plan,
    })

  test.each([
    ['supplementary units fill the room', [C.userOnly(), C.where({ tool: 'look' }).tier('supplementary')]],
    [
      'no more units are compacted than needed',
      [C.userOnly(), C.where({ tool: 'look' }).compact({ over: 60 })],
    ],
  ])('%s', async (_, context) => {
    const result = await compiled(context)
    expect(contentsOf(result).slice(-4)).toEqual([filled(600), null, lines, filled(20)])
    const again = await compiled(context, result.plan)
    expect([again.request, again.plan]).toEqual([result.request, result.plan])
  })
})

describe('a plan with several changes of configuration', () => {
  const program = (v: string, ...tools: string[]) => ({
    agent: agent({
      name: 'helper',
      identity: false,
      instruction: 'Talk of {v}.',
      tools: tools.map(name => ({ name })),
    }),
    state: { v },
  })
  const events = Array.from({ length: 40 }, (_, at) => [
    user(`${at} ${'word '.repeat(40)}`),
    model(`answer ${at}`),
  ]).flat()
  const compiled = (of: ReturnType<typeof program>, budget: number, plan: Compiled['plan'] = null) =>
    compile(of.agent, createSession({ events, state: of.state }), {
      model: 'gpt-5.4',
      target: 'openai-chat',
      budget,
      plan,
    })
  const whyOf = ({ diagnostics }: Compiled) =>
    (diagnostics.find(({ code }) => code === 'CX5001')?.data?.decisions as unknown[] | undefined)?.[0]

  test('reports all of them', async () => {
    const { plan } = await compiled(program('tea'), 1_000)
    const both = await compiled(program('beer', 'look'), 1_000, plan)
    expect(whyOf(both)).toMatchObject({ kind: 'config-change', why: '{v}, tools' })
    const again = await compiled(program('beer', 'look', 'seek'), 1_000, both.plan)
    expect(whyOf(again)).toMatchObject({ kind: 'config-change', why: 'tools' })
  })

  test('uses a larger budget for more of the history', async () => {
    const { plan } = await compiled(program('tea'), 1_000)
    const more = await compiled(program('beer'), 10_000, plan)
    expect(whyOf(more)).toMatchObject({ kind: 'config-change', why: '{v}, budget' })
    expect(contentsOf(more)).toHaveLength(events.length + 1)
  })
})

test('a bound of a clause begins no later than a window with its units', async () => {
  const program = agent({
    name: 'helper',
    identity: false,
    context: C.contextCompressor({ tokenBudget: 400, keepRecent: 3 }),
  })
  let session = createSession()
  let plan: Compiled['plan'] = null
  let breaks = 0
  for (let at = 0; at < 40; at++) {
    const text = `${at} ${'word '.repeat(45 + (at % 3) * 12)}`
    session = session.append(at % 2 === 0 ? user(text) : model(text))
    const result: Compiled = await compile(program, session, {
      model: 'gpt-5.4',
      target: 'openai-chat',
      plan,
    })
    plan = result.plan
    if (result.diagnostics.some(({ code }) => code === 'CX5001')) breaks++
  }
  expect(breaks).toBeLessThan(20)
})
