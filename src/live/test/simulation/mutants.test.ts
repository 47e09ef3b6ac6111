// Engines with one mistake each. The simulation must find every mistake.
import { expect, test } from 'vitest'
import { step } from '../../engine/step.ts'
import { contextDeliveries, steeringModes } from '../../steering/modes.ts'
import { trial } from './trial.ts'
import type { Step } from './world.ts'

/** Mistakes. The first five were found in other engines. */
const mutants: Readonly<Record<string, Step>> = {
  'trusts that a handle holds what was told': (engine, state, event) => {
    const [after, effects] = step(engine, state, event)
    if (event.type !== 'closed' || after.handle === null) return [after, effects]
    return [{ ...after, told: state.told, maybe: [] }, effects]
  },
  'keeps what was told over every new connection': (engine, state, event) => {
    const [after, effects] = step(engine, state, event)
    return event.type === 'closed' ? [{ ...after, told: state.told }, effects] : [after, effects]
  },
  'remembers before a message is confirmed': (engine, state, event) => {
    const [after, effects] = step(engine, state, event)
    const flying = Object.values(after.flying).flatMap(({ slots }) => Object.entries(slots))
    const told = Object.fromEntries(flying.filter(([, each]) => each !== null))
    return [{ ...after, told: { ...after.told, ...(told as typeof after.told) } }, effects]
  },
  'sends while the model answers': ({ profile, config }, state, event) =>
    step({ config, profile: { ...profile, contextInterrupts: false } }, state, event),
  'ignores messages in flight': (engine, state, event) => {
    if (['written', 'acked', 'failed', 'closed', 'ready', 'opened'].includes(event.type))
      return step(engine, state, event)
    const [after, effects] = step(engine, { ...state, flying: {} }, event)
    return [{ ...after, flying: { ...state.flying, ...after.flying } }, effects]
  },
  'forgets what a resumed session may hold': (engine, state, event) =>
    step(engine, { ...state, maybe: [], ever: [] }, event),
  'never tries again': (engine, state, event) => {
    const [after, effects] = step(engine, state, event)
    return [after, effects.filter(effect => effect.type !== 'timer' || effect.name !== 'retry')]
  },
  'sends context beside open calls': ({ profile, config }, state, event) =>
    step({ config, profile: { ...profile, contextCancelsCalls: false } }, state, event),
  'never takes a text back': (engine, state, event) => {
    const [after, effects] = step(engine, state, event)
    const known = after.phase === null ? after.told : {}
    const told = Object.entries(after.told).filter(
      ([id]) => !id.includes('/') || id.startsWith(`phase/${after.phase}/`) || id.startsWith('default/'),
    )
    return [{ ...after, told: { ...known, ...Object.fromEntries(told) }, maybe: [], ever: [] }, effects]
  },
  'takes a handle for newer than it is': (engine, state, event) =>
    step(
      engine,
      state,
      event.type === 'handle' && event.holds !== undefined ? { ...event, holds: 1e9 } : event,
    ),
  'speaks at once': (engine, state, event) =>
    step(engine, state.speakDue ? { ...state, isAnswering: false, isSpeaking: false } : state, event),
}

test.each(Object.entries(mutants))('an engine that %s is caught', (_, mutant) => {
  let faults = 0
  for (const profile of ['gemini-3.8-live', 'gpt-realtime', 'gemini-3.1-live', 'gemini-3.8-live-vertex'])
    for (let seed = 0; seed < 120 && faults === 0; seed++) {
      const steeringMode = steeringModes[seed % 3] as (typeof steeringModes)[number]
      const contextDelivery = contextDeliveries[seed % 2] as (typeof contextDeliveries)[number]
      const found = trial(
        { profile, steeringMode, contextDelivery, flushOn: 'speech-start' },
        seed,
        60,
        mutant,
      )
      faults += Object.values(found).reduce((sum, count) => sum + count, 0)
    }
  expect(faults).toBeGreaterThan(0)
})
