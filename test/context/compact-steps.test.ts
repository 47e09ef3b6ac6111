// An age in steps: a run in which the user speaks once is compacted as it goes on (H6).
import { expect, test } from 'vitest'
import { agent, C, compile, createCompiler, createSession, type EventInput } from '../../src/index.ts'

const long = (at: number): string =>
  Array.from({ length: 120 }, (_, line) => `${line}: step ${at} of a build, ok`).join('\n')
const step = (at: number): EventInput[] => [
  {
    author: 'a',
    response: `r${at}`,
    parts: [{ kind: 'tool-call', id: `c${at}`, name: 'run', arguments: { at } }],
  },
  {
    author: 'tool',
    parts: [{ kind: 'tool-result', id: `c${at}`, content: [{ kind: 'text', text: long(at) }] }],
  },
]
const run = (steps: number): EventInput[] => [
  { author: 'user', text: 'Fix the build.' },
  ...Array.from({ length: steps }, (_, at) => step(at)).flat(),
]
const options = { model: 'gpt-5.4' } as const
const wholeIn = (request: unknown, steps: number): number[] =>
  Array.from({ length: steps }, (_, at) => at).filter(at =>
    JSON.stringify(request).includes(JSON.stringify(long(at)).slice(1, -1)),
  )

test('compact shortens results older than so many steps, in a run of one turn (H6)', async () => {
  const session = createSession({ events: run(10) })
  const sizeWith = async (context: C.ContextInput): Promise<number> =>
    (await compile(agent({ name: 'a', context }), session, options)).tokens.input
  const whole = await sizeWith(C.all())
  expect(await sizeWith(C.all().compact({ olderThan: 1 }))).toBe(whole)
  expect(await sizeWith(C.all().compact({ olderThanSteps: 2 }))).toBeLessThan(0.6 * whole)
  const { request } = await compile(
    agent({ name: 'a', context: C.all().compact({ olderThanSteps: 3 }) }),
    session,
    options,
  )
  // The place moves on every three steps.
  expect(wholeIn(request, 10)).toEqual([6, 7, 8, 9])
})

test('compact moves on every few steps, so that requests share a prefix in between (H6, law 4)', async () => {
  const compiler = createCompiler(
    agent({ name: 'a', context: C.all().compact({ olderThanSteps: 4 }) }),
    options,
  )
  let session = createSession({ events: run(1) })
  let { plan, prefix } = await compiler.compile(session)
  let changed = 0
  for (let at = 1; at < 17; at++) {
    session = session.append(...step(at))
    const next = await compiler.compile(session, { plan })
    const begins = prefix.every(({ text }, index) => next.prefix[index]?.text === text)
    expect(begins).toBe(!next.diagnostics.some(({ code }) => code === 'CX5001'))
    if (!begins) changed++
    ;({ plan, prefix } = next)
  }
  expect(changed).toBeGreaterThan(1)
  expect(changed).toBeLessThan(6)
})

test('a number of steps is a whole number from 0 (H6)', () => {
  expect(() => C.all().compact({ olderThanSteps: -1 })).toThrow('olderThanSteps')
  expect(() => C.all().compact({ olderThanSteps: 1.5 })).toThrow(TypeError)
})
