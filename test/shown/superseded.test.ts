// Answers that an agent gets through the state, and their fate once the state holds another value (F0).
import { describe, expect, test } from 'vitest'
import {
  agent,
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  loop,
  type Member,
  mapOver,
  pipeline,
  S,
  type Session,
} from '../../src/index.ts'
import { applyStep } from '../../src/state.ts'

const user = (text: string): EventInput => ({ author: 'user', text })
const said = (author: string, text: string, key?: string): EventInput => ({
  author,
  text,
  ...(key !== undefined && { actions: { state: { set: { [key]: text } } } }),
})

const writer = agent({ name: 'writer', instruction: 'Write. Mind: {remarks?}', outputKey: 'draft' })
const critic = agent({ name: 'critic', instruction: 'Remark on {draft}.', outputKey: 'remarks' })
const rounds = loop({ max: 5 }, writer, critic)

interface Item {
  readonly role?: string
  readonly content?: unknown
}

/** The history of a request for one agent, one text for each message; quoted words are `author: words`. */
async function shown(
  app: Member,
  session: Session,
  name: string,
  options: CompileOptions = {},
): Promise<{ readonly told: string[]; readonly fates: string[]; readonly result: Compiled }> {
  const result = await compile(app, session, { model: 'gpt-5.4', agent: name, ...options })
  const told = (((result.request as { input?: unknown[] } | null)?.input ?? []) as Item[]).map(
    ({ role = '', content = '' }) => {
      const text = typeof content === 'string' ? content : (content as { text: string }[])[0]?.text
      const quoted = /^<context:\w+ from="(.*?)">\n([\s\S]*)\n<\/context:\w+>$/.exec(text ?? '')
      return quoted ? `${quoted[1]}: ${quoted[2]}` : `(${role}) ${text}`
    },
  )
  const fates = result.ledger.rows.flatMap(({ from, to, reason }) => Array(to - from).fill(reason))
  return { told, fates, result }
}

describe('an answer that was superseded (F0)', () => {
  const session = createSession({
    events: [
      user('A text on trains'),
      said('writer', 'draft one', 'draft'),
      said('critic', 'Mention the price.', 'remarks'),
      said('writer', 'draft two', 'draft'),
      said('critic', 'Shorter.', 'remarks'),
    ],
  })

  test('is still shown as a remark in a loop of writer and critic', async () => {
    const { told, fates, result } = await shown(rounds, session, 'writer')
    expect(told).toEqual([
      '(user) A text on trains',
      '(assistant) draft one',
      '(assistant) draft two',
      'critic: Mention the price.',
    ])
    expect(fates).toEqual(['current-input', 'fits', 'superseded', 'current-input', 'through-state'])
    expect(JSON.stringify(result.request)).toContain('Mind: Shorter.')
    expect((await shown(rounds, session, 'critic')).told).toEqual([
      '(user) A text on trains',
      '(assistant) Mention the price.',
      'writer: draft one',
      '(assistant) Shorter.',
    ])
  })

  test('is still shown in a later turn of a pipeline', async () => {
    const researcher = agent({ name: 'researcher', outputKey: 'findings' })
    const reporter = agent({ name: 'reporter', instruction: 'Report {findings}.' })
    const events = [
      user('Report on Rome'),
      said('researcher', 'ROME FACTS', 'findings'),
      said('reporter', 'Rome report'),
      user('Now add Bari'),
    ]
    const before = createSession({ events })
    const after = before.append(said('researcher', 'BARI FACTS', 'findings'))
    const app = pipeline(researcher, reporter)
    expect((await shown(app, before, 'reporter')).told).toEqual([
      '(user) Report on Rome',
      '(assistant) Rome report',
      '(user) Now add Bari',
    ])
    expect((await shown(app, after, 'reporter')).told).toEqual([
      '(user) Report on Rome',
      '(assistant) Rome report',
      '(user) Now add Bari',
      'researcher: ROME FACTS',
    ])
  })

  test('is shown again if its key is deleted, overwritten or ends with the invocation', async () => {
    const reader = agent({ name: 'reader', instruction: '{a?} {temp:b?}' })
    const app = pipeline(
      agent({ name: 'one', outputKey: 'a' }),
      agent({ name: 'two', outputKey: 'temp:b' }),
      reader,
    )
    const start = createSession({ events: [user('q'), said('one', 'A', 'a'), said('two', 'B', 'temp:b')] })
    expect((await shown(app, start, 'reader')).told).toEqual(['(user) q'])
    const dropped = applyStep(start, S.drop('a')).session
    expect((await shown(app, dropped, 'reader')).told).toEqual(['(user) q', 'one: A'])
    const byHand = start.append({ author: 'developer', actions: { state: { set: { a: 'mine' } } } })
    expect((await shown(app, byHand, 'reader')).told).toEqual(['(user) q', 'one: A'])
    expect((await shown(app, start.append(user('next')), 'reader')).told).toEqual([
      '(user) q',
      'two: B',
      '(user) next',
    ])
  })

  test('is hidden again after a rewind that restores the value', async () => {
    const at = (length: number) => shown(rounds, session.rewind(length), 'writer')
    expect((await at(4)).told).toEqual([
      '(user) A text on trains',
      '(assistant) draft one',
      '(assistant) draft two',
    ])
    expect((await at(4)).fates.slice(0, 4)).toEqual([
      'current-input',
      'fits',
      'through-state',
      'current-input',
    ])
    const again = session.rewind(4).append(said('critic', 'Other.', 'remarks'))
    expect((await shown(rounds, again, 'writer')).told.at(-1)).toBe('critic: Mention the price.')
  })
})

