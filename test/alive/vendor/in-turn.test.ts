// Compactions in the middle of a turn, in which the user asks once and many calls follow.
import { agent, C, type Compiled, compile, type Part } from 'ctxc'
import { describe, expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { Item } from '../../laws/alive/vendor.ts'
import { betas, type Talk, talk } from './talk.ts'

const question = 'The first question.'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image: Part = { kind: 'file', mediaType: 'image/png', source: { type: 'base64', data: png } }

/** A conversation of one turn that needs several compactions. */
const long: Omit<Talk, 'model'> = { budget: 6_000, steps: 24, turnOf: 100 }

const told = new Map<string, ReturnType<typeof talk>>()

/** Has the conversation of one turn, once for each model. */
function talkOnce(model: string): ReturnType<typeof talk> {
  const made = told.get(model) ?? talk({ ...long, model, seed: 1 })
  told.set(model, made)
  return made
}

const timesIn = (request: unknown, text: string): number => JSON.stringify(request).split(text).length - 1

const kindsOf = ({ results }: Awaited<ReturnType<typeof talk>>): string[] => [
  ...new Set(
    results.flatMap(({ plan }) =>
      (plan as { decisions: { kind: string }[] }).decisions.map(({ kind }) => kind),
    ),
  ),
]

/** Messages or items of a request. */
const messagesOf = (request: object | undefined): readonly Item[] =>
  ((request as Item).messages ?? (request as Item).input) as readonly Item[]

describe.each(['claude-opus-5-5', 'gpt-6.2-sol'])('a turn of many steps of %s', model => {
  const isClaude = model.startsWith('claude')

  test('is compacted in its middle instead of trimmed, and keeps all reasoning behind it', async () => {
    const told = await talkOnce(model)
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
    expect(kindsOf(told)).toEqual(['compact'])
    const losses = told.results.flatMap(({ reasoning }) => reasoning.losses.map(({ reason }) => reason))
    expect([...new Set(losses)]).toEqual(['compaction'])
    expect(told.requests.map(request => timesIn(request, question))).toEqual(told.requests.map(() => 1))
  })

  test.each([1, 2])(
    'shows its question once in each request if compactions come %i steps late',
    async delay => {
      const told = await talk({ ...long, model, seed: 2, delay })
      expect(told.faults).toEqual([])
      expect(new Set(told.requests.map(request => timesIn(request, question)))).toEqual(new Set([1]))
    },
  )

  test('loses neither reasoning nor question if a compaction comes while an answer is under way', async () => {
    const told = await talk({ ...long, model, seed: 2, delay: 1, isUnderway: true })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
    expect(new Set(told.requests.map(request => timesIn(request, question)))).toEqual(new Set([1]))
  })

  test('keeps the same reasoning if plans are lost', async () => {
    const told = await talk({ ...long, model, seed: 1, losesPlan: step => step % 3 === 2 })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
    expect(told.held).toEqual((await talkOnce(model)).held)
    expect(told.requests.map(request => timesIn(request, question))).toEqual(told.requests.map(() => 1))
  })

  test('is compacted only where each call has its result', async () => {
    const { asked } = await talkOnce(model)
    for (const body of asked) {
      const { role, type, content } = messagesOf(body).at(-1) as Item
      const last = isClaude ? [role, (content as readonly Item[]).at(-1)?.type] : [type]
      expect(isClaude ? ['user tool_result', 'user text'] : ['function_call_output', 'message']).toContain(
        last.join(' '),
      )
    }
  })

  test('shows its image once in each request, as it was', async () => {
    const told = await talk({ ...long, model, seed: 1, attached: [image] })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
    expect(new Set(told.requests.map(request => timesIn(request, png)))).toEqual(new Set([1]))
  })

  test('is not compacted over and over beside a question that fills most of the room', async () => {
    const attached: Part[] = [{ kind: 'text', text: 'more words '.repeat(isClaude ? 750 : 1_900) }]
    const { asked, faults } = await talk({ ...long, model, seed: 1, attached })
    expect(faults).toEqual([])
    expect(asked.length).toBeLessThan((long.steps as number) / 3)
  })

  test('is not compacted if that costs more than it saves', async () => {
    const compact = { id: 'vendor', reads: 1, run: () => Promise.reject(new Error('unused')) }
    const { asked, faults } = await talk({ ...long, model, seed: 1, options: { effects: { compact } } })
    expect([faults, asked]).toEqual([[], []])
  })

  test.each([
    ['found units and values of the state', [C.all(), C.relevant().atMost(300), C.state('mood')]],
    ['critical units that change', [C.all().tier('critical').atMost(1_500)]],
    ['the newest units', [C.last(3).tier('critical'), C.all()]],
  ])('sends no dead reasoning beside %s, also if plans are lost', async (_, context) => {
    const budget = { input: 7_000, aim: 5_000 }
    const losesPlan = (step: number) => step % 5 === 4
    const mood = (step: number) => `mood ${step - (step % 3)}`
    const told = await talk({
      ...{ model, budget, seed: 2, steps: 18, turnOf: 9 },
      ...{ agent: { context }, losesPlan, mood },
    })
    expect(told.faults).toEqual([])
    expect(told.asked.length).toBeGreaterThan(1)
  })

  test('goes on after a rewind into what a compaction replaces', async () => {
    const { session, results } = await talkOnce(model)
    const rewound = session.append(
      { author: 'developer', actions: { rewind: { to: 4 } } },
      { author: 'user', text: 'Anew.' },
    )
    const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { model, betas })
    const helper = agent({
      ...{ name: 'agent', model, instruction: 'Answer in short sentences.' },
      tools: [{ name: 'look', parameters: { type: 'object' } }],
    } as never)
    for (const plan of [results.at(-1)?.plan as never, null]) {
      const { request } = await compile(helper, rewound, { model, budget: 6_000, plan })
      expect([timesIn(request, '"compaction"'), timesIn(request, 'Anew.')]).toEqual([0, 1])
      expect(provider.judge(request).dead).toEqual([])
    }
  })
})

