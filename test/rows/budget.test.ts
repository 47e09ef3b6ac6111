import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ModelEntry } from '../../src/core/ir/model.ts'
import { createCompiler, createSession, type EventInput } from '../../src/index.ts'
import { withinBudget } from '../laws/budget.ts'
import type { Outcome } from '../laws/case.ts'

const budget = 16_000

/** Steps of an agent with thoughts, calls and long results: about 40,000 tokens. */
const steps: readonly EventInput[] = Array.from({ length: 24 }, (_, at): EventInput[] => [
  ...(at % 6 === 0 ? [{ author: 'user', text: `Question ${at}: which of the files is wrong?` }] : []),
  {
    author: 'agent',
    parts: [
      { kind: 'reasoning', text: `Thought ${at} about the files. `.repeat(20) },
      { kind: 'tool-call', id: `call_${at}`, name: 'read', arguments: { path: `src/file-${at}.ts` } },
    ],
  },
  {
    author: 'agent',
    parts: [
      {
        kind: 'tool-result',
        id: `call_${at}`,
        name: 'read',
        content: [{ kind: 'text', text: `line ${at} of a file, `.repeat(200) }],
      },
    ],
  },
]).flat()

const program = {
  name: 'agent',
  tools: [{ name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } }],
} as const

/** A model without functions gets no request for an agent with tools. */
const callsFunctions = ({ rules }: ModelEntry<unknown>): boolean =>
  (rules as { readonly functions?: boolean }).functions !== false

const rows = globSync('src/core/vendor/*/rows/models.json').flatMap(path => {
  const { models } = JSON.parse(readFileSync(path, 'utf8')) as { models: readonly ModelEntry<unknown>[] }
  // The API of an open model is not inferred.
  const target = path.includes('gemini') ? 'gemini' : undefined
  return models.filter(callsFunctions).map(({ id }) => [id, target] as const)
})

describe('a budget is a hard limit for each row of models', () => {
  test.each(rows)('%s', async (model, target) => {
    const compiler = createCompiler(program, { model, budget, ...(target && { target }) })
    let session = createSession({ events: [] })
    let plan = null
    let wasTrimmed = false
    for (let at = 0; at < steps.length; at += 18) {
      session = session.append(...steps.slice(at, at + 18))
      const result = await compiler.compile(session, { plan })
      expect(result.ok).toBe(true)
      expect(result.tokens.max).toBeLessThanOrEqual(budget)
      const outcome = { result, input: { options: { budget } } } as unknown as Outcome
      if (at + 18 >= steps.length) expect(withinBudget.check(outcome)).toEqual([])
      wasTrimmed ||= result.ledger.rows.some(({ fate }) => fate === 'omitted')
      plan = result.plan
    }
    expect(wasTrimmed).toBe(true)
  })
})
