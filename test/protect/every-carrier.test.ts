// Every carrier of a request, one by one: each is sent with a placeholder, beside whatever other clause selects its unit.
import { agent, C, type CompileOptions, compile, createSession, type EventInput } from 'ctxc'
import { redact } from 'ctxc/protect'
import { expect, test } from 'vitest'
import { byLetters } from '../effect/letters.ts'

const code = 'tulip-4711'
const user = (text: string): EventInput => ({ author: 'user', text })
const call = (given: Record<string, string>, content = 'done'): EventInput[] => [
  { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'save', arguments: given }] },
  { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: content }] }] },
]

interface Carrier {
  readonly events?: readonly EventInput[]
  readonly state?: Record<string, unknown>
  readonly agent?: object
  readonly options?: CompileOptions
}

const zebras = [
  user(`A zebra sleeps behind ${code}.`),
  { author: 'helper', text: 'I see.' },
  user('And cats?'),
]
const summary = { events: [user(`Said ${code}.`), { author: 'helper', text: 'Yes.' }] }

const carriers: Record<string, Carrier> = {
  'a message of the user': { events: [user(code)] },
  'an answer': { events: [{ author: 'helper', text: code }] },
  'words of another agent': { events: [{ author: 'other', text: code }] },
  'a call of another agent': {
    events: call({ a: code }).map(event =>
      event.author === 'helper' ? { ...event, author: 'other' } : event,
    ),
  },
  'an argument': { events: call({ a: code }) },
  'the name of an argument': { events: call({ [code]: 'a' }) },
  'a result': { events: call({}, code) },
  'the name of a file': {
    events: [
      {
        author: 'user',
        parts: [
          {
            kind: 'file',
            mediaType: 'application/pdf',
            name: `${code}.pdf`,
            source: { type: 'base64', data: 'AAAA' },
          },
        ],
      },
    ],
  },
  'an instruction': { agent: { instruction: `Never say ${code}.` } },
  'a value in an instruction': { state: { k: code }, agent: { instruction: 'Know {k}.' } },
  'an instruction of a function': { agent: { instruction: () => `Never say ${code}.` } },
  'the description of a tool': { agent: { tools: [{ name: 'save', description: `Saves ${code}.` }] } },
  'a schema of a tool': {
    agent: {
      tools: [
        {
          name: 'save',
          parameters: { type: 'object', properties: { a: { type: 'string', description: code } } },
        },
      ],
    },
  },
  'a value of C.state': { state: { k: code }, agent: { context: [C.all(), C.state('k')] } },
  'a key in a value of C.state': { state: { k: { [code]: 1 } }, agent: { context: [C.all(), C.state('k')] } },
  'a value of C.template': { state: { k: code }, agent: { context: [C.all(), C.template('Know {k}.')] } },
  'the text of C.template': { agent: { context: [C.all(), C.template(`Know ${code}.`)] } },
  'notes of C.notes': { state: { k: [code] }, agent: { context: [C.all(), C.notes('k')] } },
  'a text of C.text': { agent: { context: [C.all(), C.text('own', () => code)] } },
  'an artifact': { agent: { context: [C.all(), C.artifact('a')] }, options: { artifacts: { a: code } } },
  'an artifact in an instruction': {
    agent: { instruction: 'Know {artifact.a}.' },
    options: { artifacts: { a: code } },
  },
  'a unit of C.relevant': {
    events: zebras,
    agent: { context: [C.last(1), C.relevant({ query: 'zebra' })] },
  },
  'units rendered as text': { events: call({ a: code }, code), agent: { context: C.all().render('text') } },
  'a compacted result': {
    events: call({}, `${'a line of text\n'.repeat(400)}${code}\n`),
    agent: { context: C.all().compact({ olderThan: 0, over: 100 }) },
  },
  'a summary': {
    events: [
      ...summary.events,
      {
        author: 'developer',
        text: `About ${code}.`,
        actions: { compaction: { covers: [{ from: 0, to: 2 }] } },
      },
    ],
  },
}

test.each(Object.entries(carriers))(
  '%s is sent with a placeholder',
  async (_, { events = [], state, agent: more, options }) => {
    const session = createSession({ events: [...events, user('Go on.')], ...(state && { state }) } as never)
    const sent = async (protect: readonly ReturnType<typeof redact>[]) => {
      const program = agent({ name: 'helper', instruction: 'Help.', ...more, protect } as never)
      for (const [target, model] of [
        ['openai', 'gpt-5.4'],
        ['anthropic', 'claude-sonnet-5'],
      ] as const) {
        const result = await compile(program, session, { target, model, ...options } as never)
        expect(result.ok).toBe(true)
        all.push(JSON.stringify(result.request))
      }
    }
    let all: string[] = []
    await sent([])
    expect(all.join()).toContain('tulip')
    all = []
    await sent([redact({ patterns: [/tulip-\d+/] })])
    for (const text of all) {
      expect(text).not.toMatch(/tulip|4711/)
      expect(text).toMatch(/\[secret:pattern:d?1\]/)
    }
  },
)

test('a value that one clause selects is not sent unprotected by another one', async () => {
  const session = createSession({ events: [user(code), ...call({ a: code }, code), user('Go on.')] })
  const context = [
    C.userOnly(),
    C.where({ tool: 'save' }).render('text'),
    C.last(2).tier('critical'),
    C.all(),
  ]
  const protect = [redact({ patterns: [/tulip-\d+/] })]
  const { request } = await compile(agent({ name: 'helper', context, protect }), session, {
    model: 'gpt-5.4',
  })
  expect(JSON.stringify(request)).not.toMatch(/tulip|4711/)
})

test('texts that are embedded hold placeholders', async () => {
  const { handler, calls } = byLetters()
  const context = [C.last(1), C.relevant({ scorer: 'embeddings' })]
  const protect = [redact({ patterns: [/tulip-\d+/] })]
  const session = createSession({
    events: [...zebras, { author: 'helper', text: 'Cats too.' }, user(`Where is the zebra of ${code}?`)],
  })
  const options = { model: 'gpt-5.4', effects: { embed: handler } } as const
  const { wants } = await compile(agent({ name: 'helper', context, protect }), session, options)
  const given = JSON.stringify([calls, wants])
  expect(given).toContain('zebra')
  expect(given).not.toMatch(/tulip|4711/)
})
