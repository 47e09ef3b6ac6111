import fc from 'fast-check'
import { describe, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { cases } from './case.ts'
import { growthComplaints } from './growth.ts'
import { parameters } from './runs.ts'

const cuts = fc.array(fc.nat(80), { minLength: 5, maxLength: 5 })

describe('laws 4 and 10', () => {
  test.each(targetNames)(
    'hold while a session grows, on %s',
    async target => {
      const property = fc.asyncProperty(cases(target), cuts, async (input, at) => {
        const found = await growthComplaints(input, at)
        if (found.length > 0) throw new Error(found.join('\n'))
      })
      const numRuns = Math.ceil(parameters.numRuns / 5)
      const start = process.hrtime.bigint()
      await fc.assert(property, { ...parameters, numRuns })
      const seconds = Number(process.hrtime.bigint() - start) / 1e9
      console.log(`laws 4 and 10 on ${target}: ${numRuns} sessions at five lengths, ${seconds.toFixed(1)} s`)
    },
    3_600_000,
  )
})
