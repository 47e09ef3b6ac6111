// Next steps: a loop over them ends, and conditions that decide them do not fail in silence (N11, F8).
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import {
  agent,
  compile,
  createSession,
  type EventInput,
  fallback,
  type JsonValue,
  loop,
  type Member,
  mapOver,
  nextSteps,
  parallel,
  pipeline,
  route,
  S,
  type Session,
} from '../../src/index.ts'
import { applyStep } from '../../src/state.ts'

const user: EventInput = { author: 'user', text: 'Go' }
const named = (name: string) => agent({ name })

/** Runs a program by what is next, with a model that answers in its agent's name; says who was asked. */
async function run(app: Member, start: Session, answer = (name: string) => name): Promise<readonly string[]> {
  const asked: string[] = []
  let session = start
  for (let round = 0; round < 30; round++) {
    const { next, agent: who, ok } = await compile(app, session, { model: 'gpt-5.4' })
    expect(ok).toBe(true)
    // The functions of a step aside: the step that collects answers is made each time.
    expect(JSON.stringify(next)).toEqual(JSON.stringify(nextSteps(app, session)))
    const [step] = next
    if (step?.kind === 'done') return asked
    if (step?.kind === 'step' && step.step) {
      asked.push(`S.${step.step.name}`)
      session = applyStep(session, step.step).session
    } else if (step?.kind === 'agent' && step.agent) {
      asked.push(step.item === undefined ? step.agent : `${step.agent}.${step.item}`)
      const text = answer(step.agent)
      const key = who.name === step.agent ? who.outputKey : null
      session = session.append({
        author: step.agent,
        text,
        branch: step.branch,
        ...(key !== null && { actions: { state: { set: { [key]: text } } } }),
      })
    } else throw new Error(`cannot do ${JSON.stringify(step)}`)
  }
  throw new Error('the loop did not end')
}

describe('an obvious loop over nextSteps ends (N11)', () => {
  const start = createSession({ events: [user] })

  test('with a pipeline, its steps, and a loop whose condition is met', async () => {
    const researcher = agent({ name: 'researcher', outputKey: 'findings' })
    const writer = agent({
      name: 'writer',
      instruction: 'Write from {input}.',
      outputKey: 'draft',
      expects: ['input'],
    })
    const reviewer = agent({ name: 'reviewer', instruction: 'Review {draft}.', outputKey: 'review' })
    let reviews = 0
    const asked = await run(
      pipeline(
        researcher,
        S.rename({ findings: 'input' }),
        loop({ max: 9, until: ({ review }) => review === 'fine' }, writer, reviewer),
      ),
      start,
      name => (name === 'reviewer' && ++reviews === 2 ? 'fine' : name),
    )
    expect(asked).toEqual(['researcher', 'S.rename', 'writer', 'reviewer', 'writer', 'reviewer'])
  })

  test('with one agent, whatever the author of its answers', async () => {
    expect(await run(named('solo'), start)).toEqual(['solo'])
    for (const author of ['agent', 'assistant'])
      expect(nextSteps(named('solo'), start.append({ author, text: 'Hi' }))).toEqual([
        { kind: 'done', branch: '' },
      ])
  })

  test('with branches, items and routes', async () => {
    const app = pipeline(
      parallel(named('a'), named('b')),
      S.set({ list: ['x', 'y'] }),
      mapOver({ key: 'list', into: 'all' }, named('each')),
      route('list').otherwise(named('last')),
    )
    expect(nextSteps(app, start)).toEqual([
      { kind: 'agent', agent: 'a', branch: 'a', scopes: [{ from: 1, branch: 'a' }] },
      { kind: 'agent', agent: 'b', branch: 'b', scopes: [{ from: 1, branch: 'b' }] },
    ])
    expect(await run(app, start)).toEqual(['a', 'b', 'S.set', 'each.0', 'each.1', 'S.mapOver', 'last'])
    const second = createSession({
      state: { list: [1, 2, 3] },
      events: [user, { author: 'each', text: 'Y', branch: 'each.1' }],
    })
    const item = (index: number) => {
      const [branch, set] = [`each.${index}`, { item: index + 1 }]
      const scopes = [{ from: 1, branch, set, setBy: -1 }]
      return { kind: 'agent', agent: 'each', branch, item: index, set, scopes }
    }
    expect(nextSteps(mapOver({ key: 'list', into: 'all' }, named('each')), second)).toEqual([
      item(0),
      item(2),
    ])
    expect(await run(fallback(named('a'), named('b')), start)).toEqual(['a'])
  })
})

