// Events of a program: the answers of the model, and the actions of the app.
import type { ModelMessage, ToolSet } from 'ai'
import { tool } from 'ai'
import { z } from 'zod'
import type { Answer, Said } from '../wire/script.ts'

/** Form of an app's calls: at once, as a stream, or as a chat whose messages are stored as JSON between two requests. */
export type Mode = 'generate' | 'stream' | 'chat'

/** Input from outside: a user's text or parts, or a decision on the calls that wait. */
export type Turn = string | readonly object[] | { readonly approve: boolean } | { readonly output: unknown }

export interface Scenario {
  readonly name: string
  readonly answers: readonly Answer[]
  readonly turns: readonly Turn[]
  readonly tools?: ToolSet
  readonly settings?: Readonly<Record<string, unknown>>
  /** Messages that were there before. */
  readonly before?: readonly ModelMessage[]
  readonly modes?: readonly Mode[]
  /** The stream is left after so many pieces of the first answer. */
  readonly abortAfter?: number
  readonly needsThoughts?: boolean
}

export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

const citySchema = z.object({ city: z.string() })
const weather = tool({
  description: 'The weather in a city.',
  inputSchema: citySchema,
  execute: async ({ city }) => `${city}: sunny`,
})
export const tools: ToolSet = { weather }

const making = (execute: (input: { city: string }) => unknown, more: object = {}): ToolSet => ({
  weather: tool({
    description: 'The weather in a city.',
    inputSchema: citySchema,
    execute,
    ...more,
  } as never),
})

const contentOf = (value: readonly object[]): ToolSet =>
  making(async () => 'x', { toModelOutput: () => ({ type: 'content', value }) })

const call = (id: string, city = 'Paris'): Said => ({ call: 'weather', id, input: { city } })
const thought = (text: string): Said => ({ thought: text })
const text = (words: string): Said => ({ text: words })
const again = 'And now?'

