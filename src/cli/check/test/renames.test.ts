import { afterEach, expect, test, vi } from 'vitest'
import { check } from '../../../check.ts'
import { PersistentMap } from '../../../core/text/persistent-map.ts'
import { agent, compile, createSession, pipeline, S } from '../../../index.ts'
import { World } from '../world.ts'

afterEach(() => vi.restoreAllMocks())

const list = <Item>(size: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: size }, (_, index) => item(index))

/** So many agents, whose answers are renamed each by a step of its own. */
const program = (size: number) =>
  pipeline(
    ...(list(size, index =>
      agent({
        name: `a${index}`,
        instruction: index === 0 ? 'Begin.' : `Use {k${index - 1}}.`,
        outputKey: `k${index}`,
      }),
    ) as never[]),
    ...(list(size, index => S.rename({ [`k${index}`]: `z${index}` })) as never[]),
  )

const eventsOf = (size: number) => [
  { author: 'user', text: 'Go' },
  ...list(size, index => ({
    author: `a${index}`,
    text: 'said',
    actions: { state: { set: { [`k${index}`]: 'said' } } },
  })),
  ...list(size, index => ({
    author: 'developer',
    actions: { state: { set: { [`z${index}`]: 'said' }, delete: [`k${index}`] } },
  })),
]

/**
 * Counts how often a key of a map that keeps its versions is set or deleted, and one of a checked state is looked up.
 */
async function workOf(run: () => unknown): Promise<number> {
  const counted = [
    vi.spyOn(PersistentMap.prototype, 'set'),
    vi.spyOn(PersistentMap.prototype, 'delete'),
    vi.spyOn(World.prototype, 'get'),
  ]
  await run()
  const work = counted.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  vi.restoreAllMocks()
  return work
}

test('a step that renames a key costs the same, however many keys there are', async () => {
  const checked = (size: number) => workOf(() => expect(check(program(size)).ok).toBe(true))
  const compiled = (size: number) =>
    workOf(async () => {
      const session = createSession({ events: eventsOf(size) as never })
      const { ok } = await compile(program(size), session, { model: 'gpt-5.4', agent: 'a1' })
      expect(ok).toBe(true)
    })
  for (const work of [checked, compiled]) {
    const [few, many] = [await work(25), await work(200)]
    expect(many / few).toBeLessThan(9)
  }
})
