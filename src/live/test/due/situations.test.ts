// The law of due texts in generated situations. `LIVE_DUE` is the number of situations for each profile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live, tool, when, withContext, withState } from '../../index.ts'
import { contextDeliveries, flushPoints, steeringModes } from '../../steering/modes.ts'
import { Call, fakes } from '../call.ts'
import { fakeRandom } from '../simulation/random.ts'

const situations = Number(process.env.LIVE_DUE ?? 8)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const names = ['one', 'two', 'three'] as const

const hostOf = (model: string, pick: <Value>(of: readonly Value[]) => Value) =>
  live({
    ...{ name: 'host', model, instruction: 'Base.', initialPhase: 'one' },
    steeringMode: pick(steeringModes),
    contextDelivery: pick(contextDeliveries),
    flushOn: pick([...flushPoints, undefined]),
    navigation: pick([true, false]),
    tools: [tool({ name: 'look', parameters: { type: 'object' }, execute: () => 'looked' })],
    modifiers: [
      withState(['a']),
      when(state => Number(state.a) % 2 === 1, 'The number is odd.'),
      withContext(state => (state.b === undefined ? '' : `B is ${state.b}.`)),
    ],
    phases: names.map(name => ({
      name,
      instruction: name === 'three' ? state => `Phase three of ${state.b ?? 'nobody'}.` : `Phase ${name}.`,
      transitions: names.map(to => ({ to, when: state => to !== name && state.phase === to })),
    })),
  })

type Act = (call: Call, count: number, pick: <Value>(of: readonly Value[]) => Value) => unknown

/** Events that may happen between two speeches of the user. */
const acts: readonly Act[] = [
  (call, a) => call.talk.set({ a }),
  (call, b) => call.talk.set({ b: `guest ${b}` }),
  (call, _, pick) => call.talk.set({ phase: pick(names) }),
  call => call.talk.set({}, ['b']),
  call => call.talk.sendAudio('CCCC'),
  call => call.act({ type: 'handle', resumable: true }),
  call => call.act({ type: 'handle', resumable: false }),
  call => call.cut(),
  call => call.pass(3_000),
  async (call, count) => {
    // A call is part of an answer, and the model continues when it has the result.
    await call.act({ type: 'start-answer' }, { type: 'call', id: `c${count}`, name: 'look', args: {} })
    await call.pass(50)
    await call.answer('I have looked.')
  },
  async (call, count) => {
    await call.act({ type: 'start-answer' }, { type: 'say', text: 'Well,' })
    call.talk.set({ a: count, b: 'somebody' })
    await call.act({ type: 'generation-complete' }, { type: 'turn-complete' })
    await call.pass(1_600)
  },
]

test.each(Object.keys(fakes))('%s answers by all that was due when the user began to speak', async model => {
  let judged = 0
  for (let seed = 0; seed < situations; seed++) {
    const random = fakeRandom(seed)
    const pick = <Value>(of: readonly Value[]): Value => of[Math.floor(random.next() * of.length)] as Value
    const host = hostOf(model, pick)
    const call = new Call(model, host, { state: { a: 0 } })
    if (pick([true, true, false])) await call.connected()
    for (let turn = 0; turn < 5; turn++) {
      for (let count = pick([0, 1, 2, 3]); count > 0; count--) {
        await pick(acts)(call, seed * 100 + turn * 10 + count, pick)
        if (pick([true, false])) await call.pass()
      }
      if (call.talk.engine.isAnswering) await call.answer('So much for that.')
      const missing = await call.speak(`Question ${turn}?`)
      judged += 1
      expect(missing, `seed ${seed}, turn ${turn}`).toEqual([])
      await call.answer(`Answer ${turn}.`)
    }
    expect(call.view.violations, `seed ${seed}`).toEqual([])
    call.talk.stop()
  }
  expect(judged).toBe(situations * 5)
})
