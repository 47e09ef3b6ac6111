import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelFacts } from '../../src/core/ir/model.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { StringOrigins } from '../../src/core/map/origins.ts'
import { type RuleTable, runFixes } from '../../src/core/target/rule.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { compile } from '../../src/index.ts'
import { arbitraryRequest } from '../arbitrary/index.ts'
import { importers } from '../importers.ts'
import { copy } from '../laws/law.ts'
import { targets } from '../targets.ts'

test.each(targetNames)('the fixes of %s are stable when run again', async target => {
  const { format, models } = targets[target]
  const property = fc.asyncProperty(
    arbitraryRequest(format),
    fc.constantFrom<string>(...models),
    async (given, model) => {
      const result = await compile(importers[format](copy(given) as never), { target, model })
      if (!result.ok) return
      const { facts: factsOf, rules } = allTargets[target]
      const { facts } = factsOf(model)
      const again = copy(result.request)
      const said: string[] = []
      runFixes(rules as RuleTable<unknown, unknown>, {
        request: again,
        facts: facts as ModelFacts<unknown>,
        origins: new StringOrigins(),
        note: ({ kind }) => said.push(kind),
        edit: (_, edit) => said.push(edit),
      })
      expect(again).toEqual(result.request)
      expect(said).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 500, seed: 20_260_101 })
})
