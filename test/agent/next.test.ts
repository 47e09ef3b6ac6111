// The next step in a log with a runner's marks: nothing throws, the log alone decides, and a caller that follows each step
// reaches an end.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EventInput,
  type Member,
  type NextStep,
  nextSteps,
  restoreSession,
  type Session,
} from '../../src/index.ts'
import type { RunAction } from '../../src/run.ts'
import { applyStep } from '../../src/state.ts'
import { parameters } from '../laws/runs.ts'
import { events, names, program } from './arbitrary.ts'

const settings = { numRuns: Math.ceil(parameters.numRuns / 5), seed: parameters.seed }

/** A mark that names calls by numbers: they are taken from those that the log has. */
type Draft = (calls: readonly string[]) => RunAction

const few = fc.array(fc.nat(40), { maxLength: 3 })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const name = fc.constantFrom(...names, 'nobody')
const why = optional(fc.constantFrom('because', ''))
const time = optional(fc.nat(9))

const pick = (calls: readonly string[], numbers: readonly number[]): readonly string[] =>
  numbers.map(number => calls[number % Math.max(calls.length, 1)] ?? `${number}.0`)

const drafts: fc.Arbitrary<Draft> = fc.oneof(
  fc.constantFrom('r1', 'r2').map(runId => () => ({ asked: { runId } })),
  fc.nat(60).map(upTo => () => ({ answered: { upTo } })),
  few.map(
    (numbers): Draft =>
      calls => ({ begun: { calls: pick(calls, numbers) } }),
  ),
  fc.tuple(few, time).map(
    ([numbers, until]): Draft =>
      calls => ({
        waits: { calls: pick(calls, numbers), ...(until !== undefined && { until }) },
      }),
  ),
  fc.tuple(fc.nat(40), fc.boolean()).map(
    ([number, approved]): Draft =>
      calls => ({
        decided: { call: pick(calls, [number])[0] as string, approved, by: 'Ada', digest: 'd' },
      }),
  ),
  fc.tuple(name, name).map(([agent, branch]) => () => ({ failed: { agent, branch, why: 'no model' } })),
  fc
    .tuple(fc.constantFrom('parallel', 'pipeline.members[1]', 'loop.members[0]'), fc.nat(2))
    .map(([place, member]) => () => ({ won: { place, member } })),
  fc.tuple(fc.nat(40), fc.boolean()).map(
    ([number, isReport]): Draft =>
      calls => {
        const of = { call: pick(calls, [number])[0] as string }
        return isReport ? { reported: of } : { background: of }
      },
  ),
  fc.tuple(optional(few), why).map(
    ([numbers, reason]): Draft =>
      calls => ({
        cancelled: {
          ...(numbers && { calls: pick(calls, numbers) }),
          ...(reason !== undefined && { why: reason }),
        },
      }),
  ),
  fc
    .constantFrom('steps', 'tokens', 'time')
    .map(limit => () => ({ limit: { name: limit, most: 5 } }) as never),
  why.map(reason => () => ({ ended: reason === undefined ? {} : { why: reason } })),
)

/** Extras of each event: none, marks in an event of their own, marks on the event itself, or a rewind. */
const extras = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.record({ draft: drafts, isApart: fc.boolean() }) },
    { weight: 1, arbitrary: fc.nat(60).map(rewind => ({ rewind })) },
  ),
  { minLength: 30, maxLength: 30 },
)

/** Stored events with marks between and on them. */
const logs = fc.tuple(events(), extras).map(([given, all]): readonly object[] => {
  const log: { event: EventInput; draft: Draft | null }[] = []
  for (const [index, event] of given.slice(0, 40).entries()) {
    const extra = all[index % all.length] ?? null
    if (extra === null) log.push({ event, draft: null })
    else if ('rewind' in extra) {
      const actions = { rewind: { to: Math.min(extra.rewind, log.length) } }
      log.push({ event, draft: null }, { event: { author: 'developer', actions }, draft: null })
    } else if (extra.isApart)
      log.push({ event: { author: 'developer' }, draft: extra.draft }, { event, draft: null })
    else log.push({ event, draft: extra.draft })
  }
  const calls = log.flatMap(({ event: { text, parts = [] } }, seq) =>
    parts.flatMap((part, place) =>
      part.kind === 'tool-call' ? [`${seq}.${place + (text === undefined ? 0 : 1)}`] : [],
    ),
  )
  return log.map(({ event: { text, parts = [], ...event }, draft }) => ({
    ...event,
    parts: [...(text === undefined ? [] : [{ kind: 'text', text }]), ...parts],
    actions: { ...event.actions, ...(draft && { run: draft(calls) }) },
  }))
})

const restored = (session: Session): Session => restoreSession(JSON.parse(JSON.stringify(session)))
const shown = (steps: readonly NextStep[]): unknown => JSON.parse(JSON.stringify(steps))
const namedIn = ({ calls = [], cancelled = [], decided = [] }: NextStep): readonly string[] => [
  ...new Set([...calls, ...cancelled, ...decided.map(({ call }) => call)]),
]

/** A call is open where it is one of a unit that nobody took back, and has no answer. */
function assertOpen({ units: { rows } }: Session, name: string): void {
  const units = Array.from({ length: rows.length }, (_, unit) => unit).filter(unit => !rows.isRewound(unit))
  const calls = units.flatMap(unit => rows.callsOf(unit).map(index => rows.call(index)))
  const call = calls.find(({ seq, part }) => `${seq}.${part}` === name)
  expect(call).toMatchObject({ answer: null })
}

