import { expect, test } from 'vitest'
import { createCompiler, createSession, type Plan } from '../../../index.ts'

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => `word${(index * 7 + seed) % 97} and more`).join(' ')

/** Runs turns of one agent, whose provider reports a multiple of the estimate. */
async function turns(
  count: number,
  ratio: number,
  options: {
    budget?: number
    text?: (turn: number) => string
    target?: 'anthropic' | 'gemini'
    model?: string
  } = {},
) {
  const { budget = 6_000, text = (turn: number) => words(60, turn) } = options
  const { target = 'anthropic', model = 'claude-sonnet-4-5' } = options
  const agent = { name: 'bot', instruction: 'Help.' }
  const compiler = createCompiler(agent, { target, model, budget })
  let session = createSession()
  let plan: Plan | null = null
  const seen = []
  for (let turn = 0; turn < count; turn++) {
    session = session.append({ author: 'user', text: text(turn) })
    const result = await compiler.compile(session, { plan })
    const cold = await createCompiler(agent, { target, model, budget }).compile(session, { plan })
    expect(cold.request).toEqual(result.request)
    expect(cold.plan).toEqual(result.plan)
    expect(result.ok).toBe(true)
    expect(result.tokens.max).toBeLessThanOrEqual(result.tokens.limit ?? 0)
    const trim = result.plan?.decisions.find(({ kind }) => kind === 'trim')?.hash
    seen.push({ trim, factor: result.plan?.usage?.factor, tokens: result.tokens })
    const usage = { inputTokens: Math.floor(result.tokens.input * ratio), outputTokens: 5 }
    session = session.append({ author: 'bot', text: 'Yes.', actions: { usage } })
    ;({ plan } = result)
  }
  return seen
}

test('reported usage changes the bounds of estimates, with a trim alone', async () => {
  const newer = { target: 'anthropic', model: 'claude-sonnet-5' } as const
  const seen = await turns(60, 1, newer)
  const adopted = seen.findIndex(({ factor }) => factor !== null)
  expect(adopted).toBeGreaterThan(4)
  expect(seen.slice(adopted).every(({ factor }) => factor === 1)).toBe(true)
  // Less of the budget is lost to the distance between estimate and bound, because no usage of this model is logged.
  const most = (from: number, to: number) =>
    Math.max(...seen.slice(from, to).map(({ tokens }) => tokens.input))
  expect(most(adopted, seen.length)).toBeGreaterThan(most(0, adopted) * 1.1)
})

test('the first report narrows the bound at the first trim after it', async () => {
  const seen = await turns(3, 1, { model: 'claude-sonnet-5', text: turn => words(560, turn) })
  expect(seen.map(({ factor }) => factor)).toEqual([null, 1.05, 1.05])
})

test('a provider that reports more than the estimate lowers what is sent', async () => {
  const seen = await turns(60, 1.9)
  const last = seen.at(-1)
  expect(last?.factor).toBe(1.9)
  for (const { factor, tokens } of seen.slice(30))
    if (factor !== null) expect(tokens.input * 1.8).toBeLessThan(6_000)
})

test('one factor holds between trims', async () => {
  const seen = await turns(80, 1.2)
  for (const [index, { factor, trim }] of seen.entries())
    if (index > 0 && seen[index - 1]?.trim === trim && trim !== undefined)
      expect(factor).toBe(seen[index - 1]?.factor)
})

test('other scripts keep their bounds', async () => {
  const seen = await turns(40, 1)
  const other = await turns(60, 1, {
    text: turn => (turn < 50 ? words(60, turn) : 'നമസ്കാരം ലോകമേ '.repeat(10)),
  })
  const { tokens } = other.at(-1) as (typeof seen)[number]
  expect(tokens.max / tokens.input).toBeGreaterThan(1.1)
})
