import { expect, test } from 'vitest'
import { agent, C, compile, createSession, type EventInput, expandTool } from '../../index.ts'
import { fromAnthropic } from '../vendor/anthropic/read/anthropic.ts'
import { missingNames } from './missing-names.ts'

const says = (author: string, text: string): EventInput => ({ author, text })
const filled = (text: string): string => `${text} ${'Some more words without any. '.repeat(40)}`
const namesOf = (missing: readonly { readonly name: string }[]): string[] => missing.map(({ name }) => name)

test('names of trimmed messages are listed with handles that restore them', async () => {
  const events = [
    says('user', filled('See src/first/parser.ts and ticket 48213.')),
    says('bot', 'Noted.'),
    says('user', filled('Ask Marta about src/first/parser.ts.')),
    says('bot', 'Done.'),
    says('user', 'Which ticket was it?'),
  ]
  const program = { agent: { name: 'bot' }, session: createSession({ events }) }
  const result = await compile(program, { model: 'gpt-5.4', budget: 60 })
  const missing = missingNames(result, program)
  expect(missing).toEqual([
    { name: 'src/first/parser.ts', handle: '0.0', place: 'event 0' },
    { name: '48213', handle: '0.0', place: 'event 0' },
    { name: 'Marta', handle: '2.0', place: 'event 2' },
  ])
  for (const { handle } of missing) expect(result.expand(handle as string).ok).toBe(true)
})

test('a name that the request has at another place is not missing', async () => {
  const events = [
    says('user', filled('See src/first/parser.ts.')),
    says('bot', 'Noted.'),
    says('user', 'What is in SRC/first/parser.ts?'),
  ]
  const program = { agent: { name: 'bot' }, session: createSession({ events }) }
  const result = await compile(program, { model: 'gpt-5.4', budget: 60 })
  expect(missingNames(result, program)).toEqual([])
})

test.each([
  ['a compaction lacks the names that it does not mention', 'They work on src/first/parser.ts.', ['48213']],
  ['a sealed compaction lacks all names', 'Eq0xYzRhb2NlYWxlZA', ['src/first/parser.ts', '48213']],
])('%s', async (_, content, expected) => {
  const conversation = fromAnthropic([
    { role: 'user', content: 'See src/first/parser.ts and ticket 48213.' },
    {
      role: 'assistant',
      content: [
        { type: 'compaction', content },
        { type: 'text', text: 'Noted.' },
      ],
    },
    { role: 'user', content: 'Go on.' },
  ] as never)
  const result = await compile(conversation, { model: 'claude-opus-5-5' })
  const missing = missingNames(result, conversation)
  expect(namesOf(missing)).toEqual(expected)
  for (const { handle } of missing) expect(result.expand(handle as string).ok).toBe(true)
})

test('names beyond the list of a compacted result are missing, those in it are not', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `/data/part_${at}.csv`).join('\n')
  const bot = agent({
    name: 'bot',
    context: C.all().compact({ at: 'arrival', names: 200 }),
    tools: [{ name: 'read' }, expandTool()],
  })
  const session = createSession({
    events: [
      says('user', 'Read.'),
      { author: 'bot', parts: [{ kind: 'tool-call', id: 'c1', name: 'read', arguments: {} }] },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: lines }] }],
      },
    ],
  })
  const program = { agent: bot, session }
  const result = await compile(program, { model: 'gpt-5.4' })
  const missing = missingNames(result, program)
  expect(missing.length).toBeGreaterThan(200)
  expect(missing.length).toBeLessThan(295)
  expect(missing.every(({ handle }) => handle === '2.0')).toBe(true)
})

test('content that the agent may not see is left out, and so is everything without a request', async () => {
  const bot = agent({ name: 'bot', context: C.userOnly() })
  const events = [says('user', 'Hello.'), says('helper', 'See src/secret/plan.ts.'), says('user', 'Go on.')]
  const program = { agent: bot, session: createSession({ events }) }
  const result = await compile(program, { model: 'gpt-5.4' })
  expect(missingNames(result, program)).toEqual([])
  const none = await compile(program, { model: 'gpt-5.4', budget: 1 })
  expect([none.ok, missingNames(none, program)]).toEqual([false, []])
})

test('names that a summary lacks are missing, without a handle, because the summary may hide content', async () => {
  const summary: EventInput = {
    author: 'developer',
    text: 'They work on a ticket.',
    actions: { compaction: { covers: [{ from: 0, to: 2 }] } },
  }
  const begun = [says('user', 'See ticket 48213.'), says('bot', 'Noted.'), says('user', 'And?')]
  const events = [...begun, summary, says('bot', 'So.'), says('user', 'Go on.')]
  const program = { agent: { name: 'bot' }, session: createSession({ events }) }
  const result = await compile(program, { model: 'gpt-5.4' })
  expect(missingNames(result, program)).toEqual([{ name: '48213', handle: null, place: 'event 0' }])
})
