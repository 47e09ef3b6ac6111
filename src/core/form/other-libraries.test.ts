import { expect, test } from 'vitest'
import { agent, route, S } from '../../index.ts'

const declared = (field: string, value: unknown) => () => agent({ name: 'x', [field]: value } as never)

test.each<[string, () => unknown, RegExp]>([
  ['outputs', declared('outputs', 'findings'), /outputKey.*as a text/],
  ['output_key', declared('output_key', 'findings'), /did you mean 'outputKey'/],
  [
    'contextCompressor',
    declared('contextCompressor', {}),
    /C\.contextCompressor\(\{ tokenBudget, keepRecent \}\)/,
  ],
  ['context_compressor', declared('context_compressor', []), /C\.contextCompressor/],
  ['beforeModel', declared('beforeModel', () => {}), /into callbacks/],
  ['before_model_callback', declared('before_model_callback', () => {}), /into callbacks/],
  ['afterToolCallback', declared('afterToolCallback', () => {}), /into callbacks/],
  ['on_model_error_callback', declared('on_model_error_callback', () => {}), /into callbacks/],
  ['children', declared('children', []), /did you mean 'subAgents'/],
  ['max_tokens of generateConfig', declared('generateConfig', { max_tokens: 5 }), /'maxOutputTokens'/],
  ['max_output_tokens', declared('generateConfig', { max_output_tokens: 5 }), /'maxOutputTokens'/],
  ['stop', declared('generateConfig', { stop: ['a'] }), /'stopSequences'/],
  ['S.default', () => (S.default as never as (given: object) => unknown)({ a: 1 }), /'defaults'/],
  [
    'S.merge without a key',
    () => (S.merge as never as (keys: string[]) => unknown)(['a', 'b']),
    /second argument/,
  ],
  ['route without a key', () => (route as () => unknown)(), /\.when\(…\) does not read it/],
])('a name of ADK or adk-fluent is answered with the own one: %s', (_, declare, message) => {
  expect(declare).toThrow(TypeError)
  expect(declare).toThrow(message)
})
