import { agent, answerOf, compile, createSession, type EventInput, type Part, restoreSession } from 'ctxc'
import { describe, expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { Item } from '../../laws/alive/vendor.ts'
import { betas, handlerOf, type Talk, talk } from './talk.ts'

const model = 'claude-opus-5-5'
const first = 'The first question.'

/** Kinds of the decisions that each compile of a conversation had made. */
const decided = ({ results }: Awaited<ReturnType<typeof talk>>) =>
  new Set(
    results.flatMap(({ plan }) =>
      (plan as { decisions: { kind: string }[] }).decisions.map(({ kind }) => kind),
    ),
  )

describe.each([model, 'gpt-6.2-astra'])('a compaction that %s makes for an effect', model => {
  test.each([0, 1, 2])('costs no reasoning behind it if it comes %i steps late', async delay => {
    for (const seed of [1, 2, 3]) {
      const told = await talk({ model, budget: 8_000, seed, steps: 32, delay })
      expect(told.faults, `seed ${seed}`).toEqual([])
      expect(told.asked.length).toBeGreaterThan(1)
      expect(JSON.stringify(told.requests.at(-1))).not.toContain('Answer 0.')
    }
  })

  test('costs no reasoning behind it if it comes while an answer is under way', async () => {
    for (const seed of [1, 2, 3, 4, 6, 8, 9, 10, 11, 12]) {
      const told = await talk({ model, budget: 3_000, seed, steps: 16, delay: 1, isUnderway: true })
      expect(told.faults, `seed ${seed}`).toEqual([])
      expect(told.asked.length).toBeGreaterThan(0)
      const { request } = await compile(helper(model), told.session, { model, budget: 3_000 })
      const provider = bindingProvider(model.startsWith('claude') ? 'anthropic' : 'openai', { model, betas })
      expect(provider.judge(request).dead, `seed ${seed}, without a plan`).toEqual([])
    }
  })

  test('takes the place of every trim if it comes in time', async () => {
    const told = await talk({ model, budget: 8_000, seed: 1, steps: 32 })
    expect([...decided(told)]).toEqual(['compact'])
    const codes = told.results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
    expect([...new Set(codes)]).toEqual(['CX5001'])
    const losses = told.results.flatMap(({ reasoning }) => reasoning.losses.map(({ reason }) => reason))
    expect([...new Set(losses)]).toEqual(['compaction'])
  })

  test('is given up with all reasoning if its room is too small', async () => {
    for (const seed of [3, 9, 15]) {
      const told = await talk({ model, budget: 2_700, seed, steps: 32, delay: seed % 2 })
      expect(told.faults, `seed ${seed}`).toEqual([])
      expect(decided(told)).toContain('trim')
    }
  })

  test('is asked for once a range, and not again while its outcome is not there', async () => {
    const late = await talk({ model, budget: 8_000, seed: 1, steps: 16, delay: 99 })
    const keys = late.results.flatMap(({ wants }) => wants.map(({ key }) => key))
    expect(new Set(keys).size).toBe(keys.length)
    const turns = late.session.events.filter(({ author }) => author === 'user').length
    expect(keys.length).toBeLessThan(turns)
  })

  test('is one event with its usage, and its second outcome changes nothing', async () => {
    const { session, results, asked } = await talk({ model, budget: 8_000, seed: 1, steps: 17 })
    expect(asked).toHaveLength(1)
    const event = session.events.find(({ actions }) => actions?.effect?.kind === 'compact')
    expect(event).toMatchObject({
      author: 'agent',
      visibility: 'internal',
      actions: { usage: { model, compaction: { inputTokens: expect.any(Number) } } },
    })
    const plan = results.at(-1)?.plan as never
    const run = async (log: typeof session) =>
      (await compile(helper(model), log, { model, budget: 8_000, plan })).request
    const once = await run(session)
    const { seq: _, ...again } = event as NonNullable<typeof event>
    expect(await run(session.append(again))).toEqual(once)
    expect(await run(restoreSession(JSON.parse(JSON.stringify(session))))).toEqual(once)
    expect(JSON.stringify(once)).toContain('"compaction"')
  })

  test('is not read by another vendor, which gets the messages themselves', async () => {
    const { session } = await talk({ model, budget: 8_000, seed: 1, steps: 16 })
    const other = model.startsWith('claude') ? 'gpt-6.2-sol' : 'claude-opus-5-5'
    const { ok, request } = await compile(helper(other), session, { model: other })
    expect(ok).toBe(true)
    expect(JSON.stringify(request)).toContain(first)
    expect(JSON.stringify(request)).not.toContain('"compaction"')
  })

  test('is used again once the conversation comes back from another vendor', async () => {
    const isClaude = model.startsWith('claude')
    const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { model, betas })
    const { session, results } = await talk({ model, budget: 8_000, seed: 1, steps: 16 })
    const other = isClaude ? 'gpt-6.2-sol' : 'claude-opus-5-5'
    const away = await compile(helper(other), session, { model: other, plan: results.at(-1)?.plan as never })
    const elsewhere = bindingProvider(isClaude ? 'openai' : 'anthropic', { model: other, betas })
    const { body } = elsewhere.answer(away.request)
    const longer = session.append(...answerOf(away, body as never), { author: 'user', text: 'Go on.' })
    for (const plan of [away.plan, null]) {
      const { ok, request } = await compile(helper(model), longer, { model, budget: 8_000, plan })
      const text = JSON.stringify(request)
      expect([ok, text.includes('"compaction"'), text.includes(first), provider.judge(request).dead]).toEqual(
        [...[true, true, !isClaude, []]],
      )
      expect(text).toContain('Done.')
    }
  })

  test.each(['lost', 'older than the compaction'])(
    'keeps the question behind it, to which reasoning is bound, if the plan is %s',
    async which => {
      const provider = bindingProvider(model.startsWith('claude') ? 'anthropic' : 'openai', { model, betas })
      for (const seed of model.startsWith('claude') ? [1, 8] : [4, 6, 8]) {
        const { session, requests, results } = await talk({ model, budget: 3_000, seed, steps: 16 })
        const first = requests.findIndex(request => JSON.stringify(request).includes('"compaction"'))
        expect(first).toBeGreaterThan(0)
        const plan = which === 'lost' ? null : (results[first - 1]?.plan as never)
        const result = await compile(helper(model), session, { model, budget: 3_000, plan })
        expect(provider.judge(result.request).dead, `seed ${seed}`).toEqual([])
        const { body } = provider.answer(result.request)
        const longer = session.append(...answerOf(result, body as never), { author: 'user', text: 'Go on.' })
        const next = await compile(helper(model), longer, { model, budget: 3_000, plan: result.plan })
        expect(provider.judge(next.request).dead, `seed ${seed}, the next request`).toEqual([])
      }
    },
  )

  test('is not used once a rewind took back what it replaces', async () => {
    const { session } = await talk({ model, budget: 8_000, seed: 1, steps: 16 })
    const rewound = session.append(
      { author: 'developer', actions: { rewind: { to: 2 } } },
      { author: 'user', text: 'Anew.' },
    )
    const { request } = await compile(helper(model), rewound, { model })
    expect(JSON.stringify(request)).not.toContain('"compaction"')
  })
})

