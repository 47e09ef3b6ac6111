import { describe, expect, test } from 'vitest'
import type { ModelFacts } from '../../src/ir/model.ts'
import type { TargetName } from '../../src/ir/target-name.ts'
import { rules as aiSdk } from '../../src/target/ai-sdk/rules.ts'
import { allTargets } from '../../src/target/all-targets.ts'
import { rules as anthropic } from '../../src/target/anthropic/rules.ts'
import { rules as gemini } from '../../src/target/gemini/rules.ts'
import { rules as chat } from '../../src/target/openai/chat/rules.ts'
import { rules as openai } from '../../src/target/openai/responses/rules.ts'
import { type RuleTable, verify } from '../../src/target/rule.ts'
import { rules as text } from '../../src/target/text/rules.ts'
import { fakeProvider } from '../../src/testing/index.ts'
import { aiSdkMutants } from './ai-sdk.ts'
import { anthropicMutants } from './anthropic.ts'
import { geminiMutants } from './gemini.ts'
import type { Body, Mutant, Mutants } from './mutant.ts'
import { openaiMutants } from './openai.ts'
import { chatMutants } from './openai-chat.ts'
import { textMutants } from './text.ts'

const tables: readonly (readonly [TargetName, RuleTable<never, never>, Mutants])[] = [
  ['anthropic', anthropic as RuleTable<never, never>, anthropicMutants],
  ['openai', openai as RuleTable<never, never>, openaiMutants],
  ['openai-chat', chat as RuleTable<never, never>, chatMutants],
  ['gemini', gemini as RuleTable<never, never>, geminiMutants],
  ['text', text as RuleTable<never, never>, textMutants],
  ['ai-sdk', aiSdk as RuleTable<never, never>, aiSdkMutants],
]

/** The rule that a mutant breaks: what comes before a space, so that one rule may have several mutants. */
const ruleOf = (name: string): string => name.split(' ', 1)[0] ?? ''

describe.each(tables)('%s', (target, table, mutants) => {
  const verified = (body: Body): string[] => {
    const { facts } = allTargets[target].facts(String(body.model))
    const found = verify(table as RuleTable<unknown, unknown>, body, facts as ModelFacts<unknown>)
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
