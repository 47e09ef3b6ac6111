import { describe, expect, test } from 'vitest'
import type { ModelFacts } from '../../src/core/ir/model.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { type RuleTable, runChecks } from '../../src/core/target/rule.ts'
import { allTargets } from '../../src/core/vendor/all-targets.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { targets } from '../targets.ts'
import type { Body, Mutant } from './mutant.ts'

/** The rule that a mutant breaks: what comes before a space, so that one rule may have several mutants. */
const ruleOf = (name: string): string => name.split(' ', 1)[0] ?? ''

describe.each(targetNames)('%s', target => {
  const { rules: table } = allTargets[target]
  const { mutants } = targets[target]
  const verified = (body: Body): string[] => {
    const { facts } = allTargets[target].facts(String(body.model))
    const found = runChecks(table as RuleTable<unknown, unknown>, body, facts as ModelFacts<unknown>)
    return [...new Set(found.map(({ rule }) => rule))].sort()
  }
  const faked = (body: Body): string[] => {
    const found = fakeProvider(target).violations(body)
    return [...new Set(found.map(({ rule }) => rule))].sort()
  }

  test('every rule has a mutant, and every mutant a rule', () => {
    const broken = new Set(Object.keys(mutants).map(ruleOf))
    expect([...broken].sort()).toEqual(table.rows.map(({ id }) => id).sort())
  })

  test.each(Object.entries(mutants))('%s', (name: string, { broken, legal, fake, along = [] }: Mutant) => {
    const rule = ruleOf(name)
    expect(verified(legal), 'the table accepts the legal request').toEqual([])
    expect(faked(legal), 'the fake accepts the legal request').toEqual([])
    expect(verified(broken), 'the table reports the one rule').toEqual([rule, ...along].sort())
    expect(faked(broken), 'the fake reports the one rule').toEqual(fake === null ? [] : [fake ?? rule])
  })
})
