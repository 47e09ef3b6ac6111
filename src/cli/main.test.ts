import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { importQuietly } from './import-module.ts'
import { moduleOf } from './test-module.ts'

const main = fileURLToPath(new URL('bin.ts', import.meta.url))

/** Runs the command line in its own process. */
function spawn(...argv: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', main, ...argv], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
    maxBuffer: 1e8,
  })
  return { code: status, out: stdout, err: stderr }
}

const app = `export default { name: 'app', instruction: 'Help.' }`

test('the output of a module goes to standard error, and its open handles do not delay the end', () => {
  const file = moduleOf(`console.log('loading'); setInterval(() => console.log('still'), 5); ${app}`)
  const { code, out, err } = spawn('check', file, '--format', 'json')
  expect([code, err]).toEqual([0, 'loading\n'])
  expect(JSON.parse(out)).toMatchObject({ ok: true })
})

test.each([
  ['ends the process', 'process.exit(0)'],
  ['waits for a promise that never settles', 'await new Promise(() => {})'],
])('a module that %s is not reported as fine', (_, text) => {
  expect(spawn('check', moduleOf(`${text}; ${app}`))).toEqual({
    code: 2,
    out: '',
    err: 'error: a module ended the process, or waits for a promise that never settles\n',
  })
})

test('an error thrown later while a module loads is reported', () => {
  const file = moduleOf(`setTimeout(() => { throw new Error('late') }); await new Promise(() => {}); ${app}`)
  const { code, out, err } = spawn('compile', file)
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(': late\n  = help: it happens at ')
})

test('all output is written before the process ends', () => {
  const file = moduleOf(`
    const members = Array.from({ length: 500 }, (_, index) => ({ name: 'a' + index, instruction: '{k' + index + '}' }))
    export default { kind: 'pipeline', members }
  `)
  const { code, out } = spawn('check', file, '--format', 'sarif')
  expect(code).toBe(1)
  // The output exceeds the capacity of a pipe.
  expect(out.length).toBeGreaterThan(2 ** 17)
  expect(JSON.parse(out).version).toBe('2.1.0')
})

test.skipIf(!existsSync('/dev/full'))('a full disk is an error, for small and large outputs (A5)', () => {
  const members = 'Array.from({ length: 500 }, (_, at) => ({ name: "a" + at, instruction: "{k" + at + "}" }))'
  const large = moduleOf(`export default { kind: 'pipeline', members: ${members} }`)
  for (const file of [moduleOf(app), large]) {
    const stdio: ['ignore', number, 'pipe'] = ['ignore', openSync('/dev/full', 'w'), 'pipe']
    const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', main, 'check', file], { stdio })
    expect(status).toBe(2)
    expect(String(stderr)).toContain('error: cannot write the output: no space is left on the disk\n')
  }
})

test('loading a module that never ends is given up after a while (A22)', async () => {
  const file = moduleOf(`await new Promise(() => setInterval(() => {}, 1000)); ${app}`)
  await expect(importQuietly(pathToFileURL(file).href, 20)).rejects.toThrow(
    'it still waits for something after 0.02 s',
  )
})
