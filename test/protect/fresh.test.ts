import { expect, test } from 'vitest'
import type { CompileOptions } from '../../src/core/compile/contract/options.ts'
import type { ContextInput } from '../../src/core/context/policy/built.ts'
import type { EventInput } from '../../src/core/ir/event.ts'
import type { Member } from '../../src/core/program/member.ts'
import { type FreshnessOptions, fresh } from '../../src/core/protect/index.ts'
import { resolveWants } from '../../src/effects.ts'
import { agent, C, compile, createCompiler, createSession } from '../../src/index.ts'
import { firstWords } from '../summaries/conversation.ts'

const hour = 3_600_000

/** Events of a turn that calls a tool: one hour lies between two turns. */
const turn = (number: number, city = `city ${number}`, text = `price of turn ${number}`): EventInput[] => {
  const time = number * hour
  const id = `call_${number}`
  return [
    { author: 'user', text: `Question ${number}`, time },
    { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'price', arguments: { city } }], time },
    { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }], time },
    { author: 'helper', text: `Answer ${number}`, time },
  ]
}
const turns = (count: number): EventInput[] => [
  ...Array.from({ length: count }, (_, at) => turn(at + 1)).flat(),
  { author: 'user', text: 'And now?', time: (count + 1) * hour },
]

const requestOf = async (program: Member, events: EventInput[], options: Partial<CompileOptions> = {}) => {
  const { ok, request } = await compile(program, createSession({ events }), { model: 'gpt-5.4', ...options })
  expect(ok).toBe(true)
  return JSON.stringify(request)
}
const shown = (text: string): number[] =>
  [...text.matchAll(/price of turn (\d+)/g)].map(([, number]) => Number(number))

const helper = (
  options: FreshnessOptions,
  more: { readonly context?: ContextInput; readonly includeContents?: 'all' | 'default' | 'none' } = {},
) => agent({ name: 'helper', protect: [fresh(options)], ...more })

test('results older than some turns are left out, moving on every so many turns', async () => {
  expect(shown(await requestOf(helper({ turns: 2 }), turns(3)))).toEqual([3])
  expect(shown(await requestOf(helper({ turns: 2 }), turns(4)))).toEqual([3, 4])
  const text = await requestOf(helper({ turns: 2 }), turns(4))
  expect(text).toContain('[Out of date: this result is from before the last 2 turns.')
  // Calls and words stay.
  expect(text).toContain('city 1')
  expect(text).toContain('Answer 1')
})

test('results older than some time are left out, by the time that the compile was given', async () => {
  const program = helper({ time: 2 * hour })
  expect(shown(await requestOf(program, turns(4), { now: 5 * hour }))).toEqual([4])
  expect(shown(await requestOf(program, turns(4), { now: 7 * hour }))).toEqual([])
  expect(shown(await requestOf(program, turns(4)))).toEqual([1, 2, 3, 4])
})

test('a compiler that goes on leaves out what another one leaves out, as time goes by', async () => {
  const program = helper({ time: 3 * hour })
  const compiler = createCompiler(program, { model: 'gpt-5.4' })
  let session = createSession({ id: 's', events: turns(3) })
  for (const now of [4, 5, 6, 7, 5].map(hours => hours * hour)) {
    const warm = await compiler.compile(session, { now })
    const cold = await compile(program, session, { model: 'gpt-5.4', now })
    expect(warm.request).toEqual(cold.request)
    session = session.append({ author: 'user', text: `At ${now}`, time: now })
  }
})

test('old results are marked and keep their content', async () => {
  const text = await requestOf(helper({ turns: 1, action: 'warn' }), turns(2))
  expect(shown(text)).toEqual([1, 2])
  expect(text.match(/It may be out of date: this result is from an earlier turn\./g)).toHaveLength(2)
  const byBoth = await requestOf(helper({ turns: 3, time: 2 * hour }), turns(3), { now: 5 * hour })
  expect(byBoth).toContain('from before the last 3 turns, or from before the last 120 minutes. Call')
})

test('old results are shown short, with a handle', async () => {
  const events = [...turn(1, 'Rome', 'x'.repeat(5000)), ...turns(2)]
  const text = await requestOf(helper({ turns: 1, action: 'compact' }), events)
  expect(text).not.toContain('x'.repeat(1000))
  expect(text).toContain('Handle of the whole')
  // Short results are marked.
  expect(shown(text)).toEqual([1, 2])
  expect(text.match(/It may be out of date/g)).toHaveLength(3)
})

test('an old result is not brought back by a search, nor by an event that is never dropped', async () => {
  const found = helper({ turns: 1 }, { context: [C.window(1), C.relevant()] })
  const asked = [...turns(5), { author: 'user', text: 'price of city 1, turn 1?' }]
  expect(await requestOf(found, asked)).toContain('price returned')
  expect(shown(await requestOf(found, asked))).toEqual([])
  const critical = turns(3).map((event, at) => (at === 2 ? { ...event, tier: 'critical' as const } : event))
  expect(await requestOf(helper({ turns: 1 }, { context: C.window(1) }), critical)).toContain('[Out of date')
})

