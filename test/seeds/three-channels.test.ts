// Seed 002, claim by claim: conversation, state and instructions of a pipeline.
import { describe, expect, test } from 'vitest'
import { check } from '../../src/check.ts'
import { expand } from '../../src/context.ts'
import { fresh, redact, validate } from '../../src/core/protect/index.ts'
import { capture, extract, notes } from '../../src/core/remember/index.ts'
import { resolveWants } from '../../src/effects.ts'
import {
  agent,
  C,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type Member,
  pipeline,
  route,
  S,
  type Session,
  tap,
} from '../../src/index.ts'
import { key, running } from '../../src/run/runner/test/seeds/running.ts'
import { runStep, type StateStep } from '../../src/state.ts'
import { booker, bookingApp } from '../agent/seed-agents.ts'

const model = 'gemini-flash-latest'
const asked = 'I want to fly to London'
const classifier = agent({ name: 'classifier', model, instruction: 'Classify.', outputKey: 'intent' })
const answers = { classifier: ['booking'], booker: ['Booked.'] }
const talk = createSession({ events: [{ author: 'user', text: asked }] })
const classified = talk.append({
  author: 'classifier',
  text: 'booking',
  actions: { state: { set: { intent: 'booking' } } },
})

/** Text of a request, and the system text apart. */
async function request(program: Member, session: Session = classified, options: CompileOptions = {}) {
  const compiled = await compile(program, session, { target: 'text', ...options })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics))
  const { messages } = compiled.request as unknown as {
    messages: readonly { role: string; content: string }[]
  }
  return {
    compiled,
    system: messages[0]?.role === 'system' ? messages[0].content : '',
    history: messages.filter(({ role }) => role !== 'system').map(({ content }) => content),
  }
}

/** Runs two agents and returns what each was sent. */
async function both(program: Member = pipeline(classifier, booker())) {
  const { run, sent, log, events } = running(program, answers)
  const outcome = await run(asked)
  return { outcome, sent: sent(), log: await log(), events: await events() }
}

/** A session before and after a step. */
function step(given: StateStep, state: object) {
  const before = createSession({ state: state as never })
  const { event } = runStep(before, given)
  const after = event ? before.append(event as never) : before
  return { state: after.state, events: after.length - before.length, after }
}

const codes = (program: Member) => check(program).diagnostics.map(({ code }) => code)

