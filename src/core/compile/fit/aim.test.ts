import { describe, expect, test } from 'vitest'
import { type Compiled, compile, createSession, type EventInput, type Plan } from '../../../index.ts'

const [input, aim] = [12_000, 4_000]
const agent = { name: 'helper', identity: false, tools: [{ name: 'read' }] } as const

const step = (model: string, id: number, size: number): EventInput[] => [
  {
    author: 'helper',
    parts: [
      {
        kind: 'reasoning',
        text: 'Hm.',
        model,
        native: { format: 'anthropic', payload: { type: 'thinking', thinking: 'Hm.', signature: `S${id}` } },
      },
      { kind: 'tool-call', id: `call_${id}`, name: 'read', arguments: '{}' },
    ],
  },
  {
    author: 'tool',
    parts: [
      { kind: 'tool-result', id: `call_${id}`, content: [{ kind: 'text', text: 'line '.repeat(size) }] },
    ],
  },
]

interface Call {
  readonly turn: number
  readonly opens: boolean
  readonly max: number
  readonly changed: readonly string[]
}

/** Plays turns of several steps, and returns what each request was. */
async function play(
  model: string,
  { turns, steps, size, planned = true }: { turns: number; steps: number; size: number; planned?: boolean },
): Promise<Call[]> {
  const calls: Call[] = []
  let session = createSession()
  let plan: Plan | null = null
  for (let turn = 0; turn < turns; turn++) {
    session = session.append({ author: 'user', text: `Question ${turn}.` })
    for (let at = 0; at <= steps; at++) {
      const result: Compiled = await compile(agent, session, { model, plan, budget: { input, aim } })
      if (planned) plan = result.plan
      const told = result.diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions ?? []
      const changed = (told as { kind: string; why: string }[]).map(({ kind, why }) => `${kind} ${why}`)
      calls.push({ turn, opens: at === 0, max: result.tokens.max, changed })
      session =
        at < steps
          ? session.append(...step(model, turn * 100 + at, size))
          : session.append({ author: 'helper', text: 'Fine.' })
    }
  }
  return calls
}

describe.each(['claude-opus-5-5', 'claude-sonnet-4-5', 'gpt-5.4'])('the soft size of %s', model => {
  test('is kept by each request that opens a turn, in one step down to half of it', async () => {
    const calls = await play(model, { turns: 9, steps: 4, size: 300 })
    const opening = calls.filter(({ opens }) => opens)
    const trimmed = calls.filter(({ changed }) => changed.length > 0)
    expect(Math.max(...opening.map(({ max }) => max))).toBeLessThanOrEqual(aim)
    expect(Math.max(...calls.map(({ max }) => max))).toBeGreaterThan(aim)
    expect(trimmed.length).toBeGreaterThan(1)
    for (const { opens, max, changed } of trimmed) {
      expect([opens, changed]).toEqual([true, ['trim aim']])
      expect(max).toBeLessThan(0.6 * aim)
    }
  })

  test('lets a turn grow up to the limit, and one step there goes below the soft size', async () => {
    const calls = await play(model, { turns: 1, steps: 30, size: 600 })
    const trimmed = calls.filter(({ changed }) => changed.length > 0)
    expect(Math.max(...calls.map(({ max }) => max))).toBeLessThanOrEqual(input)
    expect(Math.max(...calls.map(({ max }) => max))).toBeGreaterThan(0.9 * input)
    expect(trimmed.length).toBeGreaterThan(0)
    for (const { max, changed } of trimmed) {
      expect(changed).toEqual(['trim high-water'])
      expect(max).toBeLessThan(0.75 * aim)
    }
  })

  test('lets the running turn grow also without a plan', async () => {
    const calls = await play(model, { turns: 4, steps: 5, size: 400, planned: false })
    for (const { opens, max } of calls) if (opens) expect(max).toBeLessThanOrEqual(aim)
    expect(Math.max(...calls.map(({ max }) => max))).toBeGreaterThan(aim)
  })
})

test('a message that is longer than the soft size drops nothing below the limit', async () => {
  const model = 'claude-opus-5-5'
  const session = createSession({
    events: [
      { author: 'user', text: 'Remember 7.' },
      { author: 'helper', text: 'Yes.' },
      { author: 'user', text: 'word '.repeat(aim) },
    ],
  })
  const result = await compile(agent, session, { model, budget: { input, aim } })
  expect([result.ok, result.units.length]).toEqual([true, 3])
})

test('a soft size above the limit is a TypeError', async () => {
  const budget = { input: 1_000, aim: 1_001 }
  await expect(compile(agent, createSession(), { model: 'gpt-5.4', budget })).rejects.toThrow(
    'budget.aim must be at most input (1000), got 1001',
  )
})

test('a soft size alone limits turns of a model that is not known', async () => {
  const session = createSession({
    events: Array.from({ length: 9 }, () => ({ author: 'user', text: 'word '.repeat(900) })).flatMap(user => [
      user,
      { author: 'helper', text: 'Yes.' },
    ]),
  }).append({ author: 'user', text: 'And?' })
  const result = await compile(agent, session, { model: 'own', target: 'openai-chat', budget: { aim } })
  expect(result.tokens.limit).toBe(null)
  expect(result.tokens.max).toBeLessThanOrEqual(aim)
})
