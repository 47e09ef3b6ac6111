// The laws for agents with context policies: any policy, any session, on every target.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { agent } from '../../src/index.ts'
import { targetNames } from '../../src/ir/target-name.ts'
import { arbitraryEvents, arbitraryOptions, arbitraryPolicy } from '../../src/testing/arbitrary/index.ts'
import { complaints } from '../agent/complaints.ts'
import { parameters } from '../laws/runs.ts'

/** Fewer than of plain sessions: each is compiled at several lengths. */
const numRuns = Math.ceil(parameters.numRuns / 10)

describe('laws for context policies', () => {
  test.each(targetNames)('%s', { timeout: 600_000 }, async target => {
    const cuts = fc.array(fc.nat(60), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(
      arbitraryPolicy(),
      arbitraryEvents(),
      arbitraryOptions(target),
      cuts,
      async (context, given, options, at) => {
        const found = await complaints(agent({ name: 'agent', context }), given, options, at)
        if (found.length > 0) throw new Error(found.join('\n'))
      },
    )
    await fc.assert(property, { numRuns, seed: parameters.seed })
  })
})