describe('the three channels', () => {
  test('2.1 messages and answers are events that later agents see', async () => {
    const { history } = await request(agent({ name: 'last', includeContents: 'all' }))
    expect(history.join('\n')).toMatch(/I want to fly to London[\s\S]*booking/)
  })

  test('2.2 the default hides what a state key carries, and all shows everything', async () => {
    const topology = await request(bookingApp(), classified, { agent: 'booker' })
    expect(topology.history).toEqual([asked])
    const all = await request(bookingApp(booker('all')), classified, { agent: 'booker' })
    expect(all.history.join()).toContain('from="classifier"')
  })

  test("2.3 none is the current turn, with the user's message", async () => {
    const later = createSession({
      events: [
        { author: 'user', text: 'Old' },
        { author: 'booker', text: 'Older.' },
        { author: 'user', text: asked },
      ],
    })
    expect((await request(booker('none'), later, { missing: 'empty' })).history).toEqual([asked])
  })

  test('2.4 the state is a flat record of keys', () => {
    expect(classified.state).toEqual({ intent: 'booking' })
  })

  test('2.5 an output key writes the answer into the state', async () => {
    expect((await both()).outcome.state).toEqual({ intent: 'booking' })
  })

  test('2.6 the state is written by hand', () => {
    expect(createSession({ state: { a: 1 } }).state).toEqual({ a: 1 })
    expect(step(S.set({ b: 2 }), { a: 1 }).state).toEqual({ a: 1, b: 2 })
  })

  test('2.7 the state is written by the delta of an event', () => {
    const session = talk.append({ author: 'developer', actions: { state: { set: { a: 1 } } } })
    expect(session.state).toEqual({ a: 1 })
    expect(session.append({ author: 'developer', actions: { state: { delete: ['a'] } } }).state).toEqual({})
  })

  test('2.8 code reads the state', () => {
    expect(classified.state.intent).toBe('booking')
  })

  const scoped = async () => {
    const keys = ['own', 'app:rate', 'user:name', 'temp:note'] as const
    const program = pipeline(
      ...keys.map((outputKey, index) => agent({ name: `a${index}`, model, outputKey })),
    ) as Member
    const first = running(program, Object.fromEntries(keys.map((_, index) => [`a${index}`, [`v${index}`]])))
    const { state } = await first.run('Go')
    const instruction = '{own?} {app:rate?} {user:name?} {temp:note?}'
    const reader = agent({ name: 'reader', model, identity: false, instruction })
    const other = running(reader, { reader: ['Read.', 'Read.'] }, { store: first.store })
    const read = async (to: { owner?: { app: string; user: string }; id: string }) => {
      await other.runner.run({ ...key, ...to }, { message: 'Go' }).outcome
      return other.sent().at(-1)?.system
    }
    return {
      state,
      own: await read({ id: 's2' }),
      stranger: await read({ owner: { app: 'seeds', user: 'bob' }, id: 's3' }),
    }
  }

  test('2.9 a key without a scope is of its session', async () => {
    const { state, own } = await scoped()
    expect(state.own).toBe('v0')
    expect(own).not.toContain('v0')
  })

  test('2.10 an app: key is of all users', async () => {
    const { own, stranger } = await scoped()
    expect([own, stranger].every(text => text?.includes('v1'))).toBe(true)
  })

  test('2.11 a user: key is of one user', async () => {
    const { own, stranger } = await scoped()
    expect(own).toContain('v2')
    expect(stranger).not.toContain('v2')
  })

  test('2.12 a temp: key ends with its invocation', async () => {
    const { state, own } = await scoped()
    expect(state).not.toHaveProperty('temp:note')
    expect(own).not.toContain('v3')
  })

  test('2.13 {key} is filled in at every compile', async () => {
    const bot = agent({ name: 'bot', identity: false, instruction: 'Intent: {intent}' })
    expect((await request(bot)).system).toBe('Intent: booking')
    const changed = classified.append({
      author: 'developer',
      actions: { state: { set: { intent: 'other' } } },
    })
    expect((await request(bot, changed)).system).toBe('Intent: other')
  })
})

describe('classifier >> booker', () => {
  test("2.14 the classifier's answer is an event and a key", async () => {
    const { log, outcome } = await both()
    expect(log[1]).toBe('classifier booking intent="booking"')
    expect(outcome.state).toEqual({ intent: 'booking' })
  })

  test("2.15 the booker's instruction has the intent", async () => {
    expect((await both()).sent[1]?.system).toContain('Help book. The intent is: booking')
  })

  test('2.16 the booker sees the word once', async () => {
    expect(JSON.stringify((await both()).sent[1]).split('booking')).toHaveLength(2)
  })

  test('2.17 a duplicate is reported before a run', () => {
    expect(codes(pipeline(classifier, booker('all')))).toContain('CX1003')
  })

  test('2.18 none keeps the message of the user', async () => {
    expect((await both(pipeline(classifier, booker('none')))).sent[1]?.messages).toContainEqual([
      'user',
      asked,
    ])
  })

  test("2.19 user-only shows the user's messages alone", async () => {
    expect((await both(pipeline(classifier, booker('user-only')))).sent[1]?.messages).toEqual([
      ['user', asked],
    ])
  })

  test('2.20 exclude-agents drops the answers of other agents', async () => {
    const last = agent({ name: 'booker', model, includeContents: 'exclude-agents' })
    expect((await both(pipeline(classifier, last))).sent[1]?.messages).toEqual([['user', asked]])
  })

  test('2.21 the topology decides what is filtered', async () => {
    const reads = await both()
    const ignores = await both(pipeline(classifier, agent({ name: 'booker', model, instruction: 'Help.' })))
    expect(reads.sent[1]?.messages).toHaveLength(1)
    expect(JSON.stringify(ignores.sent[1]?.messages)).toContain('booking')
  })

  test('2.22 an output key keeps the text of the answer', async () => {
    const [, answer] = (await both()).events
    expect(answer?.parts).toEqual([expect.objectContaining({ kind: 'text', text: 'booking' })])
    expect(answer?.actions?.state?.set).toEqual({ intent: 'booking' })
  })

  test('2.23 text and key are written by one event', async () => {
    expect((await both()).log.filter(line => line.startsWith('classifier'))).toHaveLength(1)
  })

  test('2.24 an output key routes the answer: no other channel carries it too', async () => {
    const [, sent] = (await both()).sent
    expect([sent?.system.includes('booking'), JSON.stringify(sent?.messages).includes('booking')]).toEqual([
      true,
      false,
    ])
  })
})

