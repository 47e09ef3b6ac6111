import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'

const chat = [
  { role: 'system', content: 'You are terse.' },
  { role: 'user', content: 'And in Lyon?' },
]
const longer = [...chat, { role: 'assistant', content: '17 degrees' }]
const other = [{ role: 'system', content: 'You are kind.' }, ...chat.slice(1)]
const files = {
  'chat.json': JSON.stringify(chat),
  'longer.json': JSON.stringify(longer),
  'other.json': JSON.stringify(other),
}
const model = ['--model', 'gpt-5.4'] as const

test('diff shows where two conversations diverge, or that they do not', async () => {
  const same = await runIn({ files }, 'diff', 'chat.json', 'longer.json', ...model)
  expect([same.code, same.err]).toEqual([0, ''])
  expect(same.out).toContain('do not diverge')
  const parted = await runIn({ files }, 'diff', 'chat.json', 'other.json', ...model)
  expect(parted.code).toBe(0)
  expect(parted.out).toContain('instruction')
  expect(parted.out).toContain('You are kind.')
  const json = await runIn({ files }, 'diff', 'chat.json', 'other.json', ...model, '--format', 'json')
  expect(JSON.parse(json.out)).toMatchObject({ ok: true, parting: { origin: 'd:instruction' } })
  const missing = await runIn({ files }, 'diff', 'chat.json', 'gone.json', ...model)
  expect(missing.code).toBe(2)
})

test('--exit-code ends with 3 if the conversations diverge, and prints the same report', async () => {
  for (const format of [[], ['--format', 'json']]) {
    const same = await runIn(
      { files },
      'diff',
      '--exit-code',
      'chat.json',
      'longer.json',
      ...model,
      ...format,
    )
    expect([same.code, same.err]).toEqual([0, ''])
    const parted = await runIn({ files }, 'diff', 'chat.json', 'other.json', ...model, ...format)
    const coded = await runIn(
      { files },
      'diff',
      'chat.json',
      'other.json',
      '--exit-code',
      ...model,
      ...format,
    )
    expect(coded).toEqual({ ...parted, code: 3 })
  }
})

test('a failed compile or unreadable file ends with another code than a difference', async () => {
  const none = await runIn(
    { files },
    'diff',
    '--exit-code',
    'chat.json',
    'other.json',
    ...model,
    '--budget',
    '1',
  )
  expect(none.code).toBe(1)
  const missing = await runIn({ files }, 'diff', '--exit-code', 'chat.json', 'gone.json', ...model)
  expect(missing.code).toBe(2)
})

test('either conversation may come from standard input, but not both', async () => {
  const named = await runIn({ files }, 'diff', 'chat.json', 'other.json', ...model)
  expect(await runIn({ files, input: files['other.json'] }, 'diff', 'chat.json', '-', ...model)).toEqual(
    named,
  )
  expect(await runIn({ files, input: files['chat.json'] }, 'diff', '-', 'other.json', ...model)).toEqual(
    named,
  )
  const both = await runIn({ files, input: files['chat.json'] }, 'diff', '-', '-', ...model)
  expect([both.code, both.out]).toEqual([2, ''])
  expect(both.err).toBe(
    'error: <earlier> and <later> cannot both be standard input: it can be read only once\n' +
      '  = help: use - for only one of them, and a file for the other\n',
  )
})