const helper = (model: string) =>
  agent({
    ...{ name: 'agent', model, instruction: 'Answer in short sentences.' },
    tools: [{ name: 'look', parameters: { type: 'object' } }],
  } as never)

describe('a compaction of Claude that fails', () => {
  test.each(['max_tokens', 'refusal', 'tool_use', 'unavailable'] as const)(
    'by %s changes nothing, is reported, and is tried twice a turn at most',
    async compaction => {
      const settings: Talk = { model, budget: 8_000, seed: 1, steps: 20 }
      const told = await talk({ ...settings, provider: { compaction } })
      const alone = await talk({ ...settings, options: { effects: {} } })
      expect(told.faults).toEqual([])
      expect(told.requests).toEqual(alone.requests)
      const failed = told.session.events.filter(({ actions }) => 'error' in (actions?.effect ?? {}))
      expect(failed.length).toBe(told.asked.length)
      expect(told.asked.length).toBeGreaterThan(1)
      const codes = told.results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
      expect(codes.filter(code => code === 'CX9202').length).toBe(failed.length)
    },
  )
})

test('Claude is asked with the request that was sent, and with nothing that it refuses beside', async () => {
  const { asked, requests } = await talk({
    ...{ model, budget: 8_000, seed: 1, steps: 15 },
    agent: { generateConfig: { stopSequences: ['END'], maxOutputTokens: 900 } },
  })
  const { compaction, ...body } = asked[0] as Item
  const sent = requests.find(request => JSON.stringify(request).includes('END')) as Item
  expect(compaction).toEqual({ type: 'summarize' })
  expect(body).not.toHaveProperty('stop_sequences')
  expect(sent).toHaveProperty('stop_sequences')
  expect(body.max_tokens).toBe(8_192)
  expect(requests.map(request => (request as Item).messages)).toContainEqual(body.messages)
})

const compact = handlerOf(bindingProvider('anthropic', { betas }), [])