describe('open calls', () => {
  const call = { kind: 'tool-call', name: 'f', arguments: {} } as const
  const called = createSession({
    events: [
      user,
      { author: 'a', parts: [{ ...call, id: '1' }, { ...call, id: '2', pending: true } as never] },
    ],
  })

  test('come before the agent, and pending ones are waited for', () => {
    expect(nextSteps(named('a'), called)).toEqual([
      { kind: 'tools', agent: 'a', branch: '', calls: ['1.0'] },
      { kind: 'wait', agent: 'a', branch: '', calls: ['1.1'], reason: 'calls wait for a result' },
    ])
    const result = (id: string): EventInput => ({
      author: 'tool',
      parts: [{ kind: 'tool-result', id, name: 'f', content: [] }],
    })
    expect(nextSteps(named('a'), called.append(result('1'), result('2')))).toEqual([
      { kind: 'agent', agent: 'a', branch: '' },
    ])
  })
})

describe('a condition that decides who is next (F8)', () => {
  const answered = createSession({ events: [user, { author: 'w', text: 'x' }] })
  const short = named('short')
  const bad = (state: object): boolean => (state as { plan: { days: number } }).plan.days > 3

  test.each<[string, Member, string]>([
    [
      'throws in a route',
      pipeline(named('w'), route('k').when(bad, named('long')).otherwise(short)),
      'pipeline.members[1].ways[0].when',
    ],
    ['throws in a loop', loop({ max: 3, until: bad }, named('w'), short), 'loop.until'],
    [
      'is async',
      pipeline(loop({ max: 3, until: (async () => true) as never }, named('w'))),
      'pipeline.members[0].until',
    ],
  ])('is an error if it %s', async (_, app, place) => {
    const session = place === 'loop.until' ? answered.append({ author: 'short', text: 'y' }) : answered
    const solo = place.endsWith('members[0].until')
    const program = solo ? pipeline(app as never, short) : app
    const { ok, diagnostics, next } = await compile(program, session, { model: 'gpt-5.4' })
    expect(ok).toBe(false)
    expect(diagnostics[0]?.code).toBe('CX2006')
    expect(diagnostics[0]?.message).toContain(solo ? 'members[0].members[0].until' : place)
    expect(next[0]?.kind).toBe('wait')
    // A caller that names the agent has decided.
    expect((await compile(program, session, { model: 'gpt-5.4', agent: 'w' })).ok).toBe(true)
  })
})

describe('members without a valid input (F8)', () => {
  const one = named('one')
  const begun = (list: JsonValue) => createSession({ state: { list }, events: [user] })
  const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
    diagnostics.map(({ code }) => code)

  test('are reported by a compile: a mapOver over no list, a route without branches', async () => {
    const each = mapOver({ key: 'list', into: 'all' }, one)
    const texts = await compile(each, begun('abc'), { model: 'gpt-5.4' })
    expect(codes(texts)).toEqual(['CX2007'])
    expect(texts.diagnostics[0]?.data).toMatchObject({ place: 'mapOver' })
    expect(codes(await compile(each, begun(['a']), { model: 'gpt-5.4' }))).toEqual([])
    const routed = await compile(pipeline(route('user:k') as never, one), begun([]), { model: 'gpt-5.4' })
    expect(routed.diagnostics[0]?.data).toMatchObject({ place: 'pipeline.members[0]' })
  })

  test('are found in a program of one agent too', async () => {
    const until = ({ review }: { readonly review?: unknown }): boolean => (review as { ok: boolean }).ok
    const session = begun([]).append({ author: 'one', text: 'x' })
    const { ok, diagnostics } = await compile(loop({ max: 3, until }, one), session, { model: 'gpt-5.4' })
    expect([ok, diagnostics[0]?.code]).toEqual([false, 'CX2006'])
  })

  test('are found by check if they are known before the run', () => {
    const isTrue = (async () => true) as never
    expect(codes(check(loop({ max: 3, until: isTrue }, one)))).toContain('CX1028')
    expect(codes(check(pipeline(one, route('user:k').when(isTrue, named('two')))))).toContain('CX1028')
    expect(codes(check(pipeline(one, route('user:k') as never)))).toContain('CX1011')
    const lists = agent({
      name: 'lists',
      outputKey: 'list',
      outputSchema: { type: 'object', properties: {} },
    })
    const each = mapOver({ key: 'list', into: 'user:all' }, agent({ name: 'each', instruction: '{item}' }))
    expect(codes(check(pipeline(lists, each)))).toContain('CX1029')
    const listed = agent({ name: 'lists', outputKey: 'list', outputSchema: { type: 'array', items: {} } })
    expect(codes(check(pipeline(listed, each)))).not.toContain('CX1029')
  })
})
