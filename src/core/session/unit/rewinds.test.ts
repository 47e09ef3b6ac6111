import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, compile, createSession, type EventInput, type Session } from '../../../index.ts'
import { countingRewinds, type PlacedRewind, Rewinds, rewindsIn, skippedBy } from './rewinds.ts'

const say = (text: string): EventInput => ({ author: 'user', text })
const back = (to: number): EventInput => ({ author: 'developer', actions: { rewind: { to } } })
const sessionOf = (...events: readonly EventInput[]): Session => createSession({ events })
const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help. {k?}' })

test('a rewind to events that were taken back brings them back, and takes back what replaced them', async () => {
  const first = [say('Paris?'), { author: 'helper', text: 'Yes.' }]
  const edited = sessionOf(...first, back(0), say('London?'), { author: 'helper', text: 'No.' })
  const returned = edited.append(back(2), say('And Rome?'))
  const [one, other] = [
    await compile(helper, returned),
    await compile(helper, sessionOf(...first, say('And Rome?'))),
  ]
  expect(one.request).toEqual(other.request)
  expect(JSON.stringify(one.request)).not.toContain('London')
  expect(JSON.stringify((await compile(helper, returned.append(back(5)))).request)).toContain('London')
})

test('rewinds that a later one cancels do not count', () => {
  const counts = (...rewinds: readonly (readonly [number, number])[]): readonly number[] =>
    countingRewinds(rewinds.map(([seq, to]) => ({ seq, to })))
      .map(({ seq }) => seq)
      .reverse()
  expect(counts([5, 1], [9, 4])).toEqual([9])
  expect(counts([5, 1], [9, 6])).toEqual([5, 9])
  expect(counts([5, 1], [9, 4], [12, 8])).toEqual([5, 12])
  expect(counts([2, 1], [3, 2], [4, 1], [5, 4])).toEqual([3, 5])
})

test('any number of rewinds is read in one pass', () => {
  const events = Array.from({ length: 60_000 }, (_, at) => ({
    ...back(at % 3 === 0 ? 0 : Math.max(0, at - 2)),
    seq: at + 1,
  }))
  expect(countingRewinds(rewindsIn(events)).length).toBeGreaterThan(10_000)
  expect(
    createSession({ events: [say('Hi'), ...Array.from({ length: 60_000 }, () => back(0))] }).units.events,
  ).toBe(60_001)
})

test('rewinds that go back and forth between two revisions are each found in few steps', () => {
  const count = 60_000
  const rewinds: PlacedRewind[] = Array.from({ length: count }, (_, at) => ({
    seq: 2 * at + 2,
    to: 2 * at + 1,
  }))
  for (let seq = 2 * count + 1; rewinds.length < 3 * count; seq += 2)
    rewinds.push({ seq, to: 0 }, { seq: seq + 1, to: seq })
  const counting = countingRewinds(rewinds)
  expect(counting.map(({ bringsBack }) => bringsBack)).toEqual([
    ...Array.from({ length: count }, () => true),
    ...Array.from({ length: count }, () => false),
  ])
})

test('an event is looked up among any number of rewinds that bring events back', () => {
  const rewinds = Array.from({ length: 60_000 }, (_, at) => [
    { seq: 4 * at + 1, to: 4 * at },
    { seq: 4 * at + 2, to: 4 * at + 1 },
  ]).flat()
  const isSkipped = skippedBy(countingRewinds(rewinds))
  const skipped = Array.from({ length: 240_000 }, (_, seq) => seq).filter(isSkipped)
  expect(skipped).toEqual(Array.from({ length: 60_000 }, (_, at) => 4 * at + 1))
})

test('the rewinds that changed since a revision are those that count at one of both times', () => {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(99)), { maxLength: 24 })
  fc.assert(
    fc.property(gaps, fc.nat(60), (steps, events) => {
      const rewinds: PlacedRewind[] = []
      const all = new Rewinds()
      for (const [gap, back] of steps) {
        const seq = (rewinds.at(-1)?.seq ?? 0) + gap
        const to = seq - 1 - (back % seq)
        rewinds.push({ seq, to })
        expect(all.add(seq, to)).toBe(countingRewinds(rewinds)[0]?.bringsBack)
      }
      const [then = [], now = []] = [rewinds.filter(({ seq }) => seq < events), rewinds].map(some =>
        countingRewinds(some).map(({ seq }) => seq),
      )
      const isChanged = ({ seq }: PlacedRewind): boolean => then.includes(seq) !== now.includes(seq)
      expect(all.changedSince(events).map(({ seq }) => seq)).toEqual(
        rewinds
          .filter(isChanged)
          .map(({ seq }) => seq)
          .reverse(),
      )
      const skipping = all.counting().filter(({ bringsBack }) => bringsBack)
      const isSkipped = skippedBy(all.counting())
      for (let at = 0; at < 80; at++)
        expect(isSkipped(at)).toBe(skipping.some(({ seq, to }) => to <= at && at < seq))
    }),
  )
})

let ids = 0
const step: fc.Arbitrary<readonly EventInput[] | number> = fc.oneof(
  { weight: 3, arbitrary: fc.nat(99).map(n => [say(`u${n}`)]) },
  { weight: 3, arbitrary: fc.nat(99).map(n => [{ author: 'helper', text: `h${n}` }]) },
  {
    weight: 2,
    arbitrary: fc.nat(99).map((n): readonly EventInput[] => {
      const id = `c${ids++}`
      return [
        { author: 'helper', parts: [{ kind: 'tool-call', id, name: 'look', arguments: { n } }] },
        {
          author: 'tool',
          parts: [{ kind: 'tool-result', id, name: 'look', content: [{ kind: 'text', text: `r${n}` }] }],
        },
      ]
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(9)
      .map(n => [{ author: 'helper', text: 'Noted.', actions: { state: { set: { k: n, 'user:u': n } } } }]),
  },
  { weight: 2, arbitrary: fc.nat(40) },
)

test('after a rewind to any revision, a session is what it was then, however it is read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), fc.nat(60), async (steps, which) => {
      const events: EventInput[] = []
      /** Revisions between which no call is open. */
      const revisions: number[] = []
      let grown = createSession()
      for (const made of steps) {
        revisions.push(events.length)
        const added = typeof made === 'number' ? [back(revisions[made % revisions.length] as number)] : made
        events.push(...added)
        for (const event of added) grown = grown.append(event)
        expect(grown.units.rows.length).toBe(createSession({ events }).units.rows.length)
      }
      const to = revisions[which % revisions.length] as number
      const end = [back(to), say('And now?')]
      for (const event of end) grown = grown.append(event)
      const then = createSession({ events: events.slice(0, to) })
      const { plan } = to === 0 ? { plan: null } : await compile(helper, then)
      const options = { target: 'openai-chat', ...(plan && { plan }) } as const
      const expected = await compile(helper, then.append(say('And now?')), options)
      for (const session of [grown, createSession({ events: [...events, ...end] })]) {
        const compiled = await compile(helper, session, options)
        expect(compiled.request).toEqual(expected.request)
        expect(compiled.plan?.reasoning).toBe(expected.plan?.reasoning)
        const [now, before] = [session.state, then.state]
        expect({ ...now, 'user:u': 0 }).toEqual({ ...before, 'user:u': 0 })
      }
    }),
    { numRuns: 150 },
  )
})
