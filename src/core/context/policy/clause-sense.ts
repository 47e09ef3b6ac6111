import type { Form } from '../../form/form.ts'
import { conditionalSchema } from '../../form/json-schema.ts'
import type { Path } from '../../form/path.ts'
import type { Clause } from '../../ir/policy.ts'
import { slidingSelectors } from '../selector/selectors.ts'
import { obstacleToSummaries } from './obstacle-to-summaries.ts'

/** Fields that have no effect on a clause that selects nothing. */
const about = ['tier', 'atLeast', 'atMost', 'orElse'] as const

/** Throws a TypeError if fields of a clause contradict each other. */
function assertNoContradiction(clause: Clause, at: Path): void {
  const { select, operations, tier, orElse, atLeast = 0, atMost = Number.POSITIVE_INFINITY } = clause
  if (select.by === 'none' && (operations.length > 0 || about.some(field => clause[field] !== undefined)))
    throw at.wrong('selects nothing, but has operations or limits', { help: 'use C.none() alone' })
  if (tier === 'archive' && (operations.length > 0 || atLeast > 0 || clause.atMost !== undefined))
    throw at.wrong('is never sent, but has operations or limits', {
      help: "remove those, or remove .tier('archive')",
    })
  const obstacle = obstacleToSummaries(clause)
  if (obstacle !== null && operations.some(({ op }) => op === 'summarize'))
    throw at.wrong(obstacle.what, { help: obstacle.help })
  if (orElse?.select.by === 'none')
    throw at.in('orElse').wrong('selects nothing, and replaces nothing', { help: 'remove it' })
  if (atLeast > atMost)
    throw at.wrong(`has atLeast ${atLeast} and atMost ${atMost}`, {
      help: 'atMost must be larger than atLeast',
    })
}

const selectsNothing = {
  required: ['select'],
  properties: { select: { required: ['by'], properties: { by: { const: 'none' } } } },
}

const schemaOfAnyField = (...fields: readonly string[]) => ({
  anyOf: fields.map(field => ({ required: [field] })),
})

const hasTier = (tier: string) => ({ required: ['tier'], properties: { tier: { const: tier } } })

const summarizes = {
  required: ['operations'],
  properties: { operations: { contains: { required: ['op'], properties: { op: { const: 'summarize' } } } } },
}

/**
 * Rule against contradictory fields in a clause. Only this check can compare `atLeast` with `atMost`; a JSON Schema
 * cannot.
 */
export const sense: Required<Form>['rule'] = {
  check: (clause, at) => assertNoContradiction(clause as Clause, at),
  schema: {
    allOf: [
      conditionalSchema(selectsNothing, {
        properties: { operations: { maxItems: 0 } },
        not: schemaOfAnyField(...about),
      }),
      conditionalSchema(hasTier('archive'), {
        properties: { operations: { maxItems: 0 } },
        not: schemaOfAnyField('atLeast', 'atMost'),
      }),
      conditionalSchema(summarizes, {
        not: schemaOfAnyField('atMost'),
        properties: {
          tier: { const: 'important' },
          select: { properties: { by: { not: { enum: slidingSelectors } } } },
        },
      }),
      { not: { required: ['orElse'], properties: { orElse: selectsNothing } } },
    ],
  },
}
