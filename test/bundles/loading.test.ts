import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entries, root } from '../../scripts/entries.ts'
import { targetFolder } from '../../scripts/target-folder.ts'
import { targetNames } from '../../src/core/ir/target-name.ts'

const folders = Object.fromEntries(targetNames.map(name => [name, targetFolder(name)]))
const compiler = 'compile/agent-compiler.ts'

/** Returns the place of an entry's source, as a string of a program. */
const source = (id: string): string =>
  JSON.stringify(join(root, entries.find(entry => entry.id === id)?.source ?? ''))

/** Runs a program in a new process, in which no code was loaded before; returns what it prints as JSON. */
const printed = (program: string): unknown =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module'], { input: program, encoding: 'utf8' }))

const compiling = `
  const { compile } = await import(${source('ctxc')})
  const { fromOpenAI } = await import(${source('ctxc/from/openai')})
  const { approximate: count } = await import(${source('ctxc/count/approximate')})
  const compiled = target => compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { target, count })`

test('importing loads no target, the first compile loads the compiler, and each the code of its target alone', () => {
  const loaded = printed(`
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    const folders = ${JSON.stringify(folders)}
    const loaded = () => [
      ...urls.filter(url => url.endsWith('/${compiler}')).map(() => 'compiler'),
      ...Object.keys(folders).filter(name => urls.some(url => url.endsWith(\`/\${folders[name]}/index.ts\`))),
    ]
    ${compiling}
    const found = [loaded()]
    for (const target of Object.keys(folders)) {
      await compiled(target)
      found.push(loaded())
    }
    console.log(JSON.stringify(found))`)
  const after = targetNames.map((_, at) => ['compiler', ...targetNames.slice(0, at + 1)])
  expect(loaded).toEqual([[], ...after])
})

test.each([`${folders.gemini}/index.ts`, compiler])(
  'a compile rejects if %s cannot be loaded, and the next one tries again',
  file => {
    const outcomes = printed(`
    import { registerHooks } from 'node:module'
    let isOffline = true
    registerHooks({
      load(url, context, next) {
        if (isOffline && url.endsWith('/${file}')) throw new Error('offline')
        return next(url, context)
      },
    })
    ${compiling}
    const outcome = target => compiled(target).then(({ ok }) => ok, ({ message }) => message)
    const found = [await outcome('gemini'), await outcome('text')]
    isOffline = false
    console.log(JSON.stringify([...found, await outcome('gemini')]))`)
    expect(outcomes).toEqual(['offline', file === compiler ? 'offline' : true, true])
  },
)

test('sync functions return at once: check, diff and the builder of memory load no code', () => {
  const found = printed(`
    const { agent, compile, createSession } = await import(${source('ctxc')})
    const { check } = await import(${source('ctxc/check')})
    const { diff } = await import(${source('ctxc/explain')})
    const { ContextBuilder, createChunk, createState } = await import(${source('ctxc/memory')})
    const helper = agent({ name: 'a', model: 'gemini-3.8-flash', instruction: 'Help.', includeContents: 'none' })
    const codes = check(helper).diagnostics.map(({ code }) => code)
    const chunk = createChunk({ id: 'c', type: 'OUTPUT', content: { type: 'TEXT', text: 'Hello' } })
    const { messages } = new ContextBuilder().build(createState([chunk]))
    const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
    const compiled = await compile(helper, session)
    console.log(JSON.stringify([codes, messages.length, diff(compiled, compiled).compared]))`)
  expect(found).toEqual([['CX1025'], 3, true])
})

test('a deployment without the vocabulary counts approximately, with one warning, and finds secrets', () => {
  const found = printed(`
    process.getBuiltinModule = () => undefined
    const { agent, compile, createSession } = await import(${source('ctxc')})
    const { redact } = await import(${source('ctxc/protect')})
    const { createTokenizer } = await import(${source('ctxc/memory')})
    const helper = agent({ name: 'a', identity: false, protect: [redact()] })
    const session = createSession({ events: [{ author: 'user', text: 'secret = "k3Jd9sLq82nVbT5xWz71"' }] })
    const outcome = async model => {
      const { ok, tokens, diagnostics, request } = await compile(helper, session, { model, budget: 1000 })
      const text = JSON.stringify(request)
      return [ok, tokens.exact, diagnostics.map(({ code }) => code).filter(code => code === 'CX4010'), text.includes('k3Jd9s')]
    }
    const found = []
    for (const model of ['gpt-5.4', 'gpt-4', 'claude-sonnet-5', 'gemini-3.8-flash']) found.push(await outcome(model))
    console.log(JSON.stringify([...found, createTokenizer('gpt-5.4').exact]))`)
  const outcome = [true, false, ['CX4010'], false]
  expect(found).toEqual([outcome, outcome, outcome, outcome, false])
})

test('a sandbox that throws where process.getBuiltinModule is read can import the package', () => {
  const found = printed(`
    Object.defineProperty(process, 'getBuiltinModule', { get() { throw new Error('not supported in the Edge Runtime') } })
    const { compile } = await import(${source('ctxc')})
    const { fromOpenAI } = await import(${source('ctxc/from/openai')})
    const { contextCompiler } = await import(${source('ctxc/ai-sdk')})
    const { ok } = await compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { model: 'gpt-5.4' })
    console.log(JSON.stringify([ok, typeof contextCompiler]))`)
  expect(found).toEqual([true, 'function'])
})
