// The laws for trees of agents and pipelines: for every author, every next agent, and every target.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { arbitraryOptions } from '../arbitrary/index.ts'
import { parameters } from '../laws/runs.ts'
import { events, program } from './arbitrary.ts'
import { complaints } from './complaints.ts'

/** Fewer than of plain sessions: each is compiled at several lengths. */
const numRuns = Math.ceil(parameters.numRuns / 10)

describe('programs of agents keep the laws', () => {
  test.each(targetNames)('for %s', { timeout: 600_000 }, async target => {
    const cuts = fc.array(fc.nat(60), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(
      program(),
      events(),
      arbitraryOptions(target),
      cuts,
      async (member, given, options, at) => {
        const found = await complaints(member, given, options, at)
        if (found.length > 0) throw new Error(found.join('\n'))
      },
    )
    await fc.assert(property, { numRuns, seed: parameters.seed })
  })
})