test('the question follows the newest results behind a compaction of Claude, and the ledger tells its tokens', async () => {
  const { results, requests } = await talkOnce('claude-opus-5-5')
  const place = requests.findIndex(request => timesIn(request, '"compaction"') > 0)
  const messages = messagesOf(requests[place])
  const [first] = messages as readonly [Item]
  expect((first.content as readonly Item[]).map(({ type }) => type)).toEqual(['compaction'])
  expect(messages.slice(1).map(({ role }) => role)).toEqual(['assistant', 'user'])
  const types = ((messages.at(-1) as Item).content as readonly Item[]).map(({ type }) => type)
  expect(types.at(0)).toBe('tool_result')
  expect(types.at(-1)).toBe('text')
  const { ledger, diagnostics } = results[place] as never as Compiled
  const row = ledger.rows.find(({ reason }) => reason === 'said-again')
  expect(row).toMatchObject({ from: 0, to: 1, fate: 'kept', edits: [] })
  expect(row?.after).toBeGreaterThan(0)
  expect(JSON.stringify(diagnostics)).toContain('1 unit of it is sent again behind it')
})

test('a question that OpenAI returned with its compaction is not sent again behind it', async () => {
  const { results, requests } = await talkOnce('gpt-6.2-sol')
  const place = requests.findIndex(request => timesIn(request, '"compaction"') > 0)
  const items = messagesOf(requests[place])
  expect(items.findIndex(item => timesIn(item, question) > 0)).toBeLessThan(
    items.findIndex(({ type }) => type === 'compaction'),
  )
  const { ledger } = results[place] as never as Compiled
  expect(ledger.rows[0]).toMatchObject({ from: 0, fate: 'covered', reason: 'covered-by-provider' })
})
