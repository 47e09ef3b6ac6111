// Summaries that were made are used: no unit is dropped while its summary waits.
import { agent, C, createCompiler, createSession } from 'ctxc'
import { resolveWants } from 'ctxc/effects'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan } from '../../src/core/ir/plan.ts'
import { parameters } from '../laws/runs.ts'
import { firstWords } from './conversation.ts'

// Much shorter messages save so little that a trim needs more than the summaries that are there.
test('each summary that was made is used before its units are dropped, whatever the sizes of the messages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 60, maxLength: 60 }),
      fc.constantFrom(undefined, 150, 400),
      async (sizes, segment) => {
        const program = agent({
          name: 'helper',
          model: 'gpt-5.4',
          context: C.all().summarize(segment === undefined ? {} : { segment }),
          budget: { input: 1_200, output: 100 },
        })
        const effects = { summarize: firstWords() }
        const compiler = createCompiler(program, { effects })
        let session = createSession()
        let plan: Plan | null = null
        for (const [turn, words] of sizes.entries()) {
          session = session.append({
            author: turn % 2 ? 'helper' : 'user',
            text: `Item ${turn} ${'please '.repeat(words)}`,
          })
          if (turn % 2) continue
          const result = await compiler.compile(session, plan === null ? {} : { plan })
          expect(
            result.diagnostics.map(({ code }) => code).filter(code => code !== 'CX5001' && code !== 'CX9205'),
          ).toEqual([])
          plan = result.plan
          session = session.append(...result.events, ...(await resolveWants(result, { effects })))
        }
      },
    ),
    { numRuns: Math.ceil(parameters.numRuns / 15), seed: parameters.seed },
  )
})
