// An agent loop on models that bind thinking to the messages before it, judged by a fake that remembers every request that it
// answered. No thinking returns after a changed prefix, and none made since the change is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromAnthropic } from '../../src/from.ts'
import type { Compiled, EventInput, Plan } from '../../src/index.ts'
import { createCompiler } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { parameters, patience } from './runs.ts'

const model = 'claude-opus-5-5'

interface Step {
  readonly says: 'user' | 'call' | 'bad-call' | 'text'
  readonly size: number
}

const steps = fc.array(
  fc.record({
    says: fc.constantFrom(
      'user' as const,
      'call' as const,
      'call' as const,
      'bad-call' as const,
      'text' as const,
    ),
    size: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 4, maxLength: 40 },
)

const thoughtsIn = (request: unknown): string[] => JSON.stringify(request).match(/Thought \d+\./g) ?? []

/** An answer as the API gives it, with a thought that is sealed. */
function answer({ says, size }: Step, n: number): object[] {
  const words = 'so it is '.repeat(size)
  const thought = {
    type: 'thinking',
    thinking: `Thought ${n}. ${words}`,
    signature: `c2ln${'A'.repeat(12)}${n}`,
  }
  const said =
    says === 'text'
      ? { type: 'text', text: `Answer ${n} ${words}` }
      : { type: 'tool_use', id: `toolu_${n}`, name: 'search', input: says === 'call' ? { n, words } : [n] }
  const message = { role: 'assistant', content: [thought, said] }
  if (says === 'text') return [message]
  return [
    message,
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: `Result ${n} ${words}` }],
    },
  ]
}

/** The events of an answer; each is a response of its own. */
const events = (messages: readonly object[], n: number): EventInput[] =>
  fromAnthropic([{ role: 'user', content: 'x' }, ...messages] as never)
    .session.events.slice(1)
    .map(({ seq: _, ...event }) => ({ ...event, response: `r${n}` }))

test('thinking is sent back while everything before it is unchanged', {
  timeout: patience(600_000),
}, async () => {
  const runs = Math.ceil(parameters.numRuns / 10)
  let cuts = 0
  let kept = 0
  const property = fc.asyncProperty(steps, fc.integer({ min: 900, max: 4_000 }), async (script, budget) => {
    const begun = fromAnthropic({
      model,
      tools: [{ name: 'search', input_schema: { type: 'object', properties: {} } }],
      messages: [{ role: 'user', content: 'Begin.' }],
    } as never)
    const compiler = createCompiler(begun, { budget })
    // The very requests that were answered, so that a thought's true beginning is known.
    const fake = fakeProvider('anthropic', { remember: true })
    let { session } = begun
    let plan: Plan | null = null
    let since = 0
    const made: number[] = []
    for (const [n, step] of script.entries()) {
      const result: Compiled = await compiler.compile(session, { plan })
      if (!result.ok) return
      const response = fake.send(result.request)
      expect(response, `step ${n}`).toMatchObject({ status: 200 })
      const decided = result.diagnostics.some(({ code }) => code === 'CX5001')
      if (decided) cuts++
      if (decided || (plan === null && result.diagnostics.some(({ code }) => code === 'CX4003'))) since = n
      const thoughts = thoughtsIn(result.request).map(text => Number.parseInt(text.slice(8), 10))
      expect(thoughts, `step ${n}`).toEqual(made.filter(thought => thought >= since))
      kept += thoughts.length
      plan = result.plan
      if (step.says !== 'user') made.push(n)
      session =
        step.says === 'user'
          ? session.append({ author: 'user', text: `Question ${n} ${'and so on '.repeat(step.size)}` })
          : session.append(...events(answer(step, n), n))
    }
  })
  await fc.assert(property, { ...parameters, numRuns: runs })
  expect(cuts).toBeGreaterThan(runs / 10)
  expect(kept).toBeGreaterThan(runs)
})
