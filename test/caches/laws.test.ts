// On generated sessions, what a cache holds and what is sent beside it are the request without a cache, byte for byte.
import { type CompileOptions, createCompiler, createSession, type EventInput, type Plan } from 'ctxc'
import { resolveWants } from 'ctxc/effects'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runChecks } from '../../src/core/target/rule.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { cases, conversationOf, countOf } from '../laws/case.ts'
import { copy } from '../laws/law.ts'
import { newTypesIn } from '../laws/legal.ts'
import { mapped } from '../laws/mapped.ts'
import { parameters, patience } from '../laws/runs.ts'
import { provider, resolved, start } from './world.ts'

test(
  'a cache and the rest are the whole request, which is legal, counted and mapped',
  async () => {
    let named = 0
    let created = 0
    await fc.assert(
      fc.asyncProperty(
        cases('gemini'),
        fc.array(fc.nat({ max: 30 }), { minLength: 3, maxLength: 6 }),
        async (input, cuts) => {
          const whole = conversationOf(input)
          const given = [...whole.session.events]
          const model = 'gemini-3.5-flash'
          const { kept, handler } = provider(() => start)
          // Small caches too, so that short sessions have some.
          const effects = { cache: handler }
          const options: CompileOptions = {
            ...copy(input.options),
            ...countOf(input),
            model,
            effects,
            now: start,
          }
          const agent = {
            ...whole.agent,
            staticInstruction: 'Answer in full sentences, and name your sources. '.repeat(900),
          }
          const { budget: _, ...roomy } = options
          const compiler = createCompiler({ ...whole, agent }, roomy)
          const cold = (plan: Plan | null) =>
            createCompiler({ ...whole, agent }, { ...roomy, plan: copy(plan) })
          const without = () => createCompiler({ ...whole, agent }, { ...roomy, effects: {} })
          let session = createSession({ id: 's' })
          let plan: Plan | null = null
          let taken = 0
          for (const cut of cuts) {
            const next = given.slice(taken, taken + cut).map(({ seq: _, ...event }) => event as EventInput)
            taken += cut
            session = session.append(...next, { author: 'user', text: 'And now?' })
            const result = await compiler.compile(session, { plan })
            const again = await cold(plan).compile(session)
            const plain = await without().compile(session, { plan })
            expect(again.request).toEqual(result.request)
            expect(again.plan).toEqual(result.plan)
            expect(JSON.stringify(again.wants)).toBe(JSON.stringify(result.wants))
            expect(result.tokens).toEqual(plain.tokens)
            expect(result.diagnostics.filter(({ code }) => code !== 'CX9202')).toEqual(plain.diagnostics)
            const { request, cached } = result
            if (request !== null) {
              expect(JSON.stringify(cached?.request ?? request)).toBe(JSON.stringify(plain.request))
              // Fields of settings may come in another order.
              expect(resolved(request, kept)).toEqual(plain.request)
              if (cached !== null) {
                named++
                const facts = allTargets.gemini.facts(model).facts as never
                expect(runChecks(allTargets.gemini.rules as never, request as never, facts)).toEqual([])
                const found = fakeProvider('gemini', {
                  caches: Object.fromEntries(kept),
                  newTypes: newTypesIn(cached.request),
                }).violations(request)
                expect(found).toEqual([])
                const conversation = { ...whole, agent, session }
                const outcome = { input, imported: 0, conversation, result, unlimited: async () => result }
                expect(await mapped.check(outcome)).toEqual([])
                expect(result.prefix).toEqual(plain.prefix)
              }
            }
            plan = result.plan
            const outcomes = await resolveWants(result, { effects })
            created += outcomes.length
            session = session.append(...result.events, { author: 'agent', text: 'It rains.' }, ...outcomes)
          }
        },
      ),
      { ...parameters, numRuns: Math.ceil(parameters.numRuns / 40) },
    )
    expect(created).toBeGreaterThan(20)
    expect(named).toBeGreaterThan(20)
  },
  patience(120_000),
)
