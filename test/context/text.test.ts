import { agent, C, compile, createSession, pipeline } from 'ctxc'
import { check, flow } from 'ctxc/check'
import { explain } from 'ctxc/explain'
import { parseProgram, writeProgram } from 'ctxc/program'
import { describe, expect, test } from 'vitest'
import { renderText } from '../../src/cli/explain/render-text.ts'
import type { Trust } from '../../src/core/ir/trust.ts'
import { trustsIn } from './trusts-in.ts'

const hello = { author: 'user', text: 'Hello' } as const
const reader = (context: C.ContextInput) => agent({ name: 'r', instruction: 'Help.', context } as never)

async function compiled(context: C.ContextInput, state: Record<string, unknown> = {}) {
  const session = createSession({ state: state as never, events: [hello] })
  const result = await compile(reader(context), session, { target: 'openai', model: 'gpt-5.4' })
  return {
    ...result,
    sent: (result.request as { input: { content: string }[] }).input.map(each => each.content),
  }
}

describe('a text of a function', () => {
  test('is placed after the history, between tags with its name', async () => {
    const { sent, diagnostics } = await compiled(
      C.text('seats "A" <b>', ({ guests }) => `A table for ${guests}.`),
      { guests: 4 },
    )
    expect(sent[0]).toBe('Hello')
    expect(sent[1]).toMatch(
      /^<context:\w{8} from="seats &quot;A&quot; &lt;b&gt;">\nA table for 4\.\n<\/context:\w{8}>$/,
    )
    expect(diagnostics).toEqual([])
  })

  test.each([null, ''])('is no block if the function returns %j', async given => {
    const { sent, diagnostics } = await compiled(C.text('t', () => given))
    expect([sent, diagnostics]).toEqual([['Hello'], []])
  })

  test.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('no such guest')
      },
      'no such guest',
    ],
    ['returns a promise', async () => 'x', 'it gave a promise: the function must be sync'],
    ['rejects', () => Promise.reject(new Error('late')), 'it gave a promise: the function must be sync'],
    ['returns a number', () => 5, 'it gave number, and not a text'],
    ['returns undefined', () => undefined, 'it gave undefined, and not a text'],
  ])('is left out and reported if the function %s', async (_, write, why) => {
    const { ok, sent, diagnostics } = await compiled([
      C.text('first', write as never),
      C.text('second', () => 'There.'),
    ])
    expect([ok, sent.length, sent[1]]).toEqual([true, 2, expect.stringContaining('There.')])
    expect(diagnostics).toMatchObject([
      { code: 'CX2004', level: 'warn', at: ['d:context.0'], data: { agent: 'r', why } },
    ])
  })

  test('cannot change the state', async () => {
    const { diagnostics } = await compiled(
      C.text('t', state => {
        ;(state as { guests: number }).guests = 5
        return 'x'
      }),
      { guests: 4 },
    )
    expect(diagnostics[0]).toMatchObject({ code: 'CX2004', data: { why: expect.stringContaining('state') } })
  })

  test.each<[string, (state: Readonly<Record<string, unknown>>) => string, Trust]>([
    ['none', () => 'x', 'developer'],
    ['one of the developer', ({ mine }) => `${mine}`, 'developer'],
    ['one of a model', ({ mine, said }) => `${mine} ${said}`, 'model'],
    ['one of a tool', ({ said, found }) => `${said} ${found}`, 'tool'],
    ['all, as JSON', state => JSON.stringify(state), 'tool'],
    ['all, by their keys', state => Object.keys(state).join(), 'tool'],
  ])('has the lowest trust of the values that the function read: %s', (_, write, trust) => {
    const by = (author: string, values: object) =>
      ({ author, parts: [], actions: { state: { set: values } } }) as never
    const session = createSession({ state: { mine: 1 } }).append(
      by('r', { said: 2 }),
      by('tool', { found: 3 }),
    )
    expect(trustsIn(C.text('t', write).node, session)).toEqual([trust])
  })

  test('obeys .atMost, .tier and C.when', async () => {
    const long = C.text('long', () => 'word '.repeat(500))
    const { sent } = await compiled([
      long.atMost(60),
      C.when(
        () => false,
        C.text('off', () => 'Off.'),
      ),
      C.text('old', () => 'Old.').tier('archive'),
    ])
    expect([sent.length, (sent[1] as string).length < 400]).toEqual([2, true])
  })

  test('keeps the beginning of the request while a value changes', async () => {
    const context = C.text('seats', ({ guests }) => `A table for ${guests}.`)
    const [four, five] = [await compiled(context, { guests: 4 }), await compiled(context, { guests: 5 })]
    expect(four.sent.slice(0, 1)).toEqual(five.sent.slice(0, 1))
    expect(five.sent[1]).toContain('A table for 5.')
  })
})

describe('a program with a text of a function', () => {
  const seats = [C.userOnly(), C.text('seats', ({ guests }) => `${guests}`)]

  test('reads any key, as check sees it', () => {
    const program = (context: C.ContextInput) =>
      check(
        pipeline(
          agent({ name: 'w', instruction: 'Count.', outputKey: 'guests' }),
          reader(context),
          agent({ name: 'z' }),
        ),
      ).diagnostics.map(({ code }) => code)
    expect(program(C.userOnly())).toContain('CX1009')
    expect(program(seats)).not.toContain('CX1009')
  })

  test('shows its name in flow, and its place in explain', async () => {
    expect(flow(reader(seats)).text).toContain("sees what its context selects; context blocks 'seats'")
    expect(flow(reader(seats[1] as C.ContextInput)).text).toContain(
      "sees the history; context blocks 'seats'",
    )
    expect(renderText(explain(await compiled(seats, { guests: 4 })))).toContain('context, piece 2')
  })

  test('cannot be written as data, or read from it', () => {
    expect(writeProgram(reader(seats)).diagnostics).toMatchObject([
      { code: 'CX1104', at: ['d:context.1.from.write'] },
    ])
    const data = JSON.parse(JSON.stringify({ name: 'r', context: seats }))
    expect(parseProgram(data).diagnostics).toMatchObject([
      { code: 'CX1103', message: expect.stringContaining("'text'") },
    ])
  })

  test.each<[string, () => unknown, string]>([
    ['an empty name', () => C.text('', () => null), 'C.text.name is empty'],
    ['no function', () => C.text('t', 'words' as never), 'C.text.write must be a function'],
  ])('is refused with %s', (_, make, message) => {
    expect(make).toThrow(message)
  })
})
