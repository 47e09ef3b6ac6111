// At each call of the store in turn, another process takes the session. Nothing is written by the first one after that.
import { describe, expect, test } from 'vitest'
import { createRunner } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import type { SessionKey, Store } from '../../store/index.ts'
import { answers, key as calmKey, programs, tools } from './crash-programs.ts'
import { emptyStore, endLeases } from './empty-store.ts'
import { difference } from './essence.ts'

/** Store of a process whose session another process takes just before or after one of its calls. */
function robbed(inner: Store, key: SessionKey, at: number, isBefore: boolean) {
  let calls = 0
  let length: number | null = null
  let end = (): void => {}
  const robbery = new Promise<void>(resolve => {
    end = resolve
  })
  const thief = { holder: 'thief', length: 15_000, now: 1e12 }
  const steal = async (): Promise<void> => {
    await endLeases(inner)
    if ((await inner.leases?.take(key, thief)) === null) return
    const record = await inner.read(key)
    if (record?.status === 'due') length = record.revision
  }
  const wrap =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      const isHit = ++calls === at
      if (isHit && isBefore) await steal().finally(end)
      try {
        return await work(...given)
      } finally {
        if (isHit && !isBefore) await steal().finally(end)
      }
    }
  const leases = inner.leases as NonNullable<Store['leases']>
  const store: Store = Object.create(inner, {
    read: { value: wrap(inner.read.bind(inner)) },
    append: { value: wrap(inner.append.bind(inner)) },
    leases: { value: { ...leases, take: wrap(leases.take), release: wrap(leases.release) } },
  })
  return { store, calls: () => calls, stolenAt: () => robbery.then(() => length) }
}

test('a process that is started again under its name gets its sessions back at once', async () => {
  const store = emptyStore()
  const asked = { author: 'user', text: 'Go', actions: { run: { asked: { runId: 'r1' } } }, time: 0 }
  await store.append(calmKey, { expectedRevision: 0, events: [asked], status: 'due', time: 0 })
  // The process died without a word.
  await store.leases?.take(calmKey, { holder: 'server 1', length: 15_000, now: 0 })
  const other = runnerOf('a transfer', tools(), store, 'server 2')
  expect(await other.recover()).toBe(0)
  const again = runnerOf('a transfer', tools(), store, 'server 1')
  await again.recover()
  await again.idle()
  expect((await store.read(calmKey))?.status).toBe('idle')
  await Promise.all([other.stop(), again.stop()])
})

const runnerOf = (name: string, own: ReturnType<typeof tools>, store: Store, holder: string) =>
  createRunner({
    program: (programs[name] as (typeof programs)[string])(own),
    store,
    models: () => scriptedModel(answers),
    now: () => 0,
    generateId: () => 'r1',
    sharing: { holder, pollInterval: 1 },
  })

describe.each(['an agent with tools', 'a parallel group', 'an agent as a tool'])('%s', name => {
  test.each([
    ['before', true],
    ['after', false],
  ])('goes on in another process that takes the session %s any call of the store', async (_, isBefore) => {
    const inner = emptyStore()
    const calm = runnerOf(name, tools(), inner, 'calm')
    const expected = await calm.run(calmKey, { message: 'Go' }).outcome
    await calm.stop()
    const log = (await inner.read(calmKey))?.events ?? []
    let stolen = 0
    for (let at = 1; ; at++) {
      // An owner has nothing of another one, and costs less than a store.
      const key = { owner: { app: `robbery ${at}`, user: 'ada' }, id: 's1' }
      const own = tools()
      const { store, calls, stolenAt } = robbed(inner, key, at, isBefore)
      const first = runnerOf(name, own, store, 'first')
      const outcome = first.run(key, { message: 'Go' }).outcome
      outcome.catch(() => {})
      // The first process has nothing left to do, or waits for the thief.
      while (calls() < at && !(await settled(outcome))) await turn()
      if (calls() < at) {
        await first.stop()
        break
      }
      for (let turns = 0; turns < 20; turns++) await turn()
      const length = await stolenAt()
      // A call that is on its way to a database ends meanwhile.
      for (let reads = 0; reads < 10; reads++) await inner.read(key)
      if (length !== null) {
        stolen++
        expect((await inner.read(key))?.revision, `${at}`).toBe(length)
        const second = runnerOf(name, own, inner, 'thief')
        await second.resume(key).outcome
        await second.stop()
      }
      expect((await outcome).text, `${at}`).toBe(expected.text)
      await first.stop()
      const events = (await inner.read(key))?.events ?? []
      expect(difference(log, events, ['pay']), `${at}`).toBeNull()
      const paid = events.flatMap(({ actions }) => actions?.run?.begun?.calls ?? [])
      for (const [call, times] of own.runs)
        if (paid.includes(call.slice(call.lastIndexOf('/') + 1))) expect(times, call).toBeLessThanOrEqual(1)
    }
    expect(stolen).toBeGreaterThan(5)
  })
})

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

const settled = (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), turn().then(() => false)])
