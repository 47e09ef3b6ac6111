// The agent of the chat, and its model: a script that streams its answers word by word, so no key is needed.
import { agent, tool } from 'ctxc'
import { redact } from 'ctxc/protect'
import type { ModelClient } from 'ctxc/run'

const weather = tool({
  name: 'weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  readOnly: true,
  execute: ({ city }) => `It is sunny in ${city}.`,
})

const book = tool({
  name: 'book_trip',
  description: 'Books a trip to a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  needsApproval: true,
  execute: ({ city }) => `The trip to ${city} is booked.`,
})

const flights = tool({
  name: 'search_flights',
  description: 'Searches flights to a city. Takes a minute.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  readOnly: true,
  execute: (_, { signal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve('No flights.'), 60_000)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(new Error('the search was stopped'))
      })
    }),
})

// A form of the page answers this call.
const seats = tool({
  name: 'choose_seats',
  description: 'Lets the user choose seats.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  answeredBy: 'person',
  outputSchema: {
    type: 'object',
    properties: { seat: { type: 'string', minLength: 1 } },
    required: ['seat'],
  },
})

export const program = agent({
  name: 'travel',
  model: 'gpt-5.4',
  instruction: 'You help people to travel.',
  tools: [weather, book, flights, seats],
  protect: [redact({ pii: ['email'] })],
})

interface Message {
  readonly role: string
  readonly content: unknown
}

/** Number of answers and calls that were made. */
let made = 0

/** Returns the scripted answer to a result. */
function sayOf(result: string): string {
  if (result.includes('booked')) return `Done: ${result.match(/trip to \w+/)?.[0] ?? 'your trip'} is booked.`
  const { seat } = /^\{.*"seat"/.test(result) ? JSON.parse(result) : {}
  return seat === undefined ? `${result} Shall I book?` : `You sit on ${seat}.`
}

/** Returns the scripted answer to the last message. */
function sayTo({ role, content }: Message): { readonly text?: string; readonly tool?: string } {
  const said = JSON.stringify(content)
  if (role === 'tool') return { text: sayOf(typeof content === 'string' ? content : said) }
  if (/seat/i.test(said)) return { tool: 'choose_seats' }
  if (/book/i.test(said)) return { tool: 'book_trip' }
  if (/weather/i.test(said)) return { tool: 'weather' }
  if (/flight/i.test(said)) return { tool: 'search_flights' }
  // The model gets a placeholder in place of an address, and writes it.
  if (/address/i.test(said))
    return { text: `I write to ${/\[secret:email:\d+\]/.exec(said)?.[0] ?? 'nobody'}, as you asked.` }
  if (/name/i.test(said)) return { text: `Answer ${made++}: you said ${said}.` }
  const words = Array.from({ length: 60 }, (_, index) => `word ${index}`)
  return { text: `A long answer: ${words.join(' ')}` }
}

/** A scripted model. With a key, use `openaiModel(new OpenAI())` of `ctxc/models/openai`. */
export const model: ModelClient = {
  target: 'openai-chat',
  async *stream(request, { signal }) {
    const { messages } = request as { readonly messages: readonly Message[] }
    const { text = null, tool: name } = sayTo(messages.at(-1) as Message)
    for (const word of text?.split(/(?<= )/) ?? []) {
      await new Promise(resolve => setTimeout(resolve, 30))
      if (signal.aborted) return
      yield { type: 'text', text: word }
    }
    const call = { id: `call_${made++}`, type: 'function', function: { name, arguments: '{"city":"Oslo"}' } }
    const message = { role: 'assistant', content: text, ...(name && { tool_calls: [call] }) }
    yield {
      type: 'response',
      response: { choices: [{ message, finish_reason: name ? 'tool_calls' : 'stop' }] },
    }
  },
}
