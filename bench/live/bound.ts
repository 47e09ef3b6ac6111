import type { SteeringMode } from '../../src/live/index.ts'
import { base, changesIn, initial, instructionOf, turns } from './scenario.ts'
import { bytesOf, type Sent } from './sent.ts'

/** Tag of a block, without its name and text. */
const tag = bytesOf('<steering id="" replaces="earlier">\n\n</steering>')

type State = Readonly<Record<string, unknown>>

/** Texts that the model should hold, by slot, written without the engine. */
function slotsOf(mode: SteeringMode, state: State): Record<string, string> {
  const phase = instructionOf(state.stage as string)
  const said = {
    'default/0': `Current context: mood=${JSON.stringify(state.mood)}, guests=${state.guests}`,
    'default/1': 'The guest is a regular: do not explain the house.',
    'default/2': `The house is open on ${state.day} from 17:00 to 23:00.`,
  }
  if (mode === 'context-injection') return { phase, ...said }
  if (mode === 'hybrid') return { instruction: `${base}\n\n${phase}`, ...said }
  return { instruction: [base, phase, ...Object.values(said)].join('\n\n') }
}

/** Returns the least that a mode has to send in an hour: the texts of changed slots, and one tag for each block of context. */
export function leastBytes(mode: SteeringMode, every: number): number {
  let state: State = initial
  // The setup has the instruction; context comes after it.
  let held: Record<string, string> = { instruction: slotsOf(mode, state).instruction ?? '' }
  let bytes = 0
  for (let turn = 0; turn < turns; turn++) {
    state = { ...state, ...changesIn(turn, every) }
    const wanted = slotsOf(mode, state)
    for (const [slot, text] of Object.entries(wanted))
      if (held[slot] !== text) bytes += bytesOf(text) + (slot === 'instruction' ? 0 : tag + bytesOf(slot))
    held = wanted
  }
  return bytes
}

/** Returns the bytes of texts in frames, their tags and fences included: what the model reads of them. */
export const readBytes = (sent: readonly Sent[]): number =>
  sent
    .flatMap(({ frames }) => frames)
    .flatMap(frame => textsIn(JSON.parse(frame)))
    .reduce((sum, text) => sum + bytesOf(text), 0)

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    (key === 'text' || key === 'instructions') && typeof each === 'string' ? [each] : textsIn(each),
  )
}

/** Returns the frames of turns in which nothing changed; in the first turn everything is sent. */
export const idleFrames = (sent: readonly Sent[], every: number): number =>
  sent
    .filter(({ turn }) => turn > 0 && Object.keys(changesIn(turn, every)).length === 0)
    .reduce((sum, { frames }) => sum + frames.length, 0)
