import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
} from '../../src/from/index.ts'
import { type Conversation, compile } from '../../src/index.ts'
import type { ModelFacts } from '../../src/ir/model.ts'
import { Origins } from '../../src/map/origins.ts'
import { rules as aiSdk } from '../../src/target/ai-sdk/rules.ts'
import { allTargets } from '../../src/target/all-targets.ts'
import { rules as anthropic } from '../../src/target/anthropic/rules.ts'
import { rules as gemini } from '../../src/target/gemini/rules.ts'
import { rules as chat } from '../../src/target/openai/chat/rules.ts'
import { rules as openai } from '../../src/target/openai/responses/rules.ts'
import { fix, type RuleTable } from '../../src/target/rule.ts'
import { rules as text } from '../../src/target/text/rules.ts'
import { arbitraryRequest } from '../../src/testing/arbitrary/index.ts'
import { copy } from '../laws/law.ts'

const all = [
  ['anthropic', fromAnthropic, anthropic, ['claude-sonnet-5', 'claude-opus-4-8', 'claude-haiku-4-5']],
  ['openai', fromOpenAIResponses, openai, ['gpt-5.4', 'gpt-4o']],
  ['openai-chat', fromOpenAI, chat, ['gpt-5.4', 'gpt-4o']],
  ['gemini', fromGemini, gemini, ['gemini-3.8-flash', 'gemini-2.5-pro', 'gemini-2.0-flash']],
  ['text', fromPlain, text, ['mistral-small', 'gpt-5.4']],
  [
    'ai-sdk',
    fromAISDK,
    aiSdk,
    ['claude-sonnet-5', 'claude-opus-4-8', 'gpt-5.4', 'gemini-2.5-pro', 'mistral-large'],
  ],
] as const

type Importer = (request: never) => Conversation

test.each(all)('the fixes of %s are stable when run again', async (target, from, table, models) => {
  const property = fc.asyncProperty(
    arbitraryRequest(target),
    fc.constantFrom<string>(...models),
    async (given, model) => {
      const result = await compile((from as Importer)(copy(given) as never), { target, model })
      if (!result.ok) return
      const { facts } = allTargets[target].facts(model)
      const again = copy(result.request)
      const said: string[] = []
      fix(table as RuleTable<unknown, unknown>, {
        request: again,
        facts: facts as ModelFacts<unknown>,
        origins: new Origins(),
        note: ({ kind }) => said.push(kind),
        edit: (_, edit) => said.push(edit),
      })
      expect(again).toEqual(result.request)
      expect(said).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 500, seed: 20_260_101 })
})
