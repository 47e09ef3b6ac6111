import { expect, test, vi } from 'vitest'
import { Outcomes } from '../session/unit/outcomes.ts'
import { type DriveRound, runCoreRounds, singleRound } from './drive.ts'
import type { Effects } from './handler.ts'
import { EffectKeys } from './keys.ts'
import { Wanted } from './wanted.ts'

/** Returns a core that requests lists of texts, each one after the outcomes of the list before, and reports them. */
const asking =
  (...lists: readonly (readonly string[])[]) =>
  (handlers: Effects) =>
  (round: DriveRound<unknown>) => {
    const wants = new Wanted({ ...round, handlers, known: new Outcomes(), keys: new EffectKeys() })
    const seen: (number | null)[] = []
    for (const list of lists) {
      const vectors = list.map(text => wants.embed(text, `d:${text}`))
      seen.push(...vectors.map(vector => vector?.[0] ?? null))
      if (vectors.includes(null)) break
    }
    const said = wants.notes.map(({ say, at }) => say([at])).map(({ code, data }) => [code, data.why])
    return { result: { seen, said, events: wants.events }, wants: [...wants.pending.values()] }
  }

const lengths = {
  id: 'lengths',
  run: async ({ texts }: any) => texts.map((text: string) => [text.length, 1]),
}

test('a core without requests runs once', async () => {
  const core = vi.fn(() => ({ result: 1, wants: [] }))
  expect(await runCoreRounds({}, core)).toBe(1)
  expect(core).toHaveBeenCalledTimes(1)
})

test('a core may make requests in two rounds, not in three', async () => {
  const run = vi.fn(lengths.run)
  const effects = { embed: { ...lengths, run } }
  const two = await runCoreRounds({ effects }, asking(['a', 'bb', 'a'], ['ccc'])(effects))
  expect([two.seen, two.said]).toEqual([[1, 2, 1, 3], []])
  expect(run.mock.calls.map(([{ texts }]) => texts)).toEqual([['a', 'bb'], ['ccc']])
  expect(two.events.map(({ author, parts }) => [author, parts])).toEqual(
    Array(3).fill(['developer', undefined]),
  )
  const three = await runCoreRounds({ effects }, asking(['a'], ['bb'], ['ccc'])(effects))
  expect([three.seen, three.said]).toEqual([[1, 2, null], [['CX9203', 'rounds']]])
  expect(run).toHaveBeenCalledTimes(4)
})

test('concurrency limits the calls under way, and outcomes keep the order of the requests', async () => {
  let [now, most] = [0, 0]
  const run = async ({ texts }: any) => {
    most = Math.max(most, ++now)
    await new Promise(done => setTimeout(done, texts[0] === 'a' ? 20 : 1))
    now--
    return texts.map((text: string) => [text.length, 1])
  }
  const effects = { embed: { ...lengths, batch: 1, run }, concurrency: 3 }
  const texts = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']
  const { events } = await runCoreRounds({ effects }, asking(texts)(effects))
  expect(most).toBe(3)
  const again = await runCoreRounds({ effects: { embed: lengths } }, asking(texts)({ embed: lengths }))
  expect(events).toEqual(again.events)
})

test.each<readonly [string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
  ['rejects with nothing', () => Promise.reject()],
  ['gives no promise', () => [[1, 1]]],
  ['gives nothing', () => undefined],
  [
    'gives what throws',
    async () => [
      new Proxy([], {
        get() {
          throw 'no'
        },
      }),
    ],
  ],
  ['gives what has no end', async () => Object.defineProperty([0], 'length', { value: 1 })],
])('a handler that %s makes no run throw', async (_, run) => {
  const effects = { embed: { id: 'odd', run } } as unknown as Effects
  const { seen, said, events } = await runCoreRounds({ effects }, asking(['a'])(effects))
  expect([seen.length, events.length]).toEqual([1, 1])
  expect(said.length).toBe(seen[0] === null ? 1 : 0)
})

test('a handler that never ends is stopped by the signal, and its late rejection is ignored', async () => {
  const stop = new AbortController()
  const seen: AbortSignal[] = []
  const run = (_: unknown, { signal }: { signal: AbortSignal }) => {
    seen.push(signal)
    setTimeout(() => stop.abort(), 1)
    return new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 5))
  }
  const effects = { embed: { id: 'slow', run } }
  const done = await runCoreRounds({ effects, signal: stop.signal }, asking(['a'])(effects))
  expect([done.said, done.events]).toEqual([[['CX9203', 'signal']], []])
  expect(seen).toEqual([stop.signal])
  await new Promise(resolve => setTimeout(resolve, 10))
})

test('a sync run gets no effects', () => {
  const { result } = asking(['a'])({ embed: lengths })(singleRound())
  expect(result.seen).toEqual([null])
})

test('a handler cannot change the list of requests', async () => {
  const embed = {
    id: 'greedy',
    run: async ({ texts }: any) => Array.from(texts, () => [texts.pop().length, 1]),
  }
  const { seen, said } = await runCoreRounds({ effects: { embed } }, asking(['a', 'bb'])({ embed }))
  expect(seen).toEqual([null, null])
  for (const [code] of said) expect(code).toBe('CX9202')
})
