// The laws with summaries, memories and protections on at once, while a session grows (8: values that no model may see).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { cases } from './case.ts'
import { everythingComplaints } from './everything.ts'
import { parameters } from './runs.ts'

const cuts = fc.array(fc.nat(80), { minLength: 5, maxLength: 5 })

describe.each(targetNames)('everything at once, on %s', target => {
  test('keeps the laws, and shows no value that is protected', async () => {
    let used = 0
    let cached = 0
    // Only Gemini's API has caches that are made by name.
    const caches = target === 'gemini' ? fc.nat(2).map(one => one === 0) : fc.constant(false)
    const manners = fc.record({ cuts, older: fc.nat(2), caches })
    const property = fc.asyncProperty(cases(target), manners, async (input, manner) => {
      const { complaints, summaries, named } = await everythingComplaints(input, manner)
      used += summaries
      cached += named
      if (complaints.length > 0) throw new Error(complaints.slice(0, 5).join('\n'))
    })
    const numRuns = Math.ceil(parameters.numRuns / 80)
    const start = process.hrtime.bigint()
    await fc.assert(property, { ...parameters, numRuns })
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    console.log(`everything on ${target}: ${numRuns} sessions at five lengths, ${seconds.toFixed(1)} s`)
    expect(used).toBeGreaterThan(numRuns / 4)
    if (target === 'gemini') expect(cached).toBeGreaterThan(numRuns / 4)
  }, 3_600_000)
})
