// The agent of a soak: three phases that lead to each other, tools that change the state, and two modifiers.
import { type Agent, tool } from '../../src/index.ts'
import { type LiveState, live, type SteeringMode, when, withState } from '../../src/live/index.ts'

export const base = 'You are the host of a restaurant.'
export const urgency = 'Handle with urgency.'
export const stateKeys = ['guests', 'slot'] as const

/** Phases with their instruction. */
export const phases = {
  greeting: 'Welcome the guest and ask how you can help.',
  booking: 'Help the guest find an available time slot.',
  paying: 'Take the deposit and read the receipt to the guest.',
} as const
export type PhaseName = keyof typeof phases

/** GPT-Live itself has no tools; its client runs the delegated ones. */
const namesOf = (model: string): Readonly<Record<PhaseName, readonly string[]>> =>
  model === 'gpt-live-1'
    ? { greeting: ['delegation'], booking: ['delegation'], paying: ['delegation'] }
    : { greeting: [], booking: ['find_slot'], paying: ['pay', 'find_slot'] }

export const toolsOf = (model: string, phase: string): readonly string[] =>
  Object.hasOwn(phases, phase) ? namesOf(model)[phase as PhaseName] : []

export function hostOf(model: string, steeringMode: SteeringMode): Agent {
  const allowed = namesOf(model)
  let calls = 0
  const tools = [...new Set(Object.values(allowed).flat())].map(name =>
    tool({
      name,
      parameters: { type: 'object', properties: {} },
      execute: async (_, context) => {
        const { state } = context as { state: { set(key: string, value: string): void } }
        await new Promise(resolve => setTimeout(resolve, 100))
        state.set('slot', `${12 + (calls++ % 11)}:00`)
        // Every second result changes the phase.
        if (calls % 2 === 0) state.set('wants', calls % 4 === 0 ? 'paying' : 'booking')
        return 'Done.'
      },
    }),
  )
  const names = Object.keys(phases) as PhaseName[]
  return live({
    ...{ name: 'host', model, steeringMode, instruction: base, tools },
    modifiers: [withState([...stateKeys]), when((state: LiveState) => state.urgent === true, urgency)],
    phases: names.map(name => ({
      ...{ name, instruction: phases[name], tools: [...allowed[name]] },
      transitions: names
        .filter(to => to !== name)
        .map(to => ({ to, when: (state: LiveState) => state.wants === to })),
    })),
    initialPhase: 'greeting',
  })
}