describe('the provenance of a key', () => {
  const one = agent({ name: 'one', outputKey: 'a' })
  const two = agent({ name: 'two', outputKey: 'b' })
  const reader = agent({ name: 'reader', instruction: '{in}', expects: ['in'] })
  const both = createSession({ events: [user('q'), said('one', 'A', 'a'), said('two', 'B', 'b')] })

  test('continues through steps, and ends if a step writes another value', async () => {
    const renamed = pipeline(one, S.rename({ a: 'in' }), reader)
    const step = applyStep(both, S.rename({ a: 'in' })).session
    expect((await shown(renamed, step, 'reader')).told).toEqual(['(user) q', 'two: B'])
    const merge = S.merge(['a', 'b'], 'in')
    const merged = applyStep(both, merge).session
    const app = pipeline(one, two, merge, reader)
    expect((await shown(app, merged, 'reader')).told).toEqual(['(user) q'])
    const partly = applyStep(merged.append(said('two', 'C', 'b')), merge).session
    // A is in the new value still, B is in none.
    expect((await shown(app, partly, 'reader')).told).toEqual(['(user) q', 'two: B'])
    const piped = S.pipe(S.rename({ a: 'x' }), S.transform('x', String), S.rename({ x: 'in' }))
    expect(
      (await shown(pipeline(one, piped, reader), applyStep(both, piped).session, 'reader')).told,
    ).toEqual(['(user) q', 'two: B'])
  })

  test('includes the answers that a mapOver collects', async () => {
    const each = agent({ name: 'each', instruction: '{item}' })
    const app = pipeline(S.set({ list: ['x', 'y'] }), mapOver({ key: 'list', into: 'in' }, each), reader)
    const ran = createSession({
      state: { list: ['x', 'y'] },
      events: [
        user('q'),
        { ...said('each', 'X'), branch: 'each.0' },
        { ...said('each', 'Y'), branch: 'each.1', actions: { state: { set: { in: ['X', 'Y'] } } } },
      ],
    })
    expect((await shown(app, ran, 'reader')).fates).toEqual([
      'current-input',
      'through-state',
      'through-state',
    ])
  })

  test('excludes calls of another agent, which stay in the history', async () => {
    const call = { kind: 'tool-call', id: 'c', name: 'look', arguments: {} } as const
    const events: EventInput[] = [
      user('q'),
      { author: 'one', parts: [call] },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', id: 'c', name: 'look', content: [{ kind: 'text', text: 'SEEN' }] }],
      },
      said('one', 'A', 'a'),
    ]
    const app = pipeline(one, agent({ name: 'r', instruction: '{a}' }))
    const { told } = await shown(app, createSession({ events }), 'r')
    expect(told).toHaveLength(2)
    expect(told[1]).toContain('SEEN')
  })
})

describe('sessions with superseded answers', () => {
  test('share a prefix between decisions, and compile incrementally as cold', async () => {
    const compilers = new Map(
      ['writer', 'critic'].map(name => [name, createCompiler(rounds, { model: 'gpt-5.4', agent: name })]),
    )
    const last = new Map<string, Compiled>()
    let session = createSession()
    for (let round = 0; round < 12; round++) {
      for (const event of [
        ...(round % 4 === 0 ? [user(`wish ${round}`)] : []),
        said('writer', `draft ${round}`, 'draft'),
        ...(round % 3 === 0 ? [said('critic', `aside ${round}`)] : []),
        said('critic', `remark ${round}`, 'remarks'),
      ]) {
        session = session.append(event)
        for (const [name, compiler] of compilers) {
          const before = last.get(name)
          const plan = before?.plan ?? null
          const warm = await compiler.compile(session, { plan })
          const fresh = createSession({ events: session.events as readonly EventInput[] })
          const cold = await compile(rounds, fresh, { model: 'gpt-5.4', agent: name, plan })
          expect(JSON.stringify([warm.request, warm.ledger, warm.plan])).toBe(
            JSON.stringify([cold.request, cold.ledger, cold.plan]),
          )
          const history = (result: Compiled) =>
            result.prefix.filter(({ pointer }) => pointer.startsWith('/input')).map(({ text }) => text)
          if (before) expect(history(warm).slice(0, history(before).length)).toEqual(history(before))
          last.set(name, warm)
        }
      }
    }
    const { diagnostics } = last.get('writer') as Compiled
    expect(diagnostics.filter(({ code }) => code === 'CX5001').map(({ message }) => message)).not.toContain(
      'superseded',
    )
  })
})

describe('authorship of answers (F1, O7)', () => {
  const events = [
    user('q'),
    said('other', 'THEIRS'),
    said('agent', 'imported'),
    said('assistant', 'too'),
    user('d'),
  ]
  const roles = async (app: Member, name = 'me') =>
    (await shown(app, createSession({ events }), name)).told.slice(1, -1)
  const me = { name: 'me' } as const

  test('is decided by name, however many agents the program has', async () => {
    expect(await roles(agent(me))).toEqual(['other: THEIRS', '(assistant) imported', '(assistant) too'])
    expect(await roles(agent({ ...me, subAgents: [agent({ name: 'z' })] }))).toEqual([
      'other: THEIRS',
      'agent: imported',
      'assistant: too',
    ])
  })

  test('decides what exclude-agents hides in a program of one agent too', async () => {
    expect(await roles(agent({ ...me, includeContents: 'exclude-agents' }))).toEqual([
      '(assistant) imported',
      '(assistant) too',
    ])
  })
})
