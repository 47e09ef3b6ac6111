// Declarations without an effect are reported, and a member that only reads changes nothing.
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { agent, compile, createSession, type Member, pipeline, route, S, tap } from '../../src/index.ts'
import { applyStep } from '../../src/state.ts'

const model = 'gpt-5.4'
const asked = createSession({ events: [{ author: 'user', text: 'Go' }] })
const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code)

describe('a declaration is not ignored in silence (F)', () => {
  test('a tap or a step between a writer and its reader changes nothing about the key between them', async () => {
    const writer = agent({ name: 'writer' })
    const app = pipeline(
      writer,
      tap(() => {}),
      tap(() => {}),
      agent({ name: 'reader', instruction: 'Use {draft}.' }),
    )
    expect(check(app).diagnostics).toEqual([])
    expect((await compile(app, asked, { model })).agent.outputKey).toBe('draft')
    const reader = agent({ name: 'reader', instruction: 'Use {draft}.' })
    const stepped = pipeline(writer, S.set({ a: 1 }), reader)
    expect(check(stepped).ok).toBe(true)
    expect((await compile(stepped, asked, { model })).agent.outputKey).toBe('draft')
    // @ts-expect-error: a step that removes the key
    const dropped = pipeline(writer, S.drop('draft'), reader)
    expect(check(dropped as Member).ok).toBe(false)
  })

  test("a sub-agent's own globalInstruction is reported", () => {
    const sub = agent({ name: 'sub', description: 'Subs', globalInstruction: 'G' })
    const { diagnostics } = check(agent({ name: 'root', globalInstruction: 'R', subAgents: [sub] }))
    expect(diagnostics.map(({ code, at }) => [code, at])).toEqual([
      ['CX1030', ['d:subAgents.0.globalInstruction']],
    ])
    expect(codes(check(sub))).toEqual([])
  })

  test("an agent that answers for another in a pipeline keeps its answer under that one's key", async () => {
    const helper = agent({ name: 'helper', description: 'Helps' })
    const writer = agent({ name: 'writer', outputKey: 'draft', subAgents: [helper] })
    const app = pipeline(writer, agent({ name: 'next', instruction: 'Use {draft}.' }))
    const first = await compile(app, asked, { model, agent: 'helper' })
    expect(first.agent.outputKey).toBe('draft')
    const set = { draft: 'THE DRAFT' }
    const answered = asked.append({ author: 'helper', text: 'THE DRAFT', actions: { state: { set } } })
    const { request } = await compile(app, answered, { model, agent: 'next' })
    expect(JSON.stringify(request).split('THE DRAFT')).toHaveLength(2)
  })

  test("a user's words in an instruction by S.capture stay a warning, which an agent can allow", async () => {
    const capture = S.capture('user_message')
    const said = (allow: readonly 'CX1019'[]) =>
      pipeline(capture, agent({ name: 'a', instruction: 'Said {user_message}.', allow }))
    expect(codes(check(said([])))).toEqual(['CX1019'])
    expect(codes(check(said(['CX1019'])))).toEqual([])
    expect(codes(await compile(said([]), applyStep(asked, capture).session, { model }))).toEqual(['CX6002'])
  })
})

describe('a template is not ignored in silence (N)', () => {
  test('doubled braces around a key with a value are reported', async () => {
    const session = createSession({
      state: { name: 'Ann', a: { b: 1 } },
      events: [{ author: 'user', text: 'Q' }],
    })
    const compiling = (instruction: string) => compile(agent({ name: 'a', instruction }), session, { model })
    const { diagnostics, request } = await compiling('Hi {{name}} {{a.b}} {{other}} {{ name }}')
    expect(diagnostics.map(({ code, data }) => [code, data])).toEqual([
      ['CX2008', { agent: 'a', names: ['name', 'a.b'], count: 3 }],
    ])
    expect(request?.instructions).toContain('Hi {name} {a.b}')
    expect(codes(await compiling('Hi {name}, {{{name}}} {{"name": 1}}'))).toEqual([])
  })

  test('spaces between braces and a key, which ADK accepts, are reported (O14)', async () => {
    const session = createSession({ state: { name: 'Ann' }, events: [{ author: 'user', text: 'Q' }] })
    const writer = (instruction: string) =>
      pipeline(agent({ name: 'planner', outputKey: 'plan' }), agent({ name: 'writer', instruction }))
    const compiling = (instruction: string) =>
      compile(writer(instruction), session, { model, agent: 'writer' } as never)
    const { diagnostics, request } = await compiling('{ name } {name } { plan? }\n{\tuser:city } {{ plan }}')
    expect(request).toMatchObject({ instructions: expect.stringContaining('{ name } {name } { plan? }') })
    expect(diagnostics.filter(({ code }) => code === 'CX2008')).toMatchObject([
      { data: { agent: 'writer', names: ['name', 'plan'] } },
    ])
    for (const text of [
      '${ name }',
      '{ "name": 1 }',
      '{ other }',
      '{ name, plan }',
      '{ }',
      '{{{ name }}} {name}',
    ])
      expect([text, codes(await compiling(text)).filter(code => code === 'CX2008')]).toEqual([
        text,
        text.startsWith('{{{') ? ['CX2008'] : [],
      ])
  })

  test('a route by a path suggests how to use a field', () => {
    const app = pipeline(
      agent({ name: 'a', outputKey: 'kind' }),
      route('kind.type').is('x', agent({ name: 'b' })) as never,
    )
    expect(check(app).diagnostics.find(({ code }) => code === 'CX1005')?.help).toMatch(/'kind'.*\.when\(/)
  })
})
