import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/built.ts'
import { browserEntries, entries, root } from '../../scripts/entries.ts'

const peers = ['langchain', '@langchain/*', '@openai/*', 'fast-check']

/** Names that each public subpath for browsers exports from a bundle, by its id; rejects with what does not bundle. */
async function namesOf(inputOf: (entry: (typeof entries)[number]) => string): Promise<Map<string, string[]>> {
  // One build reads the files that many subpaths share once.
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: browserEntries.map(entry => ({ in: inputOf(entry), out: entry.name })),
    outdir: 'out',
    bundle: true,
    platform: 'browser',
    format: 'esm',
    external: peers,
    nodePaths: [join(root, 'node_modules')],
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return new Map(
    browserEntries.map(({ id, name }) => {
      const made = metafile.outputs[`out/${name}.js`]
      if (made === undefined) throw new Error(`${id} has no bundle`)
      return [id, made.exports.toSorted()]
    }),
  )
}

beforeAll(ensureBuilt, 600_000)

// The sources alone do not show it: a chunk that the package shares with the command line may need Node.
test('every public subpath but those for servers bundles for a browser, and exports the same as built (N2)', async () => {
  const built = await namesOf(({ name }) => join(root, 'dist', `${name}.js`))
  expect(built).toEqual(await namesOf(({ source }) => source))
})

const program = `
import { compile } from 'ctxc'
import { approximate } from 'ctxc/count/approximate'
import { fromAnthropic } from 'ctxc/from/anthropic'
const conversation = fromAnthropic([{ role: 'user', content: 'What is the weather in Paris?' }])
compile(conversation, { model: 'claude-sonnet-5', count: approximate }).then(
  ({ ok, request, tokens }) => console.log(JSON.stringify([ok, request.messages.length, tokens.exact])))`

test.each(['esm', 'cjs'] as const)('a bundle for a Node server compiles (%s, N13)', async format => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    platform: 'node',
    format,
    alias: Object.fromEntries(entries.map(({ id, source }) => [id, `.//${source}`])),
    write: false,
    logLevel: 'silent',
  })
  const input = outputFiles[0]?.text ?? ''
  const type = format === 'esm' ? 'module' : 'commonjs'
  const printed = execFileSync(process.execPath, [`--input-type=${type}`], { input, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([true, 1, false])
})

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

test('the root loads no target, no check and no page, and a compile loads its own target alone', () => {
  const program = `
    import { readFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    const modules = []
    const load = (url, context, next) => {
      const code = url.startsWith('file:') ? readFileSync(new URL(url), 'utf8') : ''
      for (const [, module] of code.matchAll(/^[/][/] src[/](.+)$/gm)) modules.push(module)
      return next(url, context)
    }
    registerHooks({ load })
    const { agent, compile, createSession } = await import('ctxc')
    const first = modules.splice(0)
    const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
    await compile(agent({ name: 'bot', model: 'claude-sonnet-5' }), session)
    console.log(JSON.stringify([first, modules]))`
  const [first, later] = JSON.parse(run(program)) as [string[], string[]]
  const targetsOf = (modules: string[]) =>
    modules.filter(module => /^core[/](target|vendor)[/].+[/]index[.]ts$/.test(module))
  const rooms = new Set(
    first.map(module =>
      module
        .split('/')
        .slice(0, module.startsWith('core') ? 2 : 1)
        .join('/'),
    ),
  )
  for (const room of ['cli', 'core/explain', 'live', 'run', 'testing']) expect(rooms).not.toContain(room)
  expect(rooms).toContain('core/compile')
  expect(targetsOf(first)).toEqual([])
  expect(targetsOf(later)).toEqual(['core/vendor/anthropic/write/index.ts'])
})
