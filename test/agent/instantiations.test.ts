import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { typeChecker } from '../type-checker.ts'

const root = join(import.meta.dirname, '../..')
const file = join(import.meta.dirname, 'agents.ts')
const config = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
)

/** Checks a source under the options of this repository. */
const check = typeChecker(file, config.options)

const names = Array.from({ length: 50 }, (_, i) => `agent${i}`)
/** Each reads what five before it wrote, and a key of the user's. */
const agents = names.map(
  (name, i) => `const ${name} = agent({
  name: 'agent_${i}',
  model: 'gpt-5.4',
  instruction: 'You are helper ${i}. ${[1, 2, 3, 5, 8].map(back => (i < back ? `{user:${back}}` : `{key_${i - back}}`)).join(', ')} for {user:name}.',
  outputKey: 'key_${i}',
})`,
)
const source = (members: readonly string[]): string =>
  `import { agent, pipeline } from 'ctxc'\n${agents.join('\n')}\nexport const app = pipeline(${members.join(', ')})\n`

const empty = check('export {}')

test('a pipeline of 50 agents with 6 slots each costs less than 60,000 types', () => {
  const { errors, instantiations } = check(source(names))
  expect(errors).toEqual([])
  expect(instantiations - empty.instantiations).toBeLessThan(60_000)
}, 120_000)

test('an agent placed before the writer of its key is a type error', () => {
  const { errors } = check(source([...names.slice(0, 48), 'agent49', 'agent48']))
  expect(errors).toEqual([
    expect.stringContaining(`"agent 'agent_49' reads 'key_48', which nothing upstream writes"`),
  ])
}, 120_000)

test('a context of five pieces each costs less than 400 types more', () => {
  const context = (_: string, i: number) =>
    `  context: [C.window(${i + 1}).tier('critical').compact(), C.userOnly(), C.state('user:${i}'), C.template('{user:a} {user:b?}'), C.notes('n')],\n  outputKey: 'key_${i}',`
  const plain = source(names)
  const text = names.reduce(
    (before, name, i) => before.replace(`  outputKey: 'key_${i}',`, context(name, i)),
    plain,
  )
  const { errors, instantiations } = check(text.replace('import { agent,', 'import { agent, C,'))
  expect(errors).toEqual([])
  expect((instantiations - check(plain).instantiations) / names.length).toBeLessThan(400)
}, 120_000)
