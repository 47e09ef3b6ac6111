// The laws with summaries, memories and protections on at once, while a session grows (8: values that no model may see).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { targetNames } from '../../src/ir/target-name.ts'
import { cases } from './case.ts'
import { everythingComplaints } from './everything.ts'
import { parameters } from './runs.ts'

const cuts = fc.array(fc.nat(80), { minLength: 5, maxLength: 5 })

describe.each(targetNames)('everything at once, on %s', target => {
  test('keeps the laws, and shows no value that is protected', async () => {
    let used = 0
    const property = fc.asyncProperty(cases(target), cuts, fc.nat(2), async (input, at, older) => {
      const { complaints, summaries } = await everythingComplaints(input, at, older)
      used += summaries
      if (complaints.length > 0) throw new Error(complaints.slice(0, 5).join('\n'))
    })
    const numRuns = Math.ceil(parameters.numRuns / 80)
    const start = process.hrtime.bigint()
    await fc.assert(property, { ...parameters, numRuns })
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    console.log(`everything on ${target}: ${numRuns} sessions at five lengths, ${seconds.toFixed(1)} s`)
    expect(used).toBeGreaterThan(numRuns / 4)
  }, 3_600_000)
})
