// Values that any source refers to and the state lacks are reported.
import { expect, test } from 'vitest'
import { agent, C, compile, createSession } from '../../src/index.ts'

const user = { author: 'user', text: 'Hello' }
const model = 'gpt-5.4'

const found = async (context: object, state: object = {}, options: object = {}) => {
  const session = createSession({ state: state as never, events: [user] })
  const asking = agent({ name: 'a', context: [C.all(), context] as never })
  const { ok, diagnostics } = await compile(asking, session, { model, ...options })
  return { ok, diagnostics: diagnostics.map(({ code, at, data }) => ({ code, at, data })) }
}

test.each([
  ['state', C.state('nope'), 'nope'],
  ['relevant', C.relevant({ queryKey: 'nope' }), 'nope'],
  ['artifact', C.artifact('c.md'), 'artifact.c.md'],
])('a %s source without its value is CX2001', async (_, source, name) => {
  expect(await found(source)).toEqual({
    ok: true,
    diagnostics: [{ code: 'CX2001', at: ['d:context.1'], data: { agent: 'a', names: [name], count: 1 } }],
  })
  expect((await found(source, {}, { missing: 'empty' })).diagnostics).toEqual([])
  expect(await found(source, {}, { missing: 'error' })).toMatchObject({
    ok: false,
    diagnostics: [{ code: 'CX2002' }],
  })
})

test('a key that is present, or that a condition asks for, is not missing', async () => {
  for (const source of [
    C.state('nope'),
    C.relevant({ queryKey: 'nope' }),
    C.when('nope', C.state('nope')),
    C.notes('nope'),
  ])
    expect((await found(source, { nope: '' })).diagnostics).toEqual([])
  for (const source of [
    C.when('nope', C.state('nope')),
    C.notes('nope'),
    C.relevant({ query: 'x' }),
    C.relevant(),
  ])
    expect((await found(source)).diagnostics).toEqual([])
})

test('a field of an answer that is not JSON is missing, and the help says so', async () => {
  const schema = { type: 'object', properties: { kind: { type: 'string' } } }
  const first = agent({ name: 'first', outputKey: 'i', outputSchema: { schema } })
  const second = agent({ name: 'second', instruction: 'It is {i.kind}.' })
  const program = { kind: 'pipeline', members: [first, second] } as const
  const helpWith = async (state: object) => {
    const session = createSession({ state: state as never, events: [user] })
    const { diagnostics } = await compile(program, session, { model, agent: 'second' })
    return diagnostics.find(({ code }) => code === 'CX2001')?.help
  }
  expect(await helpWith({ i: '```json\n{"kind":"x"}\n```' })).toMatch(
    /^'i' .* set the key to the parsed value/,
  )
  expect(await helpWith({ i: {} })).toMatch(/write {i\.kind\?}/)
  expect(await helpWith({})).toMatch(/write {i\.kind\?}/)
})