describe('steps of state', () => {
  const state = { a: 'x', b: 'y', n: 2 }
  const report = pipeline(
    agent({ name: 'researcher', model, instruction: 'Find data.', outputKey: 'findings' }),
    S.pick('findings', 'sources'),
    S.rename({ findings: 'input' }),
    agent({ name: 'writer', model, instruction: 'Write report using {input}.' }),
  ) as Member

  test('2.25 a step is a pure change of state between agents', () => {
    expect(step(S.set({ a: 'z' }), state).state).toEqual({ ...state, a: 'z' })
    expect(state.a).toBe('x')
  })

  test('2.26 a step is one event with an explicit delta', () => {
    const { after, events } = step(S.rename({ a: 'c' }), state)
    expect(events).toBe(1)
    expect(after.events.at(-1)?.actions?.state).toEqual({ set: { c: 'x' }, delete: ['a'] })
  })

  test('2.27 researcher >> S.pick >> S.rename >> writer', async () => {
    const { run, sent } = running(report, { researcher: ['facts'], writer: ['Report.'] })
    expect((await run('Go')).text).toBe('Report.')
    expect(sent()[1]?.system).toBe('You are writer.\n\nWrite report using facts.')
  })

  test('2.28 S.pick keeps the named keys, and keys with a scope', () => {
    expect(step(S.pick('a'), { ...state, 'user:u': 1 }).state).toEqual({ a: 'x', 'user:u': 1 })
  })

  test('2.29 S.drop removes the named keys', () => {
    expect(step(S.drop('a'), state).state).toEqual({ b: 'y', n: 2 })
  })

  test('2.30 S.rename renames keys', () => {
    expect(step(S.rename({ a: 'c' }), state).state).toEqual({ c: 'x', b: 'y', n: 2 })
  })

  test('2.31 S.defaults fills missing keys', () => {
    expect(step(S.defaults({ a: 'z', c: 'z' }), state).state).toEqual({ ...state, c: 'z' })
  })

  test('2.32 S.merge combines keys', () => {
    expect(step(S.merge(['a', 'b'], 'c'), state).state).toMatchObject({ c: 'x\ny' })
  })

  test('2.33 S.transform applies a function to one key', () => {
    expect(
      step(
        S.transform('a', value => `${value}!`),
        state,
      ).state,
    ).toMatchObject({ a: 'x!' })
  })

  test('2.34 S.compute derives keys from the whole state', () => {
    expect(step(S.compute({ sum: given => Number(given.n) + 1 }), state).state).toEqual({ ...state, sum: 3 })
  })

  test('2.35 S.set sets values', () => {
    expect(step(S.set({ q: 1 }), state).state).toEqual({ ...state, q: 1 })
  })

  test('2.36 S.guard asserts an invariant', async () => {
    const program = pipeline(
      classifier,
      S.guard(given => given.intent === 'other', 'no booking'),
      booker(),
    ) as Member
    const { run, sent } = running(program, answers)
    expect(await run(asked)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no booking'),
    })
    expect(sent()).toHaveLength(1)
  })

  test('2.37 S.log reports, and prints nothing', async () => {
    const { outcome, event } = runStep(classified, S.log('intent'))
    expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['CX9105'])
    expect(event?.actions?.state).toEqual({ set: {}, delete: [] })
  })

  test('2.38 a step leaves no message', async () => {
    const { run, sent } = running(report, { researcher: ['facts'], writer: ['Report.'] })
    await run('Go')
    expect(sent()[1]?.messages).toEqual([['user', 'Go']])
  })
})

