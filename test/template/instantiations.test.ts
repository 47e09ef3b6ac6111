import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { typeChecker } from '../type-checker.ts'

const keys = join(import.meta.dirname, '../../src/core/template/template-keys.ts')
const agents = Array.from(
  { length: 50 },
  (_, i) => `export const agent${i} = agent({
  name: 'agent_${i}',
  instruction: 'You are helper ${i}. Answer {question_${i}} as {user:name} from {city_${i}?} would, in the tone {tone_${i}|kind}. Order: {order_${i}.items.0}. Then say {result_${i}}.',
})`,
)
const source = `import type { OptionalTemplateKeys, TemplateKeys } from ${JSON.stringify(keys)}
interface Agent<Required, Optional> { readonly required: Required; readonly optional: Optional }
declare function agent<const T extends string>(
  options: { name: string; instruction: T },
): Agent<TemplateKeys<T>, OptionalTemplateKeys<T>>
${agents.join('\n')}
export const checked: Agent<'question_7' | 'user:name' | 'order_7' | 'result_7', 'city_7' | 'tone_7'> = agent7
`

const file = join(import.meta.dirname, 'agents.ts')
const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  types: [],
  lib: ['lib.es2023.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  allowImportingTsExtensions: true,
}
const check = typeChecker(file, options)

test('the keys of 50 agents with 6 slots each cost less than 16,000 types', () => {
  const { errors, instantiations } = check(source)
  expect(errors).toEqual([])
  expect(instantiations).toBeLessThan(16_000)
})

test('a key that is not asked for is a type error', () => {
  expect(
    check(source.replace("'question_7' | 'user:name'", "'question_8' | 'user:name'")).errors,
  ).toHaveLength(1)
})
