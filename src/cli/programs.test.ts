import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runIn } from './test-io.ts'

const root = mkdtempSync(join(tmpdir(), 'ctxc-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Writes files to a folder and returns it. */
function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name, path)), { recursive: true })
    writeFileSync(join(root, name, path), text)
  }
  return join(root, name)
}

const greeter = `export default { name: 'greeter', instruction: 'Greet.' }`
const asking = `export const app = { name: 'asking', instruction: '{missing}' }`
const broken = `throw new Error('was run')`

const app = folderOf('app', {
  'a.mjs': greeter,
  'deep/[id]/b.mjs': asking,
  'helper.mjs': 'export const help = 1',
  'a.test.mjs': broken,
  'a.spec.ts': broken,
  'types.d.ts': broken,
  'node_modules/x/index.mjs': broken,
  '.hidden/c.mjs': broken,
  'package.json': '{"name":"app","description":"An app."}',
  'tsconfig.json': '{ // a comment\n}',
  'chat.json': '[{"role":"user","content":"Hi"}]',
  'data.json': '{"name":"data","instruction":"{topic}"}',
})
symlinkSync(app, join(app, 'round'))

const checked = async (...argv: string[]) => {
  const { code, out, err } = await runIn({}, 'check', ...argv, '--format', 'json')
  const programs = out === '' ? [] : (JSON.parse(out).programs as { file: string; program: string }[])
  return { code, err, files: programs.map(({ file }) => file.slice(app.length + 1)) }
}

test('check reads every program of a folder', async () => {
  expect(await checked(app, '--allow-import')).toEqual({
    code: 1,
    err: '',
    files: ['a.mjs', 'data.json', 'deep/[id]/b.mjs'],
  })
  expect((await checked(`${app}/`, join(app, 'a.mjs'), '--allow-import')).files).toHaveLength(3)
})

test.each([
  ['**/*.mjs', ['a.mjs', 'deep/[id]/b.mjs']],
  ['*.mjs', ['a.mjs']],
  ['deep/[id]/*', ['deep/[id]/b.mjs']],
  ['{a,helper,deep/**/?}.{mjs,ts}', ['a.mjs', 'deep/[id]/b.mjs']],
  ['*.json', ['data.json']],
])('check expands the pattern %s', async (pattern, files) => {
  const found = await checked(join(app, pattern), '--allow-import')
  expect([found.err, found.files]).toEqual(['', files])
})

test('modules that a folder or a pattern brings are not run without --allow-import (A3)', async () => {
  const folder = folderOf('hostile', { 'evil.mjs': broken, 'a.json': '{"name":"a","instruction":"Hi."}' })
  for (const path of [folder, join(folder, '*.mjs'), join(folder, '**')]) {
    const { code, err } = await checked(path)
    expect(code).toBe(2)
    expect(err).toContain('1 module of a folder or a pattern would have to run')
    expect(err).not.toContain('was run')
  }
  // A file named by its own path is loaded.
  expect((await checked(join(folder, 'evil.mjs'))).err).toContain('was run')
  expect((await checked(join(folder, '*.json'))).code).toBe(0)
})

test('programs as data in a folder import no code that they name (A3)', async () => {
  const evil = folderOf('evil', { 'evil.mjs.txt': broken })
  const instruction = { module: `file://${join(evil, 'evil.mjs.txt')}`, export: 'f' }
  const folder = folderOf('data', {
    'a.json': JSON.stringify({ name: 'a', instruction }),
    'b.json': JSON.stringify({ name: 'b', instruction: { module: 'inspector', export: 'open' } }),
  })
  for (const more of [[], ['--allow-import']]) {
    const { code, err } = await checked(folder, ...more)
    expect([code, err]).toEqual([0, ''])
  }
})

test('a path without a program ends with an error', async () => {
  const empty = folderOf('empty', { 'readme.txt': 'x' })
  const helpers = folderOf('helpers', { 'helper.mjs': 'export const help = 1' })
  for (const [path, said] of [
    [empty, 'has no module and no JSON file'],
    [join(empty, '**/*.ts'), 'no file matches'],
    [helpers, 'no program in'],
    [join(empty, 'none'), 'no such file'],
    [join(empty, '{a,b}'.repeat(20)), 'too many patterns'],
  ] as const) {
    const { code, err } = await checked(path, '--allow-import')
    expect([path, code]).toEqual([path, 2])
    expect(err).toContain(said)
  }
})

test('a module of a folder that throws hides no finding of the others', async () => {
  const folder = folderOf('boom', {
    'a.mjs': asking,
    'b.mjs': broken,
    'c.mjs': 'const x: = 1',
    'd.mjs': greeter,
  })
  const { code, err, files } = await checked(folder, '--allow-import')
  expect([code, files.length]).toEqual([2, 2])
  expect(err).toMatch(/b\.mjs': was run\n[\s\S]*cannot load '[^']*c\.mjs'/)
})
