import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Agent } from '../agent/agent.ts'
import { compile } from '../compile/compile.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { addCounts } from '../ir/count.ts'
import type { JsonObject } from '../ir/json.ts'
import { type TargetName, targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'
import { HeadTally } from './head.ts'

const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })

function compiled(target: TargetName, declared: Omit<Agent, 'name'>): Promise<Compiled> {
  const model = { anthropic: 'claude-sonnet-5', gemini: 'gemini-3.5-flash' }[target as string] ?? 'gpt-5.4'
  return compile(
    { agent: { name: 'a', identity: false, ...declared }, session, format: 'openai-chat' },
    { target, model, budget: 8_000 },
  )
}

/** Returns the places and reasons reported for declarations that cannot be sent. */
async function faults(target: TargetName, declared: Omit<Agent, 'name'>): Promise<unknown[]> {
  const { ok, diagnostics } = await compiled(target, declared)
  const said = diagnostics.filter(({ code }) => code === 'CX7014')
  expect(ok).toBe(said.length === 0)
  return said.map(({ at, data }) => [at[0], data.fault])
}

const circle: Record<string, unknown> = { type: 'object' }
circle.properties = { left: circle, right: circle }
const deep = (): JsonObject => {
  let schema: JsonObject = { type: 'string' }
  for (let level = 0; level < 10_000; level++) schema = { type: 'object', properties: { inner: schema } }
  return schema
}

describe.each(targetNames)('%s', target => {
  test.each([
    ['deep', deep()],
    ['cyclic', circle as JsonObject],
  ])('an output schema that is %s is reported', async (_, schema) => {
    expect(await faults(target, { outputSchema: { schema } })).toEqual([['d:outputSchema', 'depth']])
  })

  test('an output schema that is a list is requested as text if the API requires an object', async () => {
    const schema = { type: 'array', items: { enum: ['x'] } }
    expect(await faults(target, { outputSchema: { schema } })).toEqual([])
    const wanted = target !== 'gemini' && target !== 'text'
    const { request, diagnostics } = await compiled(target, { outputSchema: { schema } })
    expect(diagnostics.filter(({ code }) => code === 'CX7020')).toHaveLength(wanted ? 1 : 0)
    const words = JSON.stringify(
      'Reply with valid JSON matching this schema: {"type":"array","items":{"enum":["x"]}}',
    )
    expect(JSON.stringify(request).includes(words.slice(1, -1))).toBe(target !== 'gemini')
  })

  test('an output schema that may be null is not treated as an object', async () => {
    const schema = { type: 'object', nullable: true, properties: { a: { type: 'string' } } }
    const { ok, diagnostics } = await compiled(target, { outputSchema: { schema } })
    expect(ok).toBe(true)
    const wanted = target !== 'gemini' && target !== 'text'
    expect(diagnostics.filter(({ code }) => code === 'CX7020')).toHaveLength(wanted ? 1 : 0)
  })

  test('each unusable tool is reported', async () => {
    const tools = [
      { name: 'deep', parameters: deep() },
      { name: 'fine' },
      { name: 'round', parameters: circle as JsonObject },
      { name: 'list', parameters: { type: 'array' } },
      { native: { format: 'openai', payload: { type: 'custom', name: 'own', circle } as never } },
      { native: { format: 'gemini', payload: { googleSearch: circle } as never } },
    ] as const
    const sent = target !== 'text'
    expect(await faults(target, { tools })).toEqual(
      sent
        ? [
            ['d:tool:deep', 'depth'],
            ['d:tool:round', 'depth'],
            ['d:tool:own', 'depth'],
            ['d:tool:googleSearch', 'depth'],
            ['d:tool:list', 'root'],
          ]
        : [],
    )
  })
})

test('no section of a text has an estimate above its bound, and the parts add up', () => {
  const share = fc.record({
    origin: fc.constantFrom('d:instruction', 'c:identity', 'd:outputSchema'),
    length: fc.nat(40),
  })
  fc.assert(
    fc.property(fc.array(share, { minLength: 1 }), fc.nat(60), fc.nat(9), (shares, estimate, margin) => {
      const tally = new HeadTally()
      const count = { estimate, max: estimate + margin, exact: false }
      tally.addInstructionText({ text: '', runs: [], origin: 'd:instruction', shares }, count)
      const { system, schema, declarations } = tally.finishHead()
      for (const size of [system, schema]) expect(size.estimate).toBeLessThanOrEqual(size.max)
      expect(addCounts(system, schema)).toMatchObject({ estimate, max: estimate + margin })
      expect(declarations.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(estimate)
    }),
    { numRuns: 1_000 },
  )
})
