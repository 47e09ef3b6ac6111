// Calls that spread a list fail for more than some 120,000 items: nothing that a conversation or a program holds may do so.
import { expect, test } from 'vitest'
import { mostPressed } from '../../src/compile/press.ts'
import { squarify } from '../../src/explain/html/squarify.ts'
import { fromOpenAI } from '../../src/from/index.ts'
import { applyStep, compile, createSession, parseProgram, S } from '../../src/index.ts'
import { addAll, largestOf, smallestOf } from '../../src/text/list.ts'

const many = 150_000
const numbers = Array.from({ length: many }, (_, index) => index)
const keys = numbers.map(index => `k${index}`)

test('lists of any length are joined and measured (A8)', () => {
  const list: number[] = []
  addAll(list, numbers)
  expect([list.length, largestOf(numbers, 7), smallestOf(numbers, 7)]).toEqual([many, many - 1, 0])
})

test.each(['S.pick', 'S.drop', 'S.require'])('%s as data takes any number of keys (A8)', kind => {
  const { program, diagnostics } = parseProgram({ kind: 'pipeline', members: [{ kind, keys }] })
  expect([program === null, diagnostics]).toEqual([false, []])
})

test('S.pipe as data takes any number of steps, and S.compute any number of reads (A8)', () => {
  const steps = numbers.map(() => ({ kind: 'S.drop', keys: ['a'] }))
  const { program } = parseProgram({ kind: 'pipeline', members: [{ kind: 'S.pipe', steps }] })
  expect(program).not.toBe(null)
  const session = createSession({ state: Object.fromEntries(keys.map(key => [key, 1])) })
  const { outcome } = applyStep(
    session,
    S.pipe(S.compute({ sum: state => Object.values(state).length }), S.pick('sum')),
  )
  expect(outcome.ok).toBe(true)
})

test('any number of calls may wait for their results (A8)', () => {
  const events = [
    { author: 'user', text: 'Read them' },
    {
      author: 'agent',
      parts: numbers.map(index => ({
        kind: 'tool-call' as const,
        id: `c${index}`,
        name: 'read',
        arguments: '{}',
      })),
    },
  ]
  expect(mostPressed(createSession({ events }).units)).toBe(1)
})

test('any number of equal tiles are placed on a page (A8)', () => {
  expect(
    squarify(
      numbers.map(() => 1),
      1_000,
      1_000,
    ),
  ).toHaveLength(many)
})

test.each([
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-5.4'],
  ['ai-sdk', 'gpt-5.4'],
] as const)(
  'an answer for %s may have any number of parts (A8)',
  async (target, model) => {
    const content = numbers.map(index => ({ type: 'text' as const, text: `${index}` }))
    const conversation = fromOpenAI([
      { role: 'user', content: 'Count' },
      { role: 'assistant', content },
      { role: 'user', content: 'Go on' },
    ] as never)
    expect((await compile(conversation, { target, model, budget: 20_000_000 })).ok).toBe(true)
  },
  60_000,
)
