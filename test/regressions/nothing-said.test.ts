// A compile in which nothing was said is warned of, whatever the session came from.
import { expect, test } from 'vitest'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { agent, C, compile, createSession, restoreSession } from '../../src/index.ts'
import { createContextBuilder, createState } from '../../src/run/memory/index.ts'

const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
const user = { author: 'user', text: 'Hi' }
const said = createSession({ events: [user] })

const warned = { code: 'CX7026', level: 'warn' }

test.each([
  ['a session without events', createSession()],
  [
    'a session of state alone',
    createSession({ events: [{ author: 'app', actions: { state: { set: { a: 1 } } } }] }),
  ],
  ['a session that was rewound to its beginning', said.rewind(0)],
  ['a stored session', restoreSession(JSON.parse(JSON.stringify(createSession())))],
])('%s is reported as empty', async (_, session) => {
  const { diagnostics } = await compile(helper, session)
  expect(diagnostics[0]).toMatchObject(warned)
})

test('a conversation and a memory without messages are reported as empty', async () => {
  expect((await compile(fromOpenAI([]), { model: 'gpt-5.4' })).diagnostics[0]).toMatchObject(warned)
  const system = { id: 's', type: 'SYSTEM', content: { type: 'TEXT', text: 'Help.' } } as const
  for (const chunks of [[], [system]]) {
    const { diagnostics } = createContextBuilder().build(createState(chunks))
    expect(diagnostics[0]).toMatchObject({
      ...warned,
      help: expect.stringContaining('chunk'),
    })
  }
})

test('a session with messages or context blocks is not reported as empty', async () => {
  const telling = agent({ name: 'a', model: 'gpt-5.4', context: [C.all(), C.state('topic')] })
  const { diagnostics } = await compile(telling, createSession({ state: { topic: 'Bees' } }))
  const none = agent({ name: 'a', model: 'gpt-5.4', includeContents: 'none' })
  const all = [
    ...diagnostics,
    ...(await compile(helper, said)).diagnostics,
    ...(await compile(none, said)).diagnostics,
  ]
  expect(all.filter(({ code }) => code === 'CX7026')).toEqual([])
})
