// Stale results: a later call with the same arguments replaces one whatever their lengths (F2).
import { expect, test } from 'vitest'
import { agent, C, compile, createSession } from '../../src/index.ts'

const reading = (id: string, answer: string) => [
  { author: 'a', parts: [{ kind: 'tool-call' as const, id, name: 'read', arguments: { path: 'a.ts' } }] },
  {
    author: 'tool',
    parts: [{ kind: 'tool-result' as const, id, content: [{ kind: 'text' as const, text: answer }] }],
  },
]

const sent = async (
  how: 'exact' | 'alike' | 'superseded',
  first: string,
  second: string,
): Promise<string> => {
  const events = [
    { author: 'user', text: 'go' },
    ...reading('c1', first),
    ...reading('c2', second),
    { author: 'a', text: 'read' },
    { author: 'user', text: 'and?' },
  ]
  const { request } = await compile(
    agent({ name: 'a', context: C.all().dedupe(how) }),
    createSession({ events }),
    { model: 'gpt-5.4' },
  )
  return JSON.stringify(request)
}

test.each([
  ['old content '.repeat(40), 'Error: the file was deleted.'],
  ['balance is 100', 'balance is 250'],
  ['x'.repeat(119), 'y'.repeat(120)],
  ['stale', ''],
])('superseded drops a result that another replaces: %j (F2)', async (first, second) => {
  const request = await sent('superseded', first, second)
  expect(request).not.toContain(first)
  expect(request).toContain(second)
})

test('exact keeps short results, which are no longer than the line that would replace them (F2)', async () => {
  const count = (text: string, words: string): number => text.split(words).length - 1
  expect(count(await sent('exact', 'balance is 100', 'balance is 100'), 'balance is 100')).toBe(2)
  const long = 'content of a file. '.repeat(20)
  expect(count(await sent('exact', long, long), long)).toBe(1)
})

test.each(['exact', 'alike', 'superseded'] as const)(
  '%s never refers to a result that a summary replaces',
  async how => {
    const long = 'content of a file. '.repeat(20)
    const replaced = how === 'superseded' ? { from: 3, to: 5 } : { from: 1, to: 3 }
    const events = [
      { author: 'user', text: 'go' },
      ...reading('c1', long),
      ...reading('c2', long),
      { author: 'a', text: 'read' },
      { author: 'user', text: 'in short', actions: { compaction: { covers: [replaced] } } },
      { author: 'user', text: 'and?' },
    ]
    const { request } = await compile(
      agent({ name: 'a', context: C.all().dedupe(how) }),
      createSession({ events }),
      { model: 'gpt-5.4' },
    )
    expect(JSON.stringify(request)).toContain('in short')
    expect(JSON.stringify(request)).toContain(long)
  },
)
