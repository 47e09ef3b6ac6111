import { describe, expect, test, vi } from 'vitest'
import {
  agent,
  type Compiled,
  compile,
  createSession,
  type EventInput,
  pipeline,
  restoreSession,
  type Session,
} from '../../src/index.ts'
import { byLetters } from './letters.ts'
import { recaller } from './recall.ts'

vi.mock(import('../../src/core/compile/fit/choose-history.ts'), async original => {
  const [actual, { recalling }] = await Promise.all([original(), import('./recall.ts')])
  return { ...actual, chooseHistory: recalling(actual.chooseHistory) }
})

const recall = agent({ name: recaller })
const model = 'gpt-5.4'

const talk = (...questions: string[]): EventInput[] =>
  questions.flatMap(text => [
    { author: 'user', text },
    { author: recaller, text: `As to '${text}': yes.` },
  ])

const session = createSession({
  events: [
    ...talk('Buzz, fizz, jazz?', 'What does a zebra eat?', 'Who won the war of 1812?'),
    { author: 'user', text: 'Does a zebra sleep?' },
  ],
})

const sent = ({ request }: Compiled) => JSON.stringify(request)
const codes = ({ diagnostics }: Compiled) => diagnostics.map(({ code }) => code)
const texts = (calls: readonly (readonly string[])[]) => calls.flat()

/** A session as it comes back from where it was kept. */
const stored = (given: Session) => restoreSession(JSON.parse(JSON.stringify(given)))

