import { expect, test } from 'vitest'
import { agent } from '../agent/declare.ts'
import { createSession } from '../session/create.ts'
import { compile } from './compile.ts'

const options = { model: 'gpt-5.4', budget: 8_000 }
const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
const told = async (module: string, load?: (name: string) => Record<string, unknown>) => {
  const app = agent({ name: 'a', identity: false, instruction: { module, export: 'say', args: ['formal'] } })
  const { request, diagnostics } = await compile(app, session, { ...options, ...(load && { load }) })
  return request && 'instructions' in request ? request.instructions : diagnostics[0]?.message
}

test('the caller says what a module is', async () => {
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
])('%j is not loaded by itself', async module => {
  expect(await told(module)).toContain('is neither a package nor a file: URL')
})

test('packages are looked for', async () => {
  expect(await told('no-such-package/say')).toContain("Cannot find package 'no-such-package")
})
