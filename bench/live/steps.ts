import type { LiveEvent } from '../../src/live/engine/event.ts'
import type { EngineState } from '../../src/live/engine/state.ts'
import { step } from '../../src/live/engine/step.ts'
import type { EngineConfig } from '../../src/live/engine/wanted.ts'
import type { SteeringMode } from '../../src/live/index.ts'
import { orderOf } from '../measure/order.ts'
import { after, largeEngine, openState, type Size } from './large.ts'
import { type Spread, spreadOf } from './samples.ts'

const rounds = 8
const each = 400

interface Case {
  readonly name: string
  readonly engine: EngineConfig
  readonly state: EngineState
  readonly event: LiveEvent
}

/** Microseconds of a step. */
export interface StepRow extends Spread {
  readonly name: string
}

/** Returns a case for each kind of event, at rest or where it happens. */
function casesOf(engine: EngineConfig, size: Size): Case[] {
  const open = openState(engine, size)
  const answering = after(engine, open, { type: 'answer-started' })
  const called = after(engine, answering, { type: 'called', id: 'c', name: 'look', args: { day: 1 } })
  const [sending] = step(engine, open, { type: 'set', set: { told: 1 } })
  const [frame = ''] = Object.keys(sending.flying)
  const waiting = after(engine, answering, { type: 'set', set: { told: 1 } })
  const made = (name: string, state: EngineState, event: LiveEvent): Case => ({ name, engine, state, event })
  return [
    made('set, a key that no text holds', open, { type: 'set', set: { other: 1 } }),
    made('set, a key that one modifier holds', open, { type: 'set', set: { told: 1 } }),
    made('set, the phase changes', open, { type: 'set', set: { stage: 3 } }),
    made('set, while the model answers', answering, { type: 'set', set: { told: 1 } }),
    made('written', sending, { type: 'written', frame: Number(frame) }),
    made('acked', sending, { type: 'acked', frame: Number(frame) }),
    made('answer-started', open, { type: 'answer-started' }),
    made('spoke', answering, { type: 'spoke', text: 'Let me see.' }),
    made('heard', open, { type: 'heard', text: 'At eight.' }),
    made('speech-started', open, { type: 'speech-started' }),
    made('speech-stopped', open, { type: 'speech-stopped' }),
    made('interrupted', answering, { type: 'interrupted' }),
    made('turn-complete, nothing waits', answering, { type: 'turn-complete' }),
    made('turn-complete, a modifier waits', waiting, { type: 'turn-complete' }),
    made('called', answering, { type: 'called', id: 'c', name: 'look', args: { day: 1 } }),
    made('result, the phase changes', called, { type: 'result', id: 'c', value: 'Free.', set: { stage: 2 } }),
    made('sending a text', open, { type: 'sending', what: 'text', text: 'At eight.' }),
    made('sending audio', open, { type: 'sending', what: 'audio' }),
    made('handle', open, { type: 'handle', id: 'h' }),
    made('closed', open, { type: 'closed', reason: 'cut' }),
  ]
}

/** Times steps; the cases take turns. */
function timed(cases: readonly Case[]): StepRow[] {
  const samples = new Map(cases.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round++)
    for (const { name, engine, state, event } of orderOf(cases, round))
      for (let call = 0; call < each; call++) {
        const began = performance.now()
        step(engine, state, event)
        const took = performance.now() - began
        if (round > 0) samples.get(name)?.push(took * 1e3)
      }
  return [...samples].map(([name, list]) => ({ name, ...spreadOf(list, each) }))
}

const usual: Size = { phases: 50, modifiers: 10, keys: 10 }

/** Returns the duration of each kind of event with 50 phases. */
export const kindsOfSteps = (model: string, mode: SteeringMode): StepRow[] =>
  timed(casesOf(largeEngine(model, mode, usual), usual))

/** Returns the duration of three kinds of events as an agent grows in one direction. */
export function growth(model: string, mode: SteeringMode): StepRow[] {
  const sizes: readonly (readonly [string, Size])[] = [
    ...[5, 50, 500].map(phases => [`${phases} phases`, { ...usual, phases }] as const),
    ...[1, 10, 50].map(modifiers => [`${modifiers} modifiers`, { ...usual, modifiers }] as const),
    ...[10, 100, 1_000].map(keys => [`${keys} keys`, { ...usual, keys }] as const),
  ]
  const kinds = [
    'set, a key that one modifier holds',
    'set, the phase changes',
    'turn-complete, nothing waits',
    'spoke',
  ]
  return timed(
    sizes.flatMap(([about, size]) =>
      casesOf(largeEngine(model, mode, size), size)
        .filter(({ name }) => kinds.includes(name))
        .map(made => ({ ...made, name: `${about}: ${made.name}` })),
    ),
  )
}
