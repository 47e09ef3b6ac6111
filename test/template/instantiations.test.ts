import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const keys = join(import.meta.dirname, '../../src/template/template-keys.ts')
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

/** What tsc says of the source, and the types that it made for that. */
function check(text: string): { errors: readonly string[]; instantiations: number } {
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
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = name => name === file || fileExists(name)
  host.getSourceFile = (name, target, ...rest) =>
    name === file ? ts.createSourceFile(name, text, target) : getSourceFile(name, target, ...rest)
  const program = ts.createProgram([file], options, host)
  const found = program.getSemanticDiagnostics(program.getSourceFile(file))
  const errors = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  return { errors, instantiations: program.getInstantiationCount() }
}

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