test('several protections hold at once, and the strictest first', async () => {
  const both = [fresh({ turns: 1, action: 'warn' }), fresh({ turns: 3 })]
  for (const protect of [both, both.toReversed()]) {
    const text = await requestOf(agent({ name: 'helper', protect }), turns(6))
    expect(shown(text)).toEqual([4, 5, 6])
    expect(text.match(/It may be out of date/g)).toHaveLength(3)
  }
})

test('results of calls that were made at once are as old as the oldest of them', async () => {
  const call = (id: string) => ({ kind: 'tool-call', id, name: 'price', arguments: { id } }) as const
  const result = (id: string, text: string, time: number): EventInput => ({
    ...{ author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }], time },
  })
  const events: EventInput[] = [
    { author: 'user', text: 'Both?', time: 0 },
    { author: 'helper', parts: [call('a'), call('b')], time: 0 },
    result('a', 'price of turn 1', 0),
    result('b', 'price of turn 2', 9 * hour),
    { author: 'user', text: 'And?', time: 9 * hour },
  ]
  expect(shown(await requestOf(helper({ time: hour }), events, { now: 9 * hour }))).toEqual([])
})

test('a call that failed leaves the result before it', async () => {
  const failed = turn(2, 'Rome').map(event =>
    event.author === 'tool'
      ? { ...event, parts: event.parts?.map(part => ({ ...part, isError: true })) }
      : event,
  ) as EventInput[]
  const events = [...turn(1, 'Rome'), ...failed, { author: 'user', text: 'So?' }]
  expect(shown(await requestOf(helper({ superseded: true }), events))).toEqual([1, 2])
})

test('old turns are summarized', async () => {
  const program = helper({ turns: 2, action: 'summarize' })
  const options = { model: 'gpt-5.4', effects: { summarize: firstWords() } }
  const session = createSession({ id: 's', events: turns(150) })
  const before = await compile(program, session, options)
  expect(before.wants.map(({ kind }) => kind)).toContain('summarize')
  const made = await resolveWants(before, { effects: options.effects })
  const after = await compile(program, session.append(...before.events, ...made), options)
  const sent = JSON.stringify(after.request)
  expect(shown(sent)).not.toContain(1)
  expect(shown(sent)).toContain(150)
  // Without a summarizer, and where a policy leaves no room for summaries, results are marked.
  for (const program of [
    helper({ turns: 1, action: 'summarize' }),
    helper({ turns: 1, action: 'summarize' }, { context: C.window(9) }),
  ])
    expect((await requestOf(program, turns(3))).match(/It may be out of date/g)).toHaveLength(3)
})

test('a result that a later one replaces is left out', async () => {
  const events = [...turn(1, 'Rome'), ...turn(2, 'Rome'), ...turn(3, 'Oslo'), { author: 'user', text: 'So?' }]
  expect(shown(await requestOf(helper({ superseded: true }), events))).toEqual([2, 3])
})

test('holds whatever selects the results', async () => {
  const events = turns(2)
  const contexts = [
    C.all(),
    C.window(5),
    [C.window(1), C.all().tier('supplementary')],
    C.where({ tool: 'price' }).tier('critical'),
    C.where({ tag: 'none' }).orElse(C.all()),
  ]
  for (const context of contexts)
    expect(shown(await requestOf(helper({ turns: 1 }, { context }), events))).toEqual([])
  for (const includeContents of ['all', 'default'] as const)
    expect(shown(await requestOf(helper({ turns: 1 }, { includeContents }), events))).toEqual([])
  // The turn that goes on is current.
  const current = [...turn(1), ...turn(2).slice(0, 3)]
  for (const includeContents of ['all', 'none'] as const)
    expect(shown(await requestOf(helper({ turns: 1 }, { includeContents }), current))).toContain(2)
})

test('holds for the agents below, and from the options of a compile', async () => {
  const member = agent({ name: 'helper' })
  const team = agent({ name: 'team', protect: [fresh({ turns: 1 })], subAgents: [member] })
  expect(shown(await requestOf(team, turns(2), { agent: 'helper' }))).toEqual([])
  expect(shown(await requestOf(member, turns(2), { protect: [fresh({ turns: 1 })] }))).toEqual([])
})

test('a clause that says it otherwise is followed', async () => {
  const context = C.all().fresh({ turns: 1, action: 'warn' })
  expect(shown(await requestOf(helper({ turns: 1 }, { context }), turns(2)))).toEqual([1, 2])
})

test('an agent that is shown nothing but the current input keeps it so', async () => {
  const without = agent({ name: 'helper', includeContents: 'none' })
  const events = turns(2)
  expect(await requestOf({ ...without, protect: [fresh({ turns: 1 })] }, events)).toBe(
    await requestOf(without, events),
  )
})

test('rejects options that say nothing, or what cannot be', () => {
  expect(() => fresh({})).toThrow('fresh has no age: give turns, time in milliseconds, or superseded: true')
  expect(() => fresh({ time: 5, action: 'compact' })).toThrow('give turns')
  expect(() => fresh({ superseded: true, action: 'compact' })).toThrow('give turns, or remove action')
  expect(() => fresh({ turns: 0 })).toThrow(TypeError)
  expect(() => C.all().fresh({})).toThrow('has no age')
})
