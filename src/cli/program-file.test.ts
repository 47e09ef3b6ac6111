import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isProgramData } from './program-file.ts'
import { runIn } from './test-io.ts'
import { moduleOf } from './test-module.ts'

const booker = { name: 'booker', model: 'gpt-5.4', instruction: 'Help {user:name?} book.' }
const files = {
  'agent.json': JSON.stringify({ $schema: './node_modules/ctxc/schema/program.json', ...booker }),
  'app.json': JSON.stringify({
    kind: 'pipeline',
    members: [{ kind: 'S.set', values: { a: 1 } }, booker, { ...booker, name: 'second' }],
  }),
  'wrong.json': JSON.stringify({ kind: 'pipeline', members: [{ ...booker, instuction: '', budget: '16k' }] }),
  's.json': JSON.stringify({ state: { 'user:name': 'Bob' }, events: [{ author: 'user', text: 'Hi' }] }),
}

test('a program as JSON is compiled like one of a module', async () => {
  const { code, out } = await runIn(
    { files },
    'compile',
    'agent.json',
    '--session',
    's.json',
    '--format',
    'json',
  )
  expect(code).toBe(0)
  expect(JSON.parse(out).agent).toEqual({ name: 'booker', outputKey: null, branch: '' })
  expect(JSON.parse(out).request).toMatchObject({
    instructions: 'You are booker.\n\nHelp Bob book.',
    input: [{ content: 'Hi' }],
  })
  const named = await runIn({ files }, 'compile', 'app.json', '--agent', 'second', '--format', 'json')
  expect(JSON.parse(named.out).request.instructions).toContain('You are second.')
  expect((await runIn({ input: files['app.json'] }, 'explain', '-')).code).toBe(0)
})

test('an agent with a name alone is a program for check, flow and compile', async () => {
  const files = { 'a.json': '{"name":"helper"}' }
  for (const command of ['check', 'flow', 'compile'])
    expect([command, (await runIn({ files }, command, 'a.json')).err]).toEqual([command, ''])
})

test('all mistakes of a program are printed, each with its place', async () => {
  const { code, out, err } = await runIn({ files }, 'compile', 'wrong.json')
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain("error[CX1102]: members[0] has no 'instuction'\n  --> d:members.0.instuction\n")
  expect(err).toContain("error[CX1101]: budget must be a whole number of tokens, got '16k'\n")
  expect(err).toContain("error: 'wrong.json' is not a valid program: 2 mistakes\n")
})

test.each([
  [{ name: 'a' }, true],
  [{ name: 'a', instruction: 5 }, true],
  [{ name: 'a', $schema: './program.json' }, true],
  [{ name: 'ctxc', version: '1' }, false],
  [{ kind: 'pipeline' }, true],
  [{ kind: 'piepline', membrs: [] }, true],
  [{ name: 'a', model: 'gpt-5.4', tools: [] }, true],
  [[{ name: 'a' }], false],
  [{ role: 'user', name: 'ann', content: 'Hi' }, false],
  [{ name: 'a', messages: [] }, false],
  [{ name: 'thread', contents: [] }, false],
  [{ model: 'gpt-5.4', input: 'Hi' }, false],
  [{ name: 's', events: [] }, false],
  [{ state: {} }, false],
  [{ author: 'user', content: { parts: [] } }, false],
  [{ name: 5 }, false],
  ['agent', false],
  [null, false],
])('%j is a program: %s', (json, is) => expect(isProgramData(json)).toBe(is))

test('JSON imports no code that it names without --allow-import (A3)', async () => {
  const say = moduleOf('export const say = (_, tone) => `Be ${tone}.`')
  const instruction = { module: pathToFileURL(say).href, export: 'say', args: ['kind'] }
  const files = { 'a.json': JSON.stringify({ name: 'a', model: 'gpt-5.4', identity: false, instruction }) }
  for (const command of ['compile', 'explain']) {
    const { code, out } = await runIn({ files }, command, 'a.json', '--format', 'json')
    expect([code, out.includes('--allow-import on the command line')]).toEqual([1, true])
  }
  const { out } = await runIn({ files }, 'compile', 'a.json', '--allow-import', '--format', 'json')
  expect(JSON.parse(out).request.instructions).toBe('Be kind.')
  const builtin = { ...instruction, module: 'inspector', export: 'open' }
  const evil = { 'a.json': JSON.stringify({ name: 'a', model: 'gpt-5.4', instruction: builtin }) }
  const refused = await runIn({ files: evil }, 'compile', 'a.json', '--allow-import', '--format', 'json')
  expect(refused.out).toContain('built into Node')
})
