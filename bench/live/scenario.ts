import { tool } from '../../src/index.ts'
import {
  type LiveState,
  live,
  type Modifier,
  type SteeringMode,
  when,
  withContext,
  withState,
} from '../../src/live/index.ts'

/** An hour of conversation: a turn each ten seconds. */
export const turns = 360
/** Turns between two changes of the phase. */
const stay = 20

/** Ways in which the state changes: each so many turns. */
export const paces = [
  { name: 'never', every: Number.POSITIVE_INFINITY },
  { name: 'each 10th turn', every: 10 },
  { name: 'each 3rd turn', every: 3 },
  { name: 'every turn', every: 1 },
] as const

export const base =
  'You are the host of a restaurant on the phone. Speak in short sentences, never read lists aloud, confirm what you ' +
  'have understood, and never promise a table that the tool has not found.'

const stages = {
  greeting:
    'Welcome the guest, say the name of the restaurant, and ask how you can help. Do not ask for details yet. If the guest ' +
    'wants something else than a table, say that you will take a message.',
  booking:
    'Find a table. Ask for the day, the time and the number of guests, one after the other, and look each proposal up with ' +
    'the tool before you offer it. If nothing is free, offer the two nearest times.',
  details:
    'Take the name and the telephone number of the guest, and read the number back in pairs. Ask for allergies and whether ' +
    'a child comes along, and note both for the kitchen.',
  closing:
    'Sum the booking up in one sentence: day, time, guests, name. Ask whether anything is missing, thank the guest, and say ' +
    'goodbye once the guest does.',
}
export const names = Object.keys(stages) as (keyof typeof stages)[]
export const instructionOf = (phase: string): string => stages[phase as keyof typeof stages]

const modifiers: readonly Modifier[] = [
  withState(['mood', 'guests']),
  when(state => state.regular === true, 'The guest is a regular: do not explain the house.'),
  withContext(state =>
    typeof state.day === 'string' ? `The house is open on ${state.day} from 17:00 to 23:00.` : '',
  ),
]

const parameters = {
  type: 'object',
  properties: { day: { type: 'string' }, time: { type: 'string' }, guests: { type: 'integer' } },
  required: ['day', 'time', 'guests'],
}
const named = [
  ['find_table', 'Looks for a free table at a time.'],
  ['book_table', 'Books a table that was found.'],
  ['take_message', 'Leaves a message for the manager.'],
] as const
export const declarations = named.map(([name, description]) => ({ name, description, parameters }))

/** State that the conversation begins with. */
export const initial = { mood: 'calm', guests: 4, regular: true, day: 'Friday', stage: names[0] as string }

/** Keys that change in a turn: the phase each 20 turns, the mood as often as the pace says. */
export function changesIn(turn: number, every: number): Record<string, string> {
  const isNext = turn > 0 && turn % stay === 0
  const isMoved = turn > 0 && turn % every === 0
  return {
    ...(isNext && { stage: names[(turn / stay) % names.length] as string }),
    ...(isMoved && { mood: `mood ${turn}` }),
  }
}

export const host = (model: string, steeringMode: SteeringMode) =>
  live({
    ...{ name: 'host', model, instruction: base, steeringMode, modifiers, initialPhase: names[0] as string },
    tools: declarations.map(each => tool({ ...each, execute: () => 'Free.' })),
    phases: names.map(name => ({
      name,
      instruction: instructionOf(name),
      transitions: names.map(to => ({ to, when: (state: LiveState) => state.stage === to && to !== name })),
    })),
  })
