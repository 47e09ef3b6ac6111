// Each store call in turn fails or hangs; runs end as undisturbed ones. `CTXC_STORE_FAULTS=all` checks all programs.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Member } from '../../../index.ts'
import { createRunner, type RunOutcome, StoreError } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'
import { answers, compile, followToEnd, key, message, once, programs, tools } from './crash-programs.ts'
import { difference } from './essence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const methods = ['read', 'append', 'scopes', 'take', 'takeDue', 'release'] as const
/** Outcomes of the failing call. The last two never answer. */
const kinds = ['before', 'after', 'never', 'written, and never answered'] as const

interface Fault {
  readonly method: (typeof methods)[number]
  readonly kind: (typeof kinds)[number]
  /** Number of the failing call, counted from 1. */
  readonly at: number
  /** Whether all later calls fail in the same way. */
  readonly isForGood?: boolean
}

/** A store over another one with a fault, and the number of calls of the faulty method. */
function faulty(inner: Store, { method, kind, at, isForGood = false }: Fault | Calm) {
  let calls = 0
  type Method = (...given: unknown[]) => Promise<unknown>
  const bound = (from: object, names: readonly string[]): Record<string, Method> =>
    Object.fromEntries(
      names.map(name => [name, (...given) => (from as Record<string, Method>)[name]?.(...given)]),
    ) as Record<string, Method>
  const own = bound(inner, [
    ...['read', 'append', 'scopes', 'due', 'list', 'fork', 'delete', 'deleteOwner', 'close'],
  ])
  const leases = bound(inner.leases ?? {}, ['take', 'takeDue', 'renew', 'release', 'changed'])
  const of = method in own ? own : leases
  const work = of[method] as Method
  of[method] = async (...given) => {
    const isHit = ++calls === at || (isForGood && calls > at)
    if (!isHit) return work(...given)
    if (kind === 'after' || kind.startsWith('written')) await work(...given)
    if (kind === 'before' || kind === 'after') throw new Error('connection reset')
    return new Promise(() => {})
  }
  return { store: { ...own, leases } as never as Store, calls: () => calls }
}

type Calm = { readonly [Field in keyof Fault]: Field extends 'at' ? number : Fault[Field] }

/** Maximum time in which a run must end, with the default deadlines. */
const longest = 120_000

/** Advances the time until a promise is settled. Rejects if this takes too long. */
async function inTime<Result>(promise: Promise<Result>): Promise<Result> {
  let isSettled = false
  const settled = promise.finally(() => {
    isSettled = true
  })
  settled.catch(() => {})
  const began = Date.now()
  for (let turns = 0; !isSettled; turns++) {
    if (Date.now() - began > longest || turns > 5_000) throw new Error(`not settled within ${longest} ms`)
    await vi.advanceTimersToNextTimerAsync()
  }
  return settled
}

interface Ended {
  readonly outcome: RunOutcome | StoreError
  /** Number of model calls. */
  readonly asked: number
}

/** Runs a program to its end: from a message, or from stored events as after a crash. */
async function ended(program: Member, store: Store, isRecovered: boolean): Promise<Ended> {
  const client = scriptedModel(answers)
  const runner = createRunner({
    ...{ program, store, models: () => client, compile },
    now: () => 0,
    generateId: () => 'r1',
  })
  const work = async (): Promise<RunOutcome> => {
    if (!isRecovered) return followToEnd(runner, key, runner.run(key, { message }))
    await runner.recover()
    await runner.idle()
    return followToEnd(runner, key, runner.resume(key))
  }
  const outcome = await inTime(
    work().catch((error: unknown) => {
      if (error instanceof StoreError) return error
      throw error
    }),
  )
  await inTime(runner.stop())
  return { outcome, asked: client.requests.length }
}

/** Returns a store in which a session has work left. */
async function begun(): Promise<Store> {
  const store = inMemoryStore()
  const asked = { author: 'user', text: message, actions: { run: { asked: { runId: 'r1' } } }, time: 0 }
  await store.append(key, { expectedRevision: 0, events: [asked], status: 'due', time: 0 })
  return store
}

const calm = { method: 'read', kind: 'before', at: 0 } as const
const given = ['an agent with tools', 'a transfer']
const chosen = Object.entries(programs).filter(
  ([name]) => process.env.CTXC_STORE_FAULTS === 'all' || given.includes(name),
)
let cases = 0

describe.each(chosen)('%s', (_, make) => {
  test.each([
    ['a run', false],
    ['a recovery', true],
  ])('%s ends as an undisturbed one if one call of its store fails or never answers', async (_, again) => {
    const fresh = async () => (again ? await begun() : inMemoryStore())
    const whole = await fresh()
    const expected = await ended(make(tools()), faulty(whole, calm).store, again)
    expect(expected.outcome).toMatchObject({ status: 'done' })
    const log = (await whole.read(key))?.events ?? []
    for (const method of methods)
      for (const kind of kinds)
        for (let at = 1; ; at++) {
          const inner = await fresh()
          const own = tools()
          const { store, calls } = faulty(inner, { method, kind, at })
          const { outcome, asked } = await ended(make(own), store, again)
          if (calls() < at) break
          cases++
          const name = `${kind} ${method} ${at}`
          expect(outcome, name).toMatchObject({ status: 'done' })
          expect(asked, name).toBe(expected.asked)
          expect(
            [...own.runs.values()].every(times => times === 1),
            name,
          ).toBe(true)
          expect(difference(log, (await inner.read(key))?.events ?? [], []), name).toBeNull()
        }
    expect(cases).toBeGreaterThan(10)
  })

  test('a run ends with a StoreError if its store never comes back, and goes on from what is stored', async () => {
    const whole = inMemoryStore()
    const expected = await ended(make(tools()), whole, false)
    const log = (await whole.read(key))?.events ?? []
    for (const kind of ['before', 'never'] as const)
      for (let at = 1; ; at++) {
        const inner = inMemoryStore()
        const own = tools()
        const { store, calls } = faulty(inner, { method: 'append', kind, at, isForGood: true })
        const { outcome } = await ended(make(own), store, false)
        if (calls() < at) break
        cases++
        expect(outcome, `${kind} ${at}`).toBeInstanceOf(StoreError)
        const second = await ended(make(own), inner, at > 1)
        expect(second.outcome).toMatchObject({ status: 'done', text: (expected.outcome as RunOutcome).text })
        expect(difference(log, (await inner.read(key))?.events ?? [], once), `${kind} ${at}`).toBeNull()
      }
  })
})

test('the cases are as many as the calls', () => {
  console.info(`faults of stores: ${cases} cases`)
  expect(cases).toBeGreaterThan(0)
})