/** Programs that every host can have. */
export const scenarios: readonly Scenario[] = [
  { name: 'words', answers: [[text('Hello.')], [text('Fine.')]], turns: ['Hi', 'How are you?'] },
  { name: 'a call', answers: [[call('call_1')], [text('Sunny.')]], turns: ['Weather?', again], tools },
  {
    name: 'words and a call',
    answers: [[text('I look.'), call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools,
  },
  {
    name: 'thinking',
    answers: [
      [thought('Hm.'), text('Hello.')],
      [thought('So.'), text('Fine.')],
    ],
    turns: ['Hi', 'How are you?', again],
    needsThoughts: true,
  },
  {
    name: 'thinking before a call',
    answers: [
      [thought('Hm.'), call('call_1')],
      [thought('Ah.'), text('Sunny.')],
    ],
    turns: ['Weather?', again],
    tools,
    needsThoughts: true,
  },
  {
    name: 'thinking before parallel calls',
    answers: [[thought('Hm.'), text('Both.'), call('call_1'), call('call_2', 'Rome')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools,
    needsThoughts: true,
  },
  {
    name: 'thinking between calls (O1)',
    answers: [
      [thought('First.'), call('call_1'), thought('Second.'), call('call_2', 'Rome')],
      [text('Sunny.')],
    ],
    turns: ['Weather?', again],
    tools,
    needsThoughts: true,
  },
  {
    name: 'a loop of thoughts',
    answers: [
      ...[1, 2, 3, 4].map((n): Answer => [thought(`Thought ${n}.`), call(`call_${n}`, `City ${n}`)]),
      [thought('All there.'), text('Sunny everywhere.')],
    ],
    turns: ['Weather?', again],
    tools,
    needsThoughts: true,
  },
  {
    name: 'parallel calls',
    answers: [[call('call_1'), call('call_2', 'Rome'), call('call_3', 'Oslo')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools,
  },
  {
    name: 'words between calls',
    answers: [[text('One.'), call('call_1'), text('Two.'), call('call_2', 'Rome')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools,
  },
  {
    name: 'a tool that fails',
    answers: [[call('call_1')], [text('No luck.')]],
    turns: ['Weather?', again],
    tools: making(async () => {
      throw new Error('the station is down')
    }),
  },
  {
    name: 'a result of data',
    answers: [[call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools: making(async () => ({ sky: ['clear', 1, null], nested: { deep: true } })),
  },
  {
    name: 'an empty result',
    answers: [[call('call_1')], [text('Nothing.')]],
    turns: ['Weather?', again],
    tools: making(async () => ''),
  },
  {
    name: 'a result of nothing',
    answers: [[call('call_1')], [text('Nothing.')]],
    turns: ['Weather?', again],
    tools: making(async () => undefined),
  },
  {
    name: 'a result of content',
    answers: [[call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools: contentOf([{ type: 'text', text: 'sunny' }]),
  },
  {
    name: 'a result of two texts',
    answers: [[call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', again],
    tools: contentOf([
      { type: 'text', text: 'sunny' },
      { type: 'text', text: 'warm' },
    ]),
  },
  {
    name: 'a result of no content (W11)',
    answers: [[call('call_1')], [text('Nothing.')]],
    turns: ['Weather?', again],
    tools: contentOf([]),
  },
  {
    name: 'a picture in a result (W12)',
    answers: [[call('call_1')], [text('A dot.')]],
    turns: ['Weather?', again],
    tools: contentOf([
      { type: 'text', text: 'the map' },
      { type: 'file', data: { type: 'data', data: pixel }, mediaType: 'image/png' },
    ]),
  },
  {
    name: 'a picture by address in a result',
    answers: [[call('call_1')], [text('A dot.')]],
    turns: ['Weather?', again],
    tools: contentOf([
      { type: 'text', text: 'the map' },
      { type: 'file', data: { type: 'url', url: 'https://example.com/map.png' }, mediaType: 'image/png' },
    ]),
  },
  {
    name: 'a picture from a user',
    answers: [[text('A dot.')]],
    turns: [
      [
        { type: 'text', text: 'What is it?' },
        { type: 'file', data: pixel, mediaType: 'image/png' },
      ],
      again,
    ],
  },
  {
    name: 'a picture of an old version',
    answers: [[text('A dot.')]],
    turns: [
      [
        { type: 'image', image: Buffer.from(pixel, 'base64') },
        { type: 'text', text: 'What is it?' },
      ],
      again,
    ],
    modes: ['generate', 'stream'],
  },
  {
    name: 'an approved call',
    answers: [[text('May I?'), call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', { approve: true }, again],
    tools: making(async ({ city }) => `${city}: sunny`, { needsApproval: true }),
  },
  {
    name: 'a refused call',
    answers: [[call('call_1')], [text('As you like.')]],
    turns: ['Weather?', { approve: false }, again],
    tools: making(async ({ city }) => `${city}: sunny`, { needsApproval: true }),
  },
  {
    name: 'an approved call after a thought',
    answers: [[thought('Hm.'), call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', { approve: true }, again],
    tools: making(async ({ city }) => `${city}: sunny`, { needsApproval: true }),
    needsThoughts: true,
  },
  {
    name: 'an approval beside a call that ran',
    answers: [[call('call_1'), call('call_2', 'secret')], [text('Sunny.')]],
    turns: ['Weather?', { approve: true }, again],
    tools: making(async ({ city }) => `${city}: sunny`, {
      needsApproval: async ({ city }: { city: string }) => city === 'secret',
    }),
  },
  {
    name: 'a tool that the client runs',
    answers: [[thought('Hm.'), call('call_1')], [text('Sunny.')]],
    turns: ['Weather?', { output: 'sunny here' }, again],
    tools: { weather: tool({ description: 'The weather.', inputSchema: citySchema }) },
    needsThoughts: true,
  },
  {
    name: 'an instruction and settings',
    answers: [[call('call_1')], [text('Sunny.')]],
    turns: ['Weather?'],
    tools,
    settings: { system: 'You are a forecaster.', maxOutputTokens: 5_000, toolChoice: 'auto' },
  },
  {
    name: 'a call of a tool that is not there',
    answers: [[{ call: 'moon', id: 'call_1', input: { phase: 1 } }], [text('No moon.')]],
    turns: ['Weather?', again],
    tools,
  },
  {
    name: 'a call whose input does not fit',
    answers: [[{ call: 'weather', id: 'call_1', input: { town: 'Paris' } }], [text('Oh.')]],
    turns: ['Weather?', again],
    tools,
  },
  {
    name: 'left in mid-answer',
    answers: [[text('It is a long answer, to be left.')], [text('Fine.')]],
    turns: ['Tell me.', again],
    modes: ['chat'],
    abortAfter: 4,
  },
  {
    name: 'left in mid-thought',
    answers: [[thought('A long thought, to be left.'), text('Yes.')], [text('Fine.')]],
    turns: ['Tell me.', again],
    modes: ['chat'],
    abortAfter: 7,
    needsThoughts: true,
  },
]
