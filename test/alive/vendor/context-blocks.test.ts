import { C, type Compiled, compile, createSession, type EventInput, type Plan, restoreSession } from 'ctxc'
import { redact } from 'ctxc/protect'
import { describe, expect, test } from 'vitest'
import { type Talk, talk } from './talk.ts'

const agent = { context: [C.all(), C.state('mood')] }
const calm = (step: number) => (step % 2 === 0 ? 'calm' : `mood ${step}`)

/** Has a conversation, and returns the reasons of lost reasoning, and its last request. */
async function converse(settings: Omit<Talk, 'budget'> & Partial<Talk>) {
  const told = await talk({
    budget: 100_000,
    seed: 1,
    steps: 24,
    agent,
    mood: step => `mood ${step}`,
    ...settings,
  })
  const losses = told.results.flatMap(({ reasoning }) => reasoning.losses.map(({ reason }) => reason))
  return { ...told, losses: [...new Set(losses)], last: JSON.stringify(told.requests.at(-1)) }
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

describe.each(['claude-opus-5-5', 'claude-fable-5-2', 'gpt-6.2-sol'])('context blocks of %s', model => {
  test('cost no reasoning if their text changes in every step', async () => {
    const { faults, losses, last, requests } = await converse({ model })
    expect([faults, losses]).toEqual([[], []])
    for (let step = 0; step < 23; step++) expect(countOf(last, `mood ${step}\\n`)).toBe(1)
    for (const [index, request] of requests.slice(1).entries())
      expect(countOf(JSON.stringify(request), 'from=')).toBe(index + 1)
  })

  test('are sent once if their text does not change', async () => {
    const { faults, losses, last } = await converse({ model, mood: () => 'calm' })
    expect([faults, losses, countOf(last, 'calm\\n')]).toEqual([[], [], 1])
  })

  test('are sent again if their text changes back', async () => {
    const { faults, losses, last } = await converse({ model, mood: calm, steps: 8 })
    expect([faults, losses, countOf(last, 'calm\\n')]).toEqual([[], [], 4])
  })

  test('cost no reasoning beside an instruction with the same value', async () => {
    const both = { ...agent, instruction: 'Answer in short sentences. {mood?}' }
    const { faults, losses, last } = await converse({ model, agent: both, steps: 12 })
    expect([faults, losses]).toEqual([[], []])
    expect(countOf(last, 'mood 10')).toBeGreaterThan(1)
  })

  test('go with the history before them', async () => {
    const { faults, losses, last } = await converse({
      model,
      budget: 3_000,
      steps: 40,
      options: { effects: {} },
    })
    expect([faults, losses]).toEqual([[], ['budget']])
    expect(countOf(last, 'mood 1\\n')).toBe(0)
    expect(countOf(last, 'mood 38\\n')).toBe(1)
  })

  test.each([0, 1, 2])('are repeated behind a compaction that comes %i steps late', async delay => {
    const { faults, losses, asked, last } = await converse({ model, budget: 8_000, steps: 40, delay })
    // A compaction that comes late may meet the limit.
    expect([faults, losses.includes('context-block')]).toEqual([[], false])
    if (delay === 0) expect(losses).toEqual(['compaction'])
    expect(asked.length).toBeGreaterThan(1)
    expect(countOf(last, 'mood 38\\n')).toBe(1)
  })
})

const model = 'claude-opus-5-5'
const bot = { name: 'bot', model, context: [C.all(), C.state('mood')] }
const set = (mood: string): EventInput => ({ author: 'developer', actions: { state: { set: { mood } } } })
const answer = (turn: number): EventInput => ({
  author: 'bot',
  parts: [
    {
      kind: 'reasoning',
      text: 'Hm.',
      model,
      native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'Hm.', signature: `S${turn}` } },
    },
    { kind: 'text', text: 'Yes.' },
  ],
})

/** Plays turns with a mood each; the events before each compile. */
async function turns(
  moods: readonly (readonly EventInput[])[],
  { agent: declared = bot, appends = true }: { agent?: object; appends?: boolean } = {},
) {
  let session = createSession()
  let plan: Plan | null = null
  const seen: { readonly text: string; readonly result: Compiled }[] = []
  for (const [turn, events] of moods.entries()) {
    session = session.append(...events, { author: 'user', text: `Question ${turn}.` })
    const result: Compiled = await compile(declared as never, session, { plan })
    plan = result.plan
    seen.push({ text: JSON.stringify(result.request), result })
    if (appends) session = restoreSession(JSON.parse(JSON.stringify(session.append(...result.events))))
    session = session.append(answer(turn))
  }
  return { seen, session, losses: seen.flatMap(({ result }) => result.reasoning.losses) }
}