describe('an embedding', () => {
  test('is made once: the next compile with its events calls no handler, and gives the same request', async () => {
    const { handler, calls } = byLetters()
    const effects = { embed: handler }
    const first = await compile(recall, session, { model, effects })
    expect(texts(calls)).toHaveLength(4)
    expect(first.events).toHaveLength(4)
    const second = await compile(recall, session.append(...first.events), { model, effects })
    const third = await compile(recall, stored(session.append(...first.events)), { model, effects })
    expect(calls).toHaveLength(1)
    for (const again of [second, third]) {
      expect(sent(again)).toBe(sent(first))
      expect([again.events, again.diagnostics]).toEqual([[], first.diagnostics])
      expect([again.ledger, again.units, again.tokens]).toEqual([first.ledger, first.units, first.tokens])
    }
    // It makes a difference, and a plan holds beside it.
    expect(sent(first)).not.toBe(sent(await compile(recall, session, { model })))
    const planned = await compile(recall, session.append(...first.events), {
      model,
      effects,
      plan: first.plan,
    })
    expect(sent(planned)).toBe(sent(first))
    expect(codes(planned)).toEqual([])
  })

  test('is requested again if its events were not appended', async () => {
    const { handler, calls } = byLetters()
    const effects = { embed: handler }
    const first = await compile(recall, session, { model, effects })
    const again = await compile(recall, session, { model, effects })
    expect([calls[0], again.events, sent(again)]).toEqual([calls[1], first.events, sent(first)])
  })

  test('is not made without a handler, which is reported with its places', async () => {
    const result = await compile(recall, session, { model })
    expect(result.ok).toBe(true)
    expect(result.diagnostics).toMatchObject([
      { code: 'CX9201', level: 'info', at: ['e:6', 'e:0', 'e:2', 'e:4'], data: { count: 4 } },
    ])
    expect(result.events).toEqual([])
    const silent = await compile(agent({ name: 'another' }), session, { model, effects: {} })
    expect([silent.diagnostics, silent.events]).toEqual([[], []])
  })

  test('is recorded and reported if it failed, and tried again only without its event or with another handler', async () => {
    const failing = vi.fn(async () => {
      throw new Error('no connection')
    })
    const effects = { embed: { id: 'letters', run: failing } }
    const first = await compile(recall, session, { model, effects })
    const plain = await compile(recall, session, { model })
    expect(sent(first)).toBe(sent(plain))
    expect(first.diagnostics).toMatchObject([
      { code: 'CX9202', level: 'warn', data: { handler: 'letters', why: 'no connection', count: 4 } },
    ])
    expect(first.events).toHaveLength(4)
    const longer = session.append(...first.events)
    const second = await compile(recall, longer, { model, effects })
    expect(failing).toHaveBeenCalledTimes(1)
    expect([sent(second), second.diagnostics, second.events]).toEqual([sent(first), first.diagnostics, []])
    const { handler, calls } = byLetters()
    await compile(recall, session, { model, effects: { embed: handler } })
    const other = { embed: { ...handler, version: '2' } }
    const third = await compile(recall, longer, { model, effects: other })
    expect(calls).toHaveLength(2)
    expect([codes(third), third.events.length]).toEqual([[], 4])
    // A successful outcome counts before a failed one, and of several successful ones the first.
    const mended = longer.append(
      ...(await compile(recall, session, { model, effects: { embed: handler } })).events,
    )
    expect(codes(await compile(recall, mended, { model, effects }))).toEqual([])
  })

  test('is requested in batches, some of which may fail', async () => {
    const { handler } = byLetters({ batch: 3 })
    const run = vi.fn<typeof handler.run>(async ({ texts }, about) => {
      if (texts.length === 1) throw 'the last one'
      return handler.run({ texts }, about)
    })
    const result = await compile(recall, session, {
      model,
      effects: { embed: { ...handler, run }, concurrency: 1 },
    })
    expect(run.mock.calls.map(([{ texts }]) => texts.length)).toEqual([3, 1])
    expect(result.events.map(({ actions }) => actions?.effect && 'error' in actions.effect)).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(result.diagnostics).toMatchObject([{ code: 'CX9202', at: ['e:4'], data: { why: 'the last one' } }])
  })

  test('is not waited for after a signal, and those already made are kept', async () => {
    const stop = new AbortController()
    const { handler } = byLetters({ batch: 2 })
    let calls = 0
    const run: typeof handler.run = ({ texts }, { signal }) => {
      if (++calls === 1) return handler.run({ texts }, { signal })
      stop.abort()
      return new Promise(() => {})
    }
    const effects = { embed: { ...handler, run }, concurrency: 1 }
    const result = await compile(recall, session, { model, effects, signal: stop.signal })
    expect(result.events).toHaveLength(2)
    expect(result.diagnostics).toMatchObject([
      { code: 'CX9203', level: 'warn', at: ['e:2', 'e:4'], data: { why: 'signal' } },
    ])
    const later = await compile(recall, session, { model, effects, signal: AbortSignal.abort() })
    expect([calls, codes(later), later.ok]).toEqual([2, ['CX9203'], true])
    // The rest is made next time.
    const next = await compile(recall, session.append(...result.events), {
      model,
      effects: { embed: handler },
    })
    expect([next.events.length, codes(next)]).toEqual([2, []])
  })

  test('is made only of units that the agent may see', async () => {
    const app = pipeline(agent({ name: 'other' }), agent({ name: recaller }))
    const seen = createSession({
      events: [
        { author: 'user', text: 'Ours' },
        { author: 'user', branch: 'a.b', text: 'Ours too' },
        { author: 'user', branch: 'elsewhere', text: 'Secret of another branch' },
        { author: 'user', text: 'Taken back' },
      ],
    })
    const { handler, calls } = byLetters()
    const options = { model, agent: recaller, run: { branch: 'a' }, effects: { embed: handler } }
    await compile(app, seen.rewind(3).append({ author: 'user', text: 'Now?' }), options)
    expect(texts(calls)).toEqual(['Now?', 'Ours', 'Ours too'])
  })

  test('survives a rewind and a fork', async () => {
    const { handler, calls } = byLetters()
    const effects = { embed: handler }
    const { events } = await compile(recall, session, { model, effects })
    const back = session.append(...events).rewind(6)
    await compile(recall, back.fork('b').append({ author: 'user', text: 'Does a zebra sleep?' }), {
      model,
      effects,
    })
    expect(calls).toHaveLength(1)
  })

  test('counts the work of all runs of its compile', async () => {
    const { handler } = byLetters()
    const first = await compile(recall, session, { model, effects: { embed: handler } })
    const second = await compile(recall, session.append(...first.events), {
      model,
      effects: { embed: handler },
    })
    // The first run begins with the first message, the second with the most like one.
    expect(first.work.unitsVisited).toBeGreaterThan(second.work.unitsVisited)
  })
})
