import fc from 'fast-check'
import type { CacheOption, CompileOptions } from '../../src/core/compile/contract/options.ts'
import type { Budget } from '../../src/core/ir/budget.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'

/** Models of each target, known and unknown. */
export const models: { readonly [target in TargetName]: readonly string[] } = {
  anthropic: [
    'claude-opus-5-5',
    'claude-fable-5-1',
    'claude-haiku-4-5',
    'claude-opus-4-8',
    'claude-sonnet-5',
    'claude-3-haiku-20240307',
    'claude-nobody-9',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  ],
  openai: ['gpt-4o', 'gpt-5.4', 'gpt-5.6-sol', 'gpt-6-astra', 'o3', 'gpt-nobody'],
  'openai-chat': ['gpt-4o', 'gpt-5.4', 'gpt-5.6-sol', 'gpt-6-astra', 'o3', 'gpt-nobody', 'deepseek-chat'],
  gemini: [
    'gemini-3.8-flash',
    'gemini-4-argon',
    'gemini-3.1-pro-preview',
    'gemini-2.5-flash',
    'models/gemini-2.5-pro',
    'gemini-2.0-flash',
    'gemini-nobody-9',
    'gemma-3-27b-it',
  ],
  text: ['gpt-4o', 'claude-sonnet-5', 'mistral-small', 'llama-4-scout'],
  'ai-sdk': [
    'claude-opus-5-5',
    'anthropic.messages/claude-haiku-4-5',
    'claude-opus-4-8',
    'gpt-5.4',
    'openai.chat/gpt-4o',
    'openai.responses/o3',
    'google.generative-ai/gemini-3-pro-preview',
    'gemini-2.5-flash',
    'mistral.chat/mistral-large-latest',
  ],
}

const budget = (): fc.Arbitrary<Budget | undefined> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 150 }) },
    {
      weight: 4,
      arbitrary: fc
        .integer({ min: 150, max: 3_000 })
        .map(input => (input % 3 === 0 ? { input, aim: Math.round(input / ((input % 4) + 1.5)) } : input)),
    },
    { weight: 1, arbitrary: fc.integer({ min: 3_000, max: 200_000 }) },
    {
      weight: 1,
      arbitrary: fc.record({
        input: fc.integer({ min: 100, max: 3_000 }),
        output: fc.constantFrom(0, 100, 500_000),
      }),
    },
  )

/**
 * Generates options of `compile` for one target: known and unknown models, budgets from none to large, with or without
 * cache marks.
 */
export const arbitraryOptions = (target: TargetName): fc.Arbitrary<CompileOptions> =>
  fc
    .record({
      model: fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 8, arbitrary: fc.constantFrom(...models[target]) },
      ),
      budget: budget(),
      cache: fc.constantFrom<CacheOption | undefined>(
        undefined,
        undefined,
        'keep',
        'mark',
        'mark',
        { ttl: '1h' },
        { ttl: '30m' },
      ),
      whenIdle: fc.constantFrom(undefined, undefined, undefined, 'fill' as const, 'fail' as const),
    })
    .map(chosen => ({
      target,
      ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
    }))
