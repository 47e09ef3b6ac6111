import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { parseProgram } from '../../../cli/data/parse-program.ts'
import { writeProgram } from '../../../cli/data/write-program.ts'
import { agent } from '../../agent/declare.ts'
import type { Member } from '../../program/member.ts'
import { pipeline } from '../../program/pipeline.ts'
import { createSession } from '../../session/create.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'
import type { CompileOptions } from '../contract/options.ts'
import { compileInstruction } from '../stages.ts'

const options = { model: 'gpt-5.4', budget: 8_000 }
const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
const reference = (module: string) => ({
  name: 'a',
  identity: false,
  instruction: { module, export: 'say', args: ['formal'] },
})
const written = async (program: Member, allowImport?: CompileOptions['allowImport']) => {
  const { request, diagnostics } = await compile(program, session, {
    ...options,
    ...(allowImport !== undefined && { allowImport }),
  })
  return request && 'instructions' in request ? request.instructions : diagnostics[0]?.message
}
const told = (module: string, allowImport?: CompileOptions['allowImport']) =>
  written(agent(reference(module)), allowImport)
const parsed = (data: unknown): Member => parseProgram(data).program as Member

test('the caller can provide the module', async () => {
  const asked: string[] = []
  const load = (name: string) => {
    asked.push(name)
    return { say: (_: unknown, tone: string) => `Be ${tone}.` }
  }
  expect(await told('./say.js', load)).toBe('Be formal.')
  expect(asked).toEqual(['./say.js'])
  expect(await told('./say.js', () => ({}))).toContain("./say.js has no function 'say'")
})

test.each([
  './say.js',
  '/say.js',
  'data:text/javascript,export const say = () => "run"',
  'node:fs',
  'https://example.com/say.js',
  '../say.js',
  '',
])('%j is not imported by default', async module => {
  expect(await told(module)).toContain('must be a package or a file: URL')
})

test('packages are resolved', async () => {
  expect(await told('no-such-package/say')).toContain("Cannot find package 'no-such-package")
})

const folder = mkdtempSync(join(tmpdir(), 'ctxc-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'say.mjs')
writeFileSync(
  file,
  'globalThis.imported = (globalThis.imported ?? 0) + 1\nexport const say = (_, tone) => `Be ${tone}.`',
)
const url = pathToFileURL(file).href
const imports = () => (globalThis as { imported?: number }).imported ?? 0

describe('a program that is data (A3)', () => {
  test('imports no code unless the caller allows it', async () => {
    const inGroup = { kind: 'pipeline', members: [reference(url)] }
    const global = { name: 'a', identity: false, globalInstruction: reference(url).instruction }
    for (const data of [reference(url), inGroup, global]) {
      expect(await written(parsed(data))).toContain('pass allowImport (--allow-import on the command line)')
      expect(await written(pipeline(parsed(data)))).toContain('was not imported')
    }
    const { diagnostics } = await compileInstruction(parsed(reference(url)))
    expect(diagnostics[0]?.message).toContain('was not imported')
    expect(imports()).toBe(0)
    expect(await written(parsed(reference(url)), true)).toBe('Be formal.')
    expect(await written(parsed(reference('any')), () => ({ say: () => 'Mine.' }))).toBe('Mine.')
    expect(imports()).toBe(1)
  })

  test('imports no code in a kept compiler unless that allows it', async () => {
    const compiler = createCompiler(parsed(reference(url)), options)
    expect((await compiler.compile(session)).ok).toBe(false)
    const allowed = createCompiler(parsed(reference(url)), { ...options, allowImport: true })
    expect((await allowed.compile(session)).ok).toBe(true)
  })
})

test('a reference in code is imported, unless imports are refused (A3)', async () => {
  expect(await told(url)).toBe('Be formal.')
  expect(await told(url, false)).toContain('was not imported')
  expect(writeProgram(agent(reference(url))).data).toEqual(reference(url))
})

test.each(['inspector', 'process', 'fs/promises', 'module'])(
  '%s is built into Node, and never imported (A3)',
  async name => {
    expect(await told(name)).toContain('built into Node')
    expect(await written(parsed(reference(name)), true)).toContain('built into Node')
  },
)

test('packages are resolved from the working directory, under any export condition (A3)', async () => {
  const home = join(folder, 'node_modules', 'only-of-the-app')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name: 'only-of-the-app', exports: { import: './say.mjs' } }),
  )
  writeFileSync(join(home, 'say.mjs'), 'export const say = (_, tone) => `The app is ${tone}.`')
  const before = process.cwd()
  const spy = vi.spyOn(process, 'cwd').mockReturnValue(folder)
  try {
    expect([before, await told('only-of-the-app')]).toEqual([before, 'The app is formal.'])
  } finally {
    spy.mockRestore()
  }
})

test('a function is called only if the module itself exports it', async () => {
  expect(await told('any', () => Object.create({ say: () => 'Inherited.' }))).toContain(
    "has no function 'say'",
  )
})

test('allowImport must be a boolean or a function', async () => {
  await expect(compile(agent({ name: 'a' }), session, { allowImport: 'yes' as never })).rejects.toThrow(
    "allowImport must be true, false or a function, got 'yes'",
  )
})
