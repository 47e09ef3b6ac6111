import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/built.ts'

beforeAll(ensureBuilt, 600_000)

/** Runs a program on the built package where there is no file system, as in a browser. */
const run = (program: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

const noDisk = 'delete process.getBuiltinModule; process.getBuiltinModule = undefined;'

test('the module with its own vocabulary counts without a disk, and compile accepts it', () => {
  const program = `${noDisk}
    import { compile } from 'ctxc'
    import { o200k } from 'ctxc/count/o200k'
    import { cl100k } from 'ctxc/count/cl100k'
    import { fromOpenAI } from 'ctxc/from/openai'
    const { tokens } = await compile(fromOpenAI([{ role: 'user', content: 'Hello there' }]), { model: 'gpt-5.4', count: o200k })
    console.log(JSON.stringify([o200k.count('What is the weather in Paris?'), cl100k.count('tiktoken is great!'), tokens.exact]))`
  expect(run(program)).toBe('[7,6,true]')
})

test('the error names the module to import if there is no disk', () => {
  const program = `${noDisk}
    import { count } from 'ctxc/count'
    try { count('a', 'cl100k_base') } catch (error) { console.log(error.message) }`
  expect(run(program)).toContain("import { cl100k } from 'ctxc/count/cl100k'")
})
