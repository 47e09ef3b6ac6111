// The laws for programs with window passes of their own: whatever they leave out, put in or move.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { defaultPasses, type WindowPass } from '../../src/compile.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { agent } from '../../src/index.ts'
import { complaints } from '../agent/complaints.ts'
import { arbitraryEvents, arbitraryOptions, arbitraryPolicy } from '../arbitrary/index.ts'
import { parameters } from '../laws/runs.ts'

const numRuns = Math.ceil(parameters.numRuns / 20)

const pass = (name: string, run: WindowPass['run']): WindowPass => ({ kind: 'window', name, run })

const passes: readonly WindowPass[] = [
  pass('as it is', blocks => blocks),
  pass('told last', blocks => [...blocks, { text: `${blocks.length} blocks` }]),
  pass('told first', blocks => [{ text: `${blocks.length >> 2} times four` }, ...blocks]),
  pass('every third goes', blocks => blocks.filter(({ must }, index) => must || index % 3 !== 0)),
  pass('the oldest goes', blocks => blocks.filter(({ must }, index) => must || index > blocks.length - 6)),
  pass('now and then', blocks => (blocks.length % 5 === 0 ? blocks.filter(({ must }) => must) : blocks)),
]

/** Passes may break the budget or a rule, and are refused then. */
const refused = /^at \d+(, without a plan)?: (CX4001|CX4\d+ |CX7018|CX9302|not ok)/

describe('window passes keep the laws', () => {
  test.each(targetNames)('for %s', { timeout: 600_000 }, async target => {
    const property = fc.asyncProperty(
      fc.option(arbitraryPolicy(), { nil: undefined }),
      arbitraryEvents(),
      arbitraryOptions(target),
      fc.array(fc.nat(60), { minLength: 2, maxLength: 5 }),
      fc.constantFrom(...passes),
      async (context, given, options, cuts, own) => {
        const member = agent({ name: 'agent', ...(context && { context }) })
        const found = await complaints(member, given, { ...options, passes: [...defaultPasses, own] }, cuts)
        const left = found.filter(text => !refused.test(text))
        if (left.length > 0) throw new Error(left.join('\n'))
      },
    )
    await fc.assert(property, { numRuns, seed: parameters.seed })
  })
})
