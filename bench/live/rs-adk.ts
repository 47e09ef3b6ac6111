// The behaviour of rs-adk (`Immediate`), written again from a description of its sources: it is no run of that library.
import type { SteeringMode } from '../../src/live/index.ts'
import { changesIn, initial, instructionOf, names, turns } from './scenario.ts'
import type { Sent } from './sent.ts'

type State = Readonly<Record<string, unknown>>

const rest = (state: State): string[] => [
  ...(state.regular === true ? ['The guest is a regular: do not explain the house.'] : []),
  ...(typeof state.day === 'string' ? [`The house is open on ${state.day} from 17:00 to 23:00.`] : []),
]

/** All modifiers as one text. */
const steering = (state: State): string =>
  [`Current context: mood=${JSON.stringify(state.mood)}, guests=${state.guests}`, ...rest(state)].join('\n')

/** An instruction with the modifiers in it: another rendering of the same. */
const baked = (phase: string, state: State): string =>
  [instructionOf(phase), `[Context: mood=${state.mood}, guests=${state.guests}]`, ...rest(state)].join('\n\n')

const content = (role: string, texts: readonly string[]): string =>
  JSON.stringify({
    clientContent: { turns: texts.map(text => ({ role, parts: [{ text }] })), turnComplete: false },
  })

/** Returns the frames of each turn. Modifiers go with every turn, or with a change of the phase alone. */
export function rsAdk(mode: SteeringMode, every: number): Sent[] {
  let state: State = initial
  let phase = names[0] as string
  let last = ''
  return Array.from({ length: turns }, (_, turn) => {
    state = { ...state, ...changesIn(turn, every) }
    const isNext = state.stage !== phase
    phase = state.stage as string
    const frames: string[] = []
    const text = baked(phase, state)
    if (isNext && mode !== 'context-injection' && text !== last) {
      frames.push(content('system', [text]))
      last = text
    }
    if (mode === 'hybrid') frames.push(content('model', [steering(state)]))
    if (mode === 'context-injection')
      frames.push(content('model', [steering(state), ...(isNext ? [text] : [])]))
    return { turn, frames }
  })
}