describe('gaps', () => {
  test('2.39 a pipeline is data flow: the reader is next to its writer', () => {
    expect(codes(bookingApp())).toEqual([])
    expect(codes(pipeline(booker() as never, classifier) as Member)).toContain('CX1001')
  })

  const plain = agent({ name: 'classifier', model, instruction: 'Classify.' })
  const infers = (program: Member) => codes(program).filter(code => code === 'CX1001' || code === 'CX1005')

  test('2.40 the key of an answer is inferred from its reader', async () => {
    expect(infers(pipeline(plain, booker()) as Member)).toEqual([])
    expect(
      infers(
        pipeline(
          plain,
          tap(() => undefined),
          booker(),
        ) as Member,
      ),
    ).toEqual([])
    const { run, sent } = running(pipeline(plain, booker()) as Member, answers)
    await run(asked)
    expect(sent()[1]?.system).toContain('The intent is: booking')
  })

  test('2.41 the key of an answer is inferred from a route', async () => {
    const other = agent({ name: 'other', model })
    const program = pipeline(
      plain,
      route('intent')
        .is('booking', agent({ name: 'booker', model }))
        .otherwise(other),
    ) as Member
    const { run, asked: called } = running(program, answers)
    await run(asked)
    expect(called).toEqual(['classifier', 'booker'])
  })

  test('2.42 a route that reads a key without a writer is reported', () => {
    const routed = route('intent')
      .is('booking', booker())
      .otherwise(agent({ name: 'x', model }))
    const program = pipeline(
      agent({ name: 'classifier', model, outputKey: 'other' }),
      routed as never,
    ) as Member
    expect(codes(program)).toContain('CX1005')
  })

  test("2.43 a later agent gets the user's words and state, and none of the text between", async () => {
    const program = pipeline(classifier, agent({ name: 'chatter', model }), booker('user-only')) as Member
    const { run, sent } = running(program, { ...answers, chatter: ['Noise.'] })
    await run(asked)
    expect(sent()[2]).toMatchObject({
      system: 'You are booker.\n\nHelp book. The intent is: booking',
      messages: [['user', asked]],
    })
  })

  test('2.44 a function assembles the instruction from the state', async () => {
    const bot = agent({ name: 'bot', identity: false, instruction: ({ state }) => `Do ${state.intent}.` })
    expect((await request(bot)).system).toBe('Do booking.')
  })

  test("2.45 a step captures the user's message as a key", async () => {
    const last = agent({
      name: 'booker',
      model,
      instruction: 'Asked: {user_message}',
      includeContents: 'none',
    })
    const { run, sent } = running(pipeline(S.capture('user_message'), last) as Member, answers)
    await run(asked)
    expect(sent()[0]?.system).toContain(`Asked: ${asked}`)
  })

  test('2.46 a placeholder that nothing writes is reported', () => {
    expect(codes(booker())).toContain('CX1001')
  })

  test('2.47 a value on two channels is reported, and allowed by declaration', () => {
    const allowed = agent({ ...booker('all'), allow: ['CX1003'] })
    expect(codes(pipeline(classifier, allowed))).not.toContain('CX1003')
  })

  test('2.48 an answer that reaches nobody is reported', () => {
    expect(
      codes(pipeline(plain, agent({ name: 'last', model, includeContents: 'user-only' })) as Member),
    ).toContain('CX1004')
  })

  test('2.49 a route on a key that nothing writes is reported, whatever its branches', () => {
    const one = agent({ name: 'one', model })
    const program = pipeline(
      one,
      S.drop('intent'),
      route('intent').when(() => true, agent({ name: 'two', model })) as never,
    ) as Member
    expect(codes(program)).toContain('CX1005')
  })

  test('2.50 contracts are checked before any model is called', () => {
    expect(check(pipeline(booker() as never, classifier) as Member).ok).toBe(false)
  })

  test('2.51 an answer with an output key is data', async () => {
    expect((await both()).sent[1]?.messages).toEqual([['user', asked]])
  })

  test('2.52 an answer without an output key is conversation', async () => {
    const { sent } = await both(pipeline(plain, agent({ name: 'booker', model })) as Member)
    expect(sent[1]?.messages).toEqual([
      ['user', asked],
      ['user', expect.stringContaining('booking')],
    ])
  })

  test('2.53 a pipeline respects both', async () => {
    const { sent } = await both(pipeline(plain, booker()) as Member)
    expect(JSON.stringify(sent[1]).split('booking')).toHaveLength(2)
  })
})

