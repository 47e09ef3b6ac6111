// At the start of an answer, the model has all steering texts that were due when the user began to speak.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { live, type SteeringMode, withState } from '../../index.ts'
import { steeringModes } from '../../steering/modes.ts'
import { Call, fakes } from '../call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const deliveries = {
  immediate: { contextDelivery: 'immediate' },
  deferred: { contextDelivery: 'deferred' },
  'deferred, any-send': { contextDelivery: 'deferred', flushOn: 'any-send' },
  'deferred, speech-start': { contextDelivery: 'deferred', flushOn: 'speech-start' },
} as const

const hostOf = (model: string, steeringMode: SteeringMode, delivery: keyof typeof deliveries) =>
  live({
    ...{ name: 'host', model, instruction: 'BASE', steeringMode, initialPhase: 'a' },
    ...deliveries[delivery],
    modifiers: [withState(['allergy'])],
    phases: [
      {
        name: 'a',
        instruction: 'PHASE ONE',
        transitions: [{ to: 'b', when: state => state.go === true }],
      },
      { name: 'b', instruction: 'PHASE TWO' },
    ],
  })

const variants = Object.keys(fakes).flatMap(model =>
  steeringModes.flatMap(mode =>
    Object.keys(deliveries).map(delivery => [model, mode, delivery as keyof typeof deliveries] as const),
  ),
)

describe.each(variants)('%s, %s, %s', (model, mode, delivery) => {
  const begin = () => new Call(model, hostOf(model, mode, delivery), { state: { allergy: 'nuts' } })

  test('the model is steered at its first answer, after a lost connection, and after a change in silence', async () => {
    const call = begin()
    await call.connected()
    expect(call.due().join(' ')).toMatch(/PHASE ONE.*nuts/s)
    expect(await call.speak('My name is Ann')).toEqual([])
    await call.answer('Hello Ann')

    call.talk.set({ go: true, allergy: 'milk' })
    await call.pass(50)
    expect(await call.speak('Any nuts?')).toEqual([])
    await call.answer('No')
    expect(call.due().join(' ')).toMatch(/PHASE TWO.*milk/s)

    await call.cut()
    expect(call.sockets.length).toBeGreaterThan(1)
    expect(call.due()).toContain('Hello Ann')
    expect(await call.speak('And milk?')).toEqual([])
    expect(call.view.violations).toEqual([])
    expect(call.view.interruptions).toEqual([])
    call.talk.stop()
  })

  test('speech that began before there was a connection comes after the steering', async () => {
    const call = begin()
    expect(await call.speak('Hello')).toEqual([])
    expect(call.view.violations).toEqual([])
    call.talk.stop()
  })
})