test('a context block whose source becomes empty is followed by a note, once', async () => {
  const gone: EventInput = { author: 'developer', actions: { state: { delete: ['mood'] } } }
  const { seen, losses } = await turns([[set('calm')], [gone], [], [set('glad')]])
  expect(losses).toEqual([])
  expect(seen.map(({ text }) => [countOf(text, 'calm\\n'), countOf(text, 'This is empty now.')])).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})

test('a caller that does not append the event loses the reasoning, and is told', async () => {
  const { seen, losses } = await turns([[set('calm')], [set('glad')], []], { appends: false })
  expect(losses.map(({ reason }) => reason)).toEqual(['context-block', 'context-block'])
  expect(seen.map(({ result }) => result.reasoning.sent)).toEqual([0, 0, 0])
})

test('a value that is found late leaves earlier context blocks at once', async () => {
  const agent = { ...bot, protect: [redact()] }
  const word = 'Tr0ub4dor-and-3x9Q'
  const told: EventInput = { author: 'user', text: `password=${word}` }
  const { seen, losses } = await turns([[set(`the word ${word}`)], [set('glad')], [told], []], { agent })
  expect(seen.map(({ text }) => text.includes(word))).toEqual([true, true, false, false])
  expect(seen.at(-1)?.text).toContain('glad')
  expect(losses.length).toBeGreaterThan(0)
})

test('a placeholder in a context block costs no reasoning in later requests', async () => {
  const agent = { ...bot, protect: [redact()] }
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  const { seen, losses } = await turns([[set(`the key ${key}`)], [], [set('glad')], []], { agent })
  expect(losses).toEqual([])
  expect(seen.map(({ text }) => [text.includes(key), countOf(text, '[secret:')])).toEqual(
    Array.from({ length: 4 }, () => [false, expect.any(Number)]),
  )
  expect(new Set(seen.map(({ text }) => countOf(text, 'the key [secret:')))).toEqual(new Set([1]))
})

test('context blocks are recorded only for models that bind their reasoning', async () => {
  const { seen } = await turns([[set('calm')], [set('glad')]], {
    agent: { ...bot, model: 'claude-opus-4-5' },
  })
  expect(seen.flatMap(({ result }) => result.events)).toEqual([])
})

test('another agent is not shown the recorded blocks', async () => {
  const { session } = await turns([[set('calm')], [set('glad')]])
  const other = { ...bot, name: 'other', context: [C.all(), C.state('tone')] }
  const asked = session.append({ author: 'user', text: 'And you?' })
  const { request }: Compiled = await compile(other as never, asked)
  expect(JSON.stringify(request)).not.toContain('calm')
})

test('a compile without a plan keeps the history that fits with the context blocks in it', async () => {
  const { session } = await turns(
    Array.from({ length: 30 }, (_, turn) => [set(`mood ${turn}. ${'and so on '.repeat(200)}`)]),
  )
  const result: Compiled = await compile(
    bot as never,
    session.append(set('mood 30.'), { author: 'user', text: 'Question 30.' }),
    { budget: 6_000 } as never,
  )
  const text = JSON.stringify(result.request)
  expect(text).toContain('mood 30.')
  expect(text).toContain('Question 28.')
  expect(result.tokens.max).toBeGreaterThan(3_000)
  expect(result.tokens.max).toBeLessThanOrEqual(6_000)
  expect(result.diagnostics.map(({ code }) => code)).toContain('CX4007')
})

test('a rewind takes back the context blocks of the requests that it takes back', async () => {
  // The first turn has the events 0 to 3.
  const rewind: EventInput = { author: 'developer', actions: { rewind: { to: 4 } } }
  const { seen } = await turns([[set('calm')], [set('sad')], [rewind], []])
  expect(seen.map(({ text }) => [countOf(text, 'mood: calm'), countOf(text, 'mood: sad')])).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
    [1, 0],
  ])
})

test('context blocks of a source that is no longer declared are not sent', async () => {
  const both: EventInput = {
    author: 'developer',
    actions: { state: { set: { ssn: '078-05', tone: 'warm' } } },
  }
  const asked = { author: 'user', text: 'Question.' }
  const first = { ...bot, context: [C.all(), C.state('ssn')] }
  const { session, seen } = await turns([[both], []], { agent: first })
  const plan = seen.at(-1)?.result.plan ?? null
  const requestOf = async (...context: readonly unknown[]) => {
    const { request, reasoning }: Compiled = await compile(
      { ...bot, context: [C.all(), ...context] } as never,
      session.append(asked),
      { plan },
    )
    return { text: JSON.stringify(request), reasons: reasoning.losses.map(({ reason }) => reason) }
  }
  const replaced = await requestOf(C.state('tone'))
  expect(replaced.text).not.toContain('078-05')
  expect(replaced.text).toContain('tone: warm')
  expect(replaced.reasons).toEqual(['context-block'])
  const moved = await requestOf(C.state('tone'), C.state('ssn'))
  expect(countOf(moved.text, 'ssn: 078-05')).toBe(1)
  expect(moved.text.indexOf('ssn: 078-05')).toBeLessThan(moved.text.indexOf('Question 1.'))
})

