import {
  agent,
  compile,
  createSession,
  type JsonObject,
  loop,
  type Member,
  pipeline,
  route,
  S,
  tap,
  tool,
} from 'ctxc'
import { parseProgram, writeProgram } from 'ctxc/program'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { events, program } from '../../../../test/agent/arbitrary.ts'
import { patience } from '../../../../test/laws/runs.ts'
import { targetNames } from '../../../core/ir/target-name.ts'
import { someData } from './arbitrary.ts'

const numRuns = Number(process.env.CTXC_LAW_RUNS ?? 2000) / 10

/** A program as it comes back from a file. */
function again(member: Member): Member {
  const written = writeProgram(member)
  expect(written.diagnostics).toEqual([])
  const parsed = parseProgram(JSON.parse(JSON.stringify(written.data)))
  expect(parsed.diagnostics).toEqual([])
  return parsed.program as Member
}

test('a program compiles to the same request after it is written and read', {
  timeout: patience(60_000),
}, async () => {
  const cases = fc.asyncProperty(
    program(),
    events(),
    fc.constantFrom(...targetNames),
    async (member, log, target) => {
      const session = createSession({ events: log })
      const both = await Promise.all(
        [member, again(member)].map(async one => {
          const { request, diagnostics } = await compile(one, session, { target, budget: { input: 4000 } })
          return JSON.stringify([request, diagnostics])
        }),
      )
      expect(both[1]).toBe(both[0])
    },
  )
  await fc.assert(cases, { numRuns })
})

test('data that is read and written stays the same', { timeout: patience(60_000) }, () => {
  const cases = fc.property(someData, data => {
    const { program: read } = parseProgram(data)
    const written = writeProgram(read as Member).data as JsonObject
    const { program: again } = parseProgram(written)
    expect(writeProgram(again as Member).data).toEqual(written)
  })
  fc.assert(cases, { numRuns: numRuns * 5 })
})

test('equal agents at two places are one agent', () => {
  const a = agent({ name: 'a', instruction: 'Answer.' })
  const b = agent({ name: 'b', instruction: 'Ask.', subAgents: [a] })
  const app = again(pipeline(a, b, a) as never) as unknown as {
    members: readonly { subAgents?: unknown[] }[]
  }
  expect(app.members[2]).toBe(app.members[0])
  expect(app.members[1]?.subAgents?.[0]).toBe(app.members[0])
})

test('schemas of libraries become JSON Schema, and functions of tools are dropped and reported', () => {
  const search = tool({ name: 'search', parameters: z.object({ city: z.string() }), execute: () => 'sunny' })
  const { ok, data, diagnostics } = writeProgram(
    agent({ name: 'a', tools: [search], outputSchema: z.object({ days: z.int() }) }),
  )
  expect(ok).toBe(true)
  expect(data).toMatchObject({
    name: 'a',
    tools: [{ name: 'search', parameters: { type: 'object', required: ['city'] } }],
    outputSchema: { schema: { type: 'object' } },
  })
  expect(diagnostics).toMatchObject([
    {
      code: 'CX1105',
      level: 'warn',
      at: ['d:tools.0'],
      data: { tool: 'search', parts: ['execute'] },
    },
  ])
})

test('every function is reported with its place', () => {
  const by = agent({ name: 'by', instruction: () => 'Answer.' })
  const app = pipeline(
    by,
    loop({ max: 2, until: () => true }, by),
    tap(() => {}),
    S.compute({ a: () => 1 }),
    S.pipe(
      S.set({ b: 1 }),
      S.guard(() => true, 'fine'),
    ),
    route('b').when(() => true, agent({ name: 'x' })) as never,
  )
  const { ok, data, diagnostics } = writeProgram(app as unknown as Member)
  expect([ok, data]).toEqual([false, null])
  expect(diagnostics.map(({ code, at }) => `${code} ${at}`)).toEqual([
    'CX1104 d:members.0.instruction',
    'CX1104 d:members.1.until',
    'CX1104 d:members.1.members.0.instruction',
    'CX1104 d:members.2',
    'CX1104 d:members.3',
    'CX1104 d:members.4',
    'CX1104 d:members.5.ways.0.when',
  ])
})

test('an instruction by reference is data', () => {
  const app = agent({ name: 'a', instruction: { module: './say.js', export: 'say', args: [1] } })
  expect(again(app)).toEqual(app)
})

test('an invalid program is a TypeError that names the place', () => {
  expect(() => writeProgram({ name: 'a', modle: 'x' } as never)).toThrow("program has no 'modle'")
})
