// Runners of several processes that share a queue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fleet, type Line, type Worker } from './processes.ts'
import { leaseLength } from './program.ts'

/** Returns the key of a session in a queue. */
const keyOf = (id: string, user = 'ada', queue = 'test') => ({ owner: { app: queue, user }, id })

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

/** Returns the highest number of calls at the same time. */
function mostAtOnce(lines: readonly Line[]): number {
  let [now, most] = [0, 0]
  for (const { phase } of [...lines].sort((one, other) => one.time - other.time)) {
    now += phase === 'begin' ? 1 : -1
    most = Math.max(most, now)
  }
  return most
}

describe('two processes with different code', () => {
  const queues = {
    test: { perProcess: 4 },
    limited: { runs: 3, runsPerTenant: 1 },
    slow: { rate: { runs: 4, seconds: 1 } },
  }
  const fleet = new Fleet({ options: { queues } })
  let front: ReturnType<Fleet['front']>
  beforeAll(async () => {
    await Promise.all(['v1', 'v2'].map(version => fleet.worker(version).ready))
    front = fleet.front()
  }, 60_000)
  afterAll(() => fleet.end(), 60_000)
  const linesOf = (start: string) => fleet.lines.filter(({ session }) => session.startsWith(start))

  test('work on one queue', async () => {
    const runs = Array.from(
      { length: 30 },
      (_, index) => front.run(keyOf(`s${index}`), { message: 'Call nap.' }).outcome,
    )
    const outcomes = await Promise.all(runs)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(30).fill('done'))
    expect(new Set(outcomes.map(({ text }) => text))).toEqual(new Set(['Answered by v1.', 'Answered by v2.']))
    const begun = linesOf('s').filter(({ phase }) => phase === 'begin')
    expect(begun).toHaveLength(30)
    expect(new Set(begun.map(({ session }) => session)).size).toBe(30)
  })

  test('continue a session that a third process approves', async () => {
    const key = keyOf('pay')
    const { status, waiting } = await front.run(key, { message: 'Call pay.' }).outcome
    expect(status).toBe('waiting')
    const since = performance.now()
    await front.approve(key, waiting[0] ?? '', { by: 'Eve' })
    const { status: after } = await front.resume(key).outcome
    console.info(`approved and done in ${Math.round(performance.now() - since)} ms`)
    expect(after).toBe('done')
    expect(linesOf('pay').map(({ phase }) => phase)).toEqual(['begin', 'end'])
  })

  test('answer a message that comes while a session runs, and while its run ends', async () => {
    const key = keyOf('more')
    for (let round = 0; round < 5; round++) {
      const first = front.run(key, { message: 'Call nap.' }).outcome
      await pause(60 * round)
      await front.send(key, `Also ${round}.`)
      await first
      expect((await front.resume(key).outcome).status).toBe('done')
      const last = (await front.events(key))?.findLast(({ author }) => author === 'user')
      expect(JSON.stringify(last)).toContain(`Also ${round}.`)
    }
  })

  test('keep to the limits of the runs at the same time, and of those of a tenant', async () => {
    const tenants = ['ada', 'bob', 'cy', 'dan', 'eve']
    const keys = tenants.flatMap(user =>
      [1, 2, 3].map(index => keyOf(`limited-${user}${index}`, user, 'limited')),
    )
    await Promise.all(keys.map(key => front.run(key, { message: 'Call nap.' }).outcome))
    const lines = linesOf('limited')
    expect(lines).toHaveLength(30)
    expect(mostAtOnce(lines)).toBeLessThanOrEqual(3)
    expect(mostAtOnce(lines)).toBeGreaterThan(1)
    for (const user of tenants) expect(mostAtOnce(linesOf(`limited-${user}`))).toBe(1)
  })

  test('keep to the limit of the runs that begin within a second', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => keyOf(`slow${index}`, 'ada', 'slow'))
    await Promise.all(keys.map(key => front.run(key, { message: 'Call nap.' }).outcome))
    const begun = linesOf('slow').filter(({ phase }) => phase === 'begin')
    const times = begun.map(({ time }) => time).sort((one, other) => one - other)
    expect(times).toHaveLength(12)
    expect((times[11] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500)
  })
})

test('another process runs the session of one that was killed or stopped', async () => {
  const fleet = new Fleet({ options: { queues: { test: { runs: 1 } } } })
  const nextOf = ({ process }: Worker): Promise<Line> => fleet.until(line => line.process === process.pid)
  const first = fleet.worker()
  await first.ready
  const front = fleet.front()
  const { outcome } = front.run(keyOf('s1'), { message: 'Call wait.' })
  outcome.catch(() => {}) // the runner stops before the end
  await nextOf(first)
  const second = fleet.worker()
  await second.ready
  await pause(leaseLength / 2)
  const killed = Date.now()
  await first.kill()
  const afterKill = (await nextOf(second)).time - killed
  const third = fleet.worker()
  await third.ready
  const stopped = Date.now()
  await second.stop()
  const afterStop = (await nextOf(third)).time - stopped
  console.info(`${afterKill} ms after the kill (leases of ${leaseLength} ms), ${afterStop} ms after the stop`)
  expect(afterKill).toBeLessThan(leaseLength + 2_000)
  expect(afterStop).toBeLessThan(1_000)
  await fleet.end()
})

test('eight processes that start at once on an empty database share the work', async () => {
  const fleet = new Fleet({ options: { queues: { test: { perProcess: 2 } } } })
  const since = performance.now()
  await Promise.all(Array.from({ length: 8 }, () => fleet.worker().ready))
  console.info(`eight processes were ready after ${Math.round(performance.now() - since)} ms`)
  const front = fleet.front()
  const runs = Array.from(
    { length: 48 },
    (_, index) => front.run(keyOf(`s${index}`), { message: 'Call nap.' }).outcome,
  )
  expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(Array(48).fill('done'))
  expect(new Set(fleet.lines.map(({ process }) => process)).size).toBeGreaterThan(4)
  await fleet.end()
})
