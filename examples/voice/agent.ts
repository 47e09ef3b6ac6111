// The host of a restaurant, in three phases. The server and the browser use the same declaration.
import { type LiveToolContext, live, type SaidText, withState } from 'ctxc/live'

// The builder `tool` of `ctxc` would check this object, but add the compiler to the browser's bundle.
const find = {
  name: 'find_slot',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: { guests: { type: 'integer' }, time: { type: 'string' } },
    required: ['guests', 'time'],
  },
  execute({ guests, time }: { readonly guests: number; readonly time: string }, context: unknown) {
    const { state } = context as LiveToolContext
    state.set('guests', guests)
    state.set('time', time)
    // A booked table changes the phase before the model gets the tool's result.
    state.set('table', 7)
    return `Table 7 is booked for ${guests} guests at ${time}.`
  },
}

/** Instructions of the phases. The scripted model searches its context for them. */
export const instructions = {
  greeting: 'Welcome the guest and ask how you can help.',
  booking: 'Help the guest find an available time slot.',
  done: 'Confirm the table and say goodbye.',
}

export const host = live({
  name: 'host',
  model: 'gemini-3.8-live',
  instruction: 'You are a helpful restaurant reservation assistant.',
  steeringMode: 'context-injection',
  contextDelivery: 'deferred',
  // The rule below answers after the turn, because Gemini does not report when the guest begins to speak.
  flushOn: 'any-send',
  tools: [find],
  modifiers: [withState(['guests', 'time'])],
  // A simple rule extracts the facts here. An app would use a small model.
  extract: {
    keys: ['wants'],
    run: said => (said.some(asksForTable) ? { wants: 'table' } : {}),
  },
  phases: [
    {
      name: 'greeting',
      instruction: instructions.greeting,
      tools: [],
      speak: true,
      transitions: [
        { to: 'booking', when: state => state.wants === 'table', description: 'the guest wants a table' },
      ],
    },
    {
      name: 'booking',
      instruction: instructions.booking,
      tools: ['find_slot'],
      needs: ['guests', 'time'],
      transitions: [
        { to: 'done', when: state => state.table !== undefined, description: 'a table is booked' },
      ],
    },
    { name: 'done', instruction: instructions.done, tools: [], terminal: true },
  ],
  initialPhase: 'greeting',
})

/** Fields of Gemini's setup frame. */
export const setup = { generationConfig: { responseModalities: ['AUDIO'] } }

const asksForTable = ({ by, text }: SaidText): boolean => by === 'user' && /\b(table|book|reserv)/i.test(text)