/** A session of 12 messages that nearly fill a budget of 6,000 tokens. */
const full = createSession({
  events: Array.from({ length: 12 }, (_, at) => ({
    author: at % 2 === 0 ? 'user' : 'agent',
    text: 'word '.repeat(280),
  })).slice(0, 11),
})
const kindsWanted = async (id: string, session = full) => {
  const result = await compile(helper(id), session, { model: id, budget: 6_000, effects: { compact } })
  return result.wants.map(({ kind }) => kind)
}

test.each(['claude-opus-5', 'anthropic.claude-opus-5-5-v1:0', 'gemini-3.8-flash'])(
  '%s is never asked for a compaction, unlike a model that binds its thinking where Claude compacts',
  async id => {
    expect([await kindsWanted(model), await kindsWanted(id)]).toEqual([['compact'], []])
  },
)

test('a conversation whose call waits, or that has one message, is not compacted', async () => {
  const call: Part = { kind: 'tool-call', id: 'c', name: 'look', arguments: {} }
  const one = createSession({ events: [{ author: 'user', text: 'word '.repeat(3_200) }] })
  expect(await kindsWanted(model, full.append({ author: 'agent', parts: [call] }))).toEqual([])
  expect(await kindsWanted(model, one)).toEqual([])
})

const moody = { instruction: 'Answer in short sentences. {mood?}' }
const mood = (step: number) => `Mood ${step}.`

test.each([model, 'gpt-6.2-sol'])(
  '%s keeps all reasoning beside a value that changes with every call',
  async model => {
    const { requests, faults, held, results } = await talk({ model, steps: 16, seed: 1, agent: moody, mood })
    expect(faults).toEqual([])
    expect(requests).toHaveLength(16)
    expect(results.flatMap(({ reasoning }) => reasoning.losses)).toEqual([])
    expect(held.toSorted((left, right) => left - right)).toEqual(held)
    expect(JSON.stringify(requests.at(-1))).toContain('Mood 14.')
  },
)

test.each([model, 'gpt-6.2-sol'])(
  '%s is told again of the changes that a compaction replaced',
  async model => {
    const { asked, requests, faults } = await talk({
      model,
      budget: 8_000,
      steps: 40,
      seed: 1,
      agent: moody,
      mood,
    })
    expect(faults).toEqual([])
    expect(asked.length).toBeGreaterThan(0)
    const compacted = requests.filter(request => JSON.stringify(request).includes('"compaction"'))
    expect(compacted.length).toBeGreaterThan(0)
    for (const [step, request] of requests.entries())
      if (step > 0) expect(JSON.stringify(request)).toContain(`Mood ${step - 1}.`)
  },
)

test('a value that no message can announce wastes two compactions at most', async () => {
  const binds = { prefix: ['system', 'tools'], otherwise: 'error' } as const
  const options = { modelRows: [{ id: model, binds }] }
  const { asked, faults } = await talk({
    model,
    budget: 8_000,
    steps: 40,
    seed: 1,
    agent: moody,
    mood,
    options,
  })
  expect(faults).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(2)
})

describe('a compaction on demand is followed by what it does not keep, and no reasoning dies', () => {
  const item = (type: string, payload: object): EventInput => ({
    author: 'developer',
    parts: [{ kind: 'opaque', format: 'openai', type, payload: { type, ...payload } as never }],
  })
  const requestsWith = async (model: string, seed: number, also: (step: number) => readonly EventInput[]) => {
    const { faults, requests } = await talk({ model, budget: 5_000, seed, steps: 24, also })
    expect(faults).toEqual([])
    return requests.map(request => JSON.stringify(request)).filter(text => text.includes('"compaction"'))
  }

  test('updates of the configuration, joined, and added tools of OpenAI', async () => {
    const find = { type: 'function', name: 'find', parameters: { type: 'object' }, strict: false }
    const changes = [
      item('configuration_update', { reasoning: { effort: 'low' } }),
      item('additional_tools', { role: 'developer', tools: [find] }),
      item('configuration_update', { reasoning: { effort: 'high' } }),
    ]
    for (const seed of [1, 2, 3]) {
      const later = await requestsWith('gpt-6.2-astra', seed, step => changes.slice(step, step + 1))
      expect(later.length).toBeGreaterThan(0)
      for (const text of later) {
        expect(text.match(/"additional_tools"/g)).toHaveLength(1)
        expect(text.lastIndexOf('"effort":"high"')).toBeGreaterThan(text.indexOf('"compaction"'))
      }
    }
  })

  test('system messages of Claude', async () => {
    const note: EventInput = { author: 'developer', text: 'The user prefers metric units.' }
    for (const seed of [1, 2, 3]) {
      const later = await requestsWith(model, seed, step => (step === 1 ? [note] : []))
      expect(later.length).toBeGreaterThan(0)
      for (const text of later) expect(text).toContain('metric units')
    }
  })
})