describe('the five operations', () => {
  const long = createSession({
    events: Array.from({ length: 12 }, (_, turn) => [
      { author: 'user', text: turn === 2 ? 'My parcel has the number 4711.' : `Question ${turn} about cats` },
      { author: 'bot', text: `Answer ${turn} ${'word '.repeat(20)}` },
    ]).flat(),
  }).append({ author: 'user', text: 'Which parcel number was it?' })
  const sent = async (clauses: unknown, session = long, options: CompileOptions = {}) =>
    request(agent({ name: 'bot', context: clauses as never }), session, options)

  test('2.54 SELECT: filters of events', async () => {
    expect((await sent(C.userOnly())).history.join()).not.toContain('Answer')
    expect((await sent(C.window(2))).history.length).toBeLessThan(6)
  })

  test('2.55 SELECT: scores of relevance', async () => {
    expect((await sent([C.relevant({ top: 2 })])).history.join()).toContain('4711')
  })

  test('2.56 SELECT: decay of recency', async () => {
    const { history } = await sent([C.recent({ halfLife: 2, minScore: 0.3 })])
    expect(history.join()).not.toContain('Question 0')
    expect(history.join()).toContain('Question 11')
  })

  test('2.57 SELECT: retrieval by meaning', async () => {
    const embed = {
      id: 'letters',
      run: (texts: readonly string[]) => texts.map(text => [/parcel/.test(text) ? 1 : 0, 1]),
    }
    const { history } = await sent([C.relevant({ top: 2 })], long, { effects: { embed } as never })
    expect(history.join()).toContain('4711')
  })

  test('2.58 COMPRESS: summaries by a model are requested, checked and used', async () => {
    const handed = async (summary: string) => {
      const effects = { summarize: { id: 'sample', run: async () => summary } }
      const bot = agent({ name: 'bot', context: C.all().summarize({ olderThan: 2, segment: 60 }) })
      const first = await compile(bot, long, { target: 'text', effects })
      expect(first.wants.map(({ kind }) => kind)).toContain('summarize')
      const session = long.append(
        ...(first.events as never[]),
        ...((await resolveWants(first, { effects })) as never[]),
      )
      const { history, compiled } = await request(bot, session, { effects })
      return { text: history.join('\n'), found: compiled.diagnostics.map(({ code }) => code) }
    }
    const right = await handed('The user asked about cats. [0]')
    expect(right.text).toContain('- The user asked about cats.')
    expect(right.text).not.toContain('Question 0')
    const wrong = await handed('The user asked about 900 cats. [0]')
    expect(wrong.text).toContain('Question 0')
    expect(wrong.found).toContain('CX9202')
  })

  test('2.59 COMPRESS: older messages give way, and the newest stay whole', async () => {
    const { history } = await sent([C.all()], long, { budget: 300 })
    expect(history.at(-1)).toBe('Which parcel number was it?')
    expect(history.length).toBeLessThan(long.length)
  })

  const big = createSession({
    events: [
      { author: 'user', text: 'Read' },
      { author: 'bot', parts: [{ kind: 'tool-call', id: 'c1', name: 'read', arguments: {} }] },
      {
        author: 'tool',
        parts: [
          {
            kind: 'tool-result',
            id: 'c1',
            name: 'read',
            content: [{ kind: 'text', text: JSON.stringify({ name: 'Ada', noise: 'n'.repeat(4000) }) }],
          },
        ],
      },
      { author: 'bot', text: 'Done.' },
      { author: 'user', text: 'Next' },
    ],
  } as never)

  test('2.60 COMPRESS: compaction is reversible', async () => {
    const { compiled, history } = await sent([C.all().compact({ olderThan: 0, over: 100 })], big)
    expect(history.join().length).toBeLessThan(3000)
    const handle = /\b(\d+\.\d+)\b/.exec(history.join())?.[1] ?? ''
    expect(expand(big, handle)).toMatchObject({ text: expect.stringContaining('nnnn') })
    expect(compiled.ok).toBe(true)
  })

  test('2.61 COMPRESS: repeated results are dropped', async () => {
    const twice = big.append(...(big.events.slice(1, 4) as never[]), { author: 'user', text: 'Again' })
    const { history } = await sent([C.all().dedupe('exact')], twice)
    expect(history.join().split('nnnn'.repeat(900))).toHaveLength(2)
  })

  test('2.62 COMPRESS: fields of results are projected', async () => {
    const { history } = await sent([C.all().project({ omit: ['noise'] })], big)
    expect(history.join()).toContain('Ada')
    expect(history.join()).not.toContain('nnnn')
  })

  test('2.63 WRITE: the answer is captured to the state', async () => {
    const bot = agent({ name: 'bot', model, remember: [capture({ key: 'kept' })] })
    const { run } = running(bot, { bot: ['Hello.'] })
    expect((await run('Hi')).state).toMatchObject({ kept: 'Hello.' })
  })

  test('2.64 WRITE: scratchpads are notes of an invocation', async () => {
    const bot = agent({ name: 'bot', model, remember: [notes({ key: 'temp:pad' })] })
    const reader = agent({
      name: 'reader',
      model,
      instruction: 'Pad: {temp:pad?}',
      includeContents: 'user-only',
    })
    const { run, sent } = running(pipeline(bot, reader) as Member, { bot: ['- buy milk'], reader: ['Ok.'] })
    expect((await run('Hi')).state).toEqual({})
    expect(sent()[1]?.system).toContain('buy milk')
  })

  test('2.65 WRITE: values are extracted by a schema', async () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } } as const
    const bot = agent({ name: 'bot', model, remember: [extract({ key: 'trip', schema })] })
    const reader = agent({ name: 'reader', model, instruction: 'Trip: {trip.city}' })
    expect(codes(pipeline(bot, reader) as Member)).not.toContain('CX1001')
  })

  test('2.66 WRITE: notes are merged, and shown', async () => {
    const session = createSession({
      state: { pad: ['buy milk'] } as never,
      events: [{ author: 'user', text: 'Hi' }],
    })
    const bot = agent({ name: 'bot', context: [C.all(), C.notes('pad')] })
    expect(JSON.stringify((await request(bot, session)).compiled.request)).toContain('buy milk')
  })

  test('2.67 BUDGET: tiers of importance decide what is kept', async () => {
    const { history, compiled } = await sent(
      [C.where({ role: 'user' }).tier('critical'), C.all().tier('supplementary')],
      long,
      { budget: 350 },
    )
    expect(history.join()).toContain('Question 0')
    expect(history.join()).not.toContain('Answer 0')
    expect(compiled.tokens.max).toBeLessThanOrEqual(350)
  })

  const protectedText = async (protect: unknown, session = talk) =>
    JSON.stringify(
      (await request(agent({ name: 'bot', protect: protect as never }), session)).compiled.request,
    )

  test('2.68 PROTECT: old results are not shown as fresh', async () => {
    const old = createSession({ events: [...big.events, ...long.events] as never })
    expect(await protectedText([fresh({ turns: 1 })], old)).not.toContain('nnnn')
  })

  test('2.69 PROTECT: secrets are redacted', async () => {
    const secret = talk.append({ author: 'user', text: `Key ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}` })
    expect(await protectedText([redact()], secret)).toMatch(/\[secret:/)
  })

  test('2.70 PROTECT: the history is validated', async () => {
    const bot = agent({ name: 'bot', protect: [validate({ required: ['intent'], action: 'refuse' })] })
    expect((await compile(bot, classified, { target: 'text' })).ok).toBe(true)
    const { ok, diagnostics } = await compile(bot, talk, { target: 'text' })
    expect(ok).toBe(false)
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['CX6018', 'CX6020']))
  })

  test('2.71 the context is assembled again for each step, within its budget', async () => {
    const compiler = createCompiler(agent({ name: 'bot' }), { target: 'text', budget: 300 })
    let session = long
    let plan: unknown
    for (let turn = 0; turn < 5; turn++) {
      const { ok, tokens, plan: next } = await compiler.compile(session, { plan } as never)
      expect([ok, tokens.max <= 300]).toEqual([true, true])
      plan = next
      session = session.append(
        { author: 'bot', text: `More ${turn}` },
        { author: 'user', text: `And ${turn}?` },
      )
    }
  })
})