test('a condition that becomes false leaves earlier context blocks in place', async () => {
  const agent = { ...bot, context: [C.all(), C.when('on', C.state('mood'))] }
  const turn = (on: boolean): EventInput => ({ author: 'developer', actions: { state: { set: { on } } } })
  const { seen, losses } = await turns([[set('calm'), turn(true)], [turn(false)], [], [turn(true)]], {
    agent,
  })
  expect(losses).toEqual([])
  expect(seen.map(({ text }) => [countOf(text, 'calm\\n'), countOf(text, 'This is empty now.')])).toEqual([
    [1, 0],
    [1, 1],
    [1, 1],
    [2, 1],
  ])
})

test('a source that fails, or whose artifact is not given, is not called empty', async () => {
  const writes = (state: Readonly<Record<string, unknown>>) => {
    if (state.mood === 'bad') throw new Error('no text')
    return 'The first text.'
  }
  const failing = { ...bot, context: [C.all(), C.text('words', writes)] }
  const { seen, losses } = await turns([[set('calm')], [set('bad')], []], { agent: failing })
  expect(losses).toEqual([])
  for (const { text } of seen) {
    expect(countOf(text, 'The first text.')).toBe(1)
    expect(text).not.toContain('This is empty now.')
  }
  const given = { ...bot, context: [C.all(), C.artifact('plan')] }
  const asked = createSession().append({ author: 'user', text: 'First.' })
  const first: Compiled = await compile(given as never, asked, { artifacts: { plan: 'The plan.' } })
  const later = asked.append(...first.events, answer(0), { author: 'user', text: 'Second.' })
  const next: Compiled = await compile(given as never, later, { plan: first.plan })
  expect(JSON.stringify(next.request)).not.toContain('This is empty now.')
  expect(countOf(JSON.stringify(next.request), 'The plan.')).toBe(1)
})

test('a value that changes while a call is open follows all earlier values', async () => {
  const call = (id: string): EventInput => ({
    author: 'bot',
    parts: [...(answer(0).parts ?? []).slice(0, 1), { kind: 'tool-call', id, name: 'look', arguments: {} }],
  })
  const result = (id: string): EventInput => ({
    author: 'tool',
    parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text: `Result ${id}.` }] }],
  })
  const agent = { ...bot, tools: [{ name: 'look', parameters: { type: 'object' } }] }
  let session = createSession()
  let plan: Plan | null = null
  const next = async (...events: readonly EventInput[]) => {
    session = session.append(...events)
    const compiled: Compiled = await compile(agent as never, session, { plan })
    plan = compiled.plan
    session = session.append(...compiled.events)
    const text = JSON.stringify(compiled.request)
    const places = ['calm', 'Result a', 'sad', 'glad', 'Result b'].map(
      word => [text.indexOf(word), word] as const,
    )
    const order = places.filter(([at]) => at >= 0).sort(([one], [other]) => one - other)
    return { order: order.map(([, word]) => word), reasoning: compiled.reasoning }
  }
  await next(set('calm'), { author: 'user', text: 'Question.' })
  await next(call('a'), result('a'), set('sad'))
  const open = await next(call('b'), set('glad'))
  expect(open.order).toEqual(['calm', 'Result a', 'sad', 'glad'])
  expect([open.reasoning.sent, open.reasoning.losses]).toEqual([2, []])
  const closed = await next(result('b'))
  expect(closed.order).toEqual(['calm', 'Result a', 'sad', 'Result b', 'glad'])
  expect([closed.reasoning.sent, closed.reasoning.losses]).toEqual([2, []])
})

test('the current text of a source takes the room of an earlier one behind the last message', async () => {
  const long = (word: string) => `${word}. ${'and so on '.repeat(200)}`
  const asked = createSession().append(set(long('calm')), { author: 'user', text: 'Question.' })
  const first: Compiled = await compile(bot as never, asked, { budget: 1_500 } as never)
  const changed = asked.append(...first.events, set(long('glad')))
  const { ok, request, tokens, diagnostics }: Compiled = await compile(bot as never, changed, {
    budget: 1_500,
    plan: first.plan,
  } as never)
  const text = JSON.stringify(request)
  expect([ok, text.includes('calm.'), text.includes('glad.')]).toEqual([true, false, true])
  expect(tokens.max).toBeLessThanOrEqual(1_500)
  expect(diagnostics.map(({ code }) => code)).not.toContain('CX4004')
})