function assertSteps(steps: readonly NextStep[], session: Session): void {
  expect(steps.length).toBeGreaterThan(0)
  const own = steps.filter(({ background }) => background === undefined)
  if (own.some(({ kind }) => kind === 'done')) expect(own).toHaveLength(1)
  const all = steps.flatMap(namedIn)
  expect(new Set(all).size).toBe(all.length)
  for (const call of all) assertOpen(session, call)
  for (const { kind, calls = [], begun = [], decided = [], cancelled = [] } of steps) {
    if (kind === 'wait') expect([begun, decided]).toEqual([[], []])
    expect(begun.every(call => calls.includes(call) || cancelled.includes(call))).toBe(true)
    for (const { call, approved } of decided) expect(calls.includes(call)).toBe(approved)
  }
}

describe('the next step in a log with marks', () => {
  test('depends on the log alone, however it was read, and never throws', {
    timeout: 600_000,
  }, () => {
    const property = fc.property(program(), logs, fc.nat(40), (member, given, cut) => {
      const stored = { id: 's', state: {}, events: given }
      const early = restoreSession({ ...stored, events: given.slice(0, cut + 1) })
      const whole = restoreSession(stored)
      for (const session of [early, whole]) {
        const steps = nextSteps(member, session)
        assertSteps(steps, session)
        expect(nextSteps(member, session)).toEqual(steps)
        expect(shown(nextSteps(member, restored(session)))).toEqual(shown(steps))
      }
    })
    fc.assert(property, settings)
  })

  test('reaches an end for every obedient runner, whatever the log holds', { timeout: 600_000 }, () => {
    const choices = fc.array(fc.nat(99), { maxLength: 25 })
    const property = fc.property(program(4), logs, choices, (member, given, chosen) => {
      const start = restoreSession({ id: 's', state: {}, events: given })
      const runner = new Obedient(member, chosen)
      runner.run(add(start, { author: 'user', text: 'Go', actions: { run: { asked: { runId: 'new' } } } }))
    })
    fc.assert(property, settings)
  })
})

/** A session with one more event, which may have marks. */
function add(session: Session, event: object): Session {
  const stored = JSON.parse(JSON.stringify(session)) as { readonly events: readonly object[] }
  return restoreSession({ ...stored, events: [...stored.events, { parts: [], ...event }] })
}

/** Does what is next, in ways that are chosen while there are choices, and then in the plainest. */
class Obedient {
  private readonly program: Member
  private readonly choices: number[]
  private calls = 0

  constructor(program: Member, choices: readonly number[]) {
    this.program = program
    this.choices = [...choices]
  }

  run(start: Session): void {
    let session = start
    for (let left = 2_000; left > 0; left--) {
      const steps = nextSteps(this.program, session)
      assertSteps(steps, session)
      const step = steps[this.choose() % steps.length] as NextStep
      if (step.kind === 'done') return
      session = this.obey(session, step)
    }
    throw new Error('whoever obeys comes to no end')
  }

  private choose(): number {
    return this.choices.shift() ?? 0
  }

  private obey(session: Session, step: NextStep): Session {
    const { kind, agent = '', branch, calls = [] } = step
    if (kind === 'step' && step.step) return applyStep(session, step.step).session
    if (kind === 'report') {
      const { background: call = '' } = step
      return add(session, { author: 'nobody', branch, parts: [], actions: { run: { reported: { call } } } })
    }
    if (kind === 'won') {
      const { place = '', member = 0 } = step
      return add(session, this.mark({ won: { place, member, branch } }))
    }
    if (kind === 'tools') return this.useTools(session, step)
    if (kind === 'wait') {
      const [call] = calls
      if (call === undefined) throw new Error(`nobody can go on: ${step.reason}`)
      const approved = this.choose() % 2 === 0
      return add(session, this.mark({ decided: { call, approved, by: 'Ada', digest: 'd' } }))
    }
    switch (this.choose() % 6) {
      case 1:
        return add(session, this.mark({ failed: { agent, branch, why: 'no model' } }))
      case 2:
      case 3: {
        const id = `own-${this.calls++}`
        const part = { kind: 'tool-call', id, name: 'f', arguments: {} }
        return add(session, { author: agent, branch, parts: [part] })
      }
      case 4:
        return add(session, { author: 'user', parts: [{ kind: 'text', text: 'More.' }] })
      default:
        return add(session, { author: agent, branch, parts: [{ kind: 'text', text: 'Done.' }] })
    }
  }

  private useTools(session: Session, step: NextStep): Session {
    const { branch, calls = [] } = step
    const way = this.choose() % 5
    if (calls.length > 0 && way === 1) return add(session, this.mark({ begun: { calls } }))
    if (calls.length > 0 && way === 2) return add(session, this.mark({ waits: { calls } }))
    if (calls.length > 0 && way === 3) return add(session, this.mark({ cancelled: { calls } }))
    return namedIn(step).reduce((after, call) => {
      const [seq = 0, place = 0] = call.split('.').map(Number)
      const part = session.event(seq).parts[place]
      if (part?.kind !== 'tool-call') throw new Error(`${call} is no call`)
      const result = { kind: 'tool-result', id: part.id, name: part.name, content: [] }
      return add(after, { author: 'tool', branch, parts: [result] })
    }, session)
  }

  private mark(run: RunAction): object {
    return { author: 'developer', actions: { run } }
  }
}
