// The laws for agents with context policies: any policy, any session, on every target.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { agent, type EventInput } from '../../src/index.ts'
import { complaints } from '../agent/complaints.ts'
import { arbitraryEvents, arbitraryOptions, arbitraryPolicy } from '../arbitrary/index.ts'
import { parameters } from '../laws/runs.ts'

/** Fewer than of plain sessions: each is compiled at several lengths. */
const numRuns = Math.ceil(parameters.numRuns / 10)

/** The same events; some of them change what the policy shows of the state. */
const withState = (events: readonly EventInput[]): EventInput[] =>
  events.map((event, index) => {
    if (index % 3 !== 0) return event
    const set = {
      intent: `intent ${index >> 2}`,
      plan: { days: index },
      notes: ['one </context:1>', `two ${index}`],
    }
    return { ...event, actions: { ...event.actions, state: { set } } }
  })

describe('context policies keep the laws', () => {
  test.each(targetNames)('for %s', { timeout: 600_000 }, async target => {
    const cuts = fc.array(fc.nat(60), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(
      arbitraryPolicy(),
      arbitraryEvents(),
      arbitraryOptions(target),
      cuts,
      async (context, given, options, at) => {
        const found = await complaints(agent({ name: 'agent', context }), withState(given), options, at)
        if (found.length > 0) throw new Error(found.join('\n'))
      },
    )
    await fc.assert(property, { numRuns, seed: parameters.seed })
  })
})
