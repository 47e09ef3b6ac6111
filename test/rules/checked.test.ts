import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelFacts } from '../../src/core/ir/model.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { StringOrigins } from '../../src/core/map/origins.ts'
import { CheckedMessages } from '../../src/core/target/checked.ts'
import { type RuleTable, runChecks, runFixes } from '../../src/core/target/rule.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { compile } from '../../src/index.ts'
import { arbitraryRequest } from '../arbitrary/index.ts'
import { importers } from '../importers.ts'
import { copy } from '../laws/law.ts'
import { targets } from '../targets.ts'

type Fields = Record<string, unknown>

/** Lists of places: a beginning of a list, then any of its items. */
const choices = fc.array(fc.tuple(fc.nat(12), fc.array(fc.nat(12), { maxLength: 4 })), {
  minLength: 2,
  maxLength: 6,
})

test.each(targetNames)('%s: a request is checked as if it were the first with its head', async target => {
  const { format, models } = targets[target]
  let found = 0
  const property = fc.asyncProperty(
    arbitraryRequest(format),
    choices,
    fc.constantFrom<string>(...models),
    async (given, chosen, model) => {
      const result = await compile(importers[format](copy(given) as never), { target, model })
      if (!result.ok) return
      const table = allTargets[target].rules as unknown as RuleTable<Fields, unknown>
      const facts = allTargets[target].facts(model).facts as ModelFacts<unknown>
      const key = table.messages[0].slice(1)
      const messages = table.messages[1](result.request as unknown as Fields)
      const fixed = (request: Fields, checked?: CheckedMessages) => {
        const said: string[] = []
        const note = ({ kind }: { kind: string }) => said.push(kind)
        const edit = (_: object, name: string) => said.push(name)
        runFixes(table, { request, facts, origins: new StringOrigins(), note, edit }, checked)
        return { request, said }
      }
      const checked = new CheckedMessages()
      for (const [length, others] of chosen) {
        const list = [...messages.slice(0, length), ...others.map(at => messages[at % messages.length])]
        const request = { ...result.request, [key]: list }
        const alone = copy(request)
        expect(runChecks(table, request, facts, checked)).toEqual(runChecks(table, alone, facts))
        found += runChecks(table, alone, facts).length
        expect(fixed(request, checked)).toEqual(fixed(alone))
      }
    },
  )
  await fc.assert(property, { numRuns: 300, seed: 20_261_126 })
  expect(found, 'some of the requests are broken').toBeGreaterThan(100)
})
