import { readLiveConfig } from '../../src/live/declare/read-config.ts'
import type { LiveEvent } from '../../src/live/engine/event.ts'
import { type EngineState, newEngineState } from '../../src/live/engine/state.ts'
import { step } from '../../src/live/engine/step.ts'
import type { EngineConfig } from '../../src/live/engine/wanted.ts'
import {
  type Modifier,
  profiles,
  type SteeringMode,
  when,
  withContext,
  withState,
} from '../../src/live/index.ts'

/** Size of an agent. */
export interface Size {
  readonly phases: number
  readonly modifiers: number
  readonly keys: number
}

/** Returns the state: some number of keys, a phase, and a value that is sent to the model. */
export const valuesOf = ({ phases, keys }: Size) => ({
  ...{ stage: phases - 1, urgent: true, told: 0, name: 'Ann' },
  ...Object.fromEntries(Array.from({ length: keys }, (_, at) => [`key${at}`, `value ${at}`])),
})

const modifierAt = (at: number): Modifier =>
  at % 3 === 0
    ? withState([at === 0 ? 'told' : 'name', `key${at}`])
    : at % 3 === 1
      ? when(state => state.urgent === true, `Rule ${at}: be quick, and say only what is needed now.`)
      : withContext(state => `The guest ${state.name} has point ${at}.`)

/** Declaration of a large agent: each phase has an instruction, needs, and four ways out. */
export const largeOptions = (model: string, steeringMode: SteeringMode, size: Size) => ({
  ...{ name: 'host', model, steeringMode, instruction: 'You are the host of a restaurant. '.repeat(6) },
  modifiers: Array.from({ length: size.modifiers }, (_, at) => modifierAt(at)),
  initialPhase: `phase${size.phases - 1}`, // the last one: a search through all of them
  phases: Array.from({ length: size.phases }, (_, at) => ({
    ...{ name: `phase${at}`, needs: ['name', 'table'], tools: ['look', 'later'] },
    instruction: `In phase ${at} the host does one thing after the other, and never two at once. `.repeat(3),
    transitions: [1, 2, 3, 4].map(far => ({
      to: `phase${(at + far) % size.phases}`,
      when: (state: { readonly [key: string]: unknown }) => state.stage === (at + far) % size.phases,
    })),
  })),
})

export function largeEngine(model: string, mode: SteeringMode, size: Size): EngineConfig {
  const tools = ['look', 'later', 'book'].map(name => ({ name, background: name === 'later' }))
  const profile = profiles[model]
  if (profile === undefined) throw new Error(`no profile '${model}'`)
  return { profile, config: readLiveConfig({ ...largeOptions(model, mode, size), tools }) }
}

/** Gives the engine events, on a line that writes and confirms at once, until it rests. */
export function after(
  engine: EngineConfig,
  state: EngineState,
  ...events: readonly LiveEvent[]
): EngineState {
  const queue = [...events]
  let current = state
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [changed, effects] = step(engine, current, next)
    current = changed
    for (const effect of effects) {
      if (effect.type !== 'send') continue
      queue.push({ type: 'written', frame: effect.frame })
      if (engine.profile.confirms === 'reply') queue.push({ type: 'acked', frame: effect.frame })
    }
  }
  return current
}

/** Returns the state of an open conversation to which everything was sent. */
export const openState = (engine: EngineConfig, size: Size): EngineState =>
  after(
    engine,
    newEngineState(),
    { type: 'start', values: valuesOf(size) },
    { type: 'opened' },
    { type: 'ready' },
  )
