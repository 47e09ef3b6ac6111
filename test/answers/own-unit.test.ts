// Each answer is a unit of its own, whether or not the provider names its responses.
import { expect, test } from 'vitest'
import {
  agent,
  answerOf,
  type CompileOptions,
  compile,
  createSession,
  loop,
  nextSteps,
  type ProviderResponse,
  pipeline,
  type Session,
} from '../../src/index.ts'

const tool = { name: 'f', parameters: { type: 'object' as const, properties: {} } }
const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })

interface Form {
  readonly model: CompileOptions['model']
  readonly says: (text: string) => unknown
  readonly calls: unknown
}

const message = (text: string): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})
const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }
const thought = { type: 'reasoning', summary: [] }
const chatCall = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }

const forms: readonly (readonly [string, Form])[] = [
  ['items taken out', { model: 'gpt-5.4', says: text => [message(text)], calls: [call] }],
  [
    'several items taken out',
    { model: 'gpt-5.4', says: text => [thought, message(text)], calls: [thought, call] },
  ],
  [
    'Responses without an id',
    { model: 'gpt-5.4', says: text => ({ output: [message(text)] }), calls: { output: [call] } },
  ],
  [
    'one id for all',
    {
      model: 'gpt-5.4',
      says: text => ({ id: 'r', output: [message(text)] }),
      calls: { id: 'r', output: [call] },
    },
  ],
  [
    'a message of Chat',
    {
      model: 'gpt-5.4',
      says: content => ({ role: 'assistant', content }),
      calls: { role: 'assistant', content: null, tool_calls: [chatCall] },
    },
  ],
  [
    'Gemini without a responseId',
    {
      model: 'gemini-3.8-flash',
      says: text => ({ candidates: [{ content: { parts: [{ text }] } }] }),
      calls: { candidates: [{ content: { parts: [{ functionCall: { name: 'f', args: {} } }] } }] },
    },
  ],
  [
    'content of Messages',
    {
      model: 'claude-sonnet-5',
      says: text => ({ content: [{ type: 'text', text }] }),
      calls: { content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
    },
  ],
]

test.each(forms)('answers of two agents are two units: %s', async (_, { model, says, calls }) => {
  const a = agent({ name: 'a', outputKey: 'x' })
  const app = pipeline(a, agent({ name: 'b', instruction: 'For {x}.', tools: [tool] }))
  const answered = async (session: Session, response: unknown): Promise<Session> => {
    const result = await compile(app, session, { model })
    return session.append(...answerOf(result, response as ProviderResponse))
  }
  const called = await answered(await answered(asked, says('from a')), calls)
  const { rows } = called.units
  expect(Array.from({ length: rows.length }, (_, unit) => rows.authorOf(unit))).toEqual(['user', 'a', 'b'])
  expect(nextSteps(app, called)).toMatchObject([{ kind: 'tools', agent: 'b' }])
  const id =
    called.events.flatMap(({ parts }) =>
      parts.flatMap(part => (part.kind === 'tool-call' ? part.id : [])),
    )[0] ?? ''
  const content = [{ kind: 'text', text: 'done' } as const]
  const ran = called.append({ author: 'tool', parts: [{ kind: 'tool-result', id, name: 'f', content }] })
  expect(nextSteps(app, ran)).toMatchObject([{ kind: 'agent', agent: 'b' }])
  expect(nextSteps(app, await answered(ran, says('from b')))).toMatchObject([{ kind: 'done' }])
})

// Under one id the provider says that both are one response.
const unlabelled = forms.filter(([name]) => name !== 'one id for all')

test.each(unlabelled)(
  'an answer repeated in each round of a loop is a unit each time: %s',
  async (_, { model, says }) => {
    const app = loop({ max: 2 }, agent({ name: 'a' }))
    let session = asked
    for (const kind of ['agent', 'agent'])
      if (nextSteps(app, session)[0]?.kind === kind) {
        const result = await compile(app, session, { model })
        session = session.append(...answerOf(result, says('Again.') as ProviderResponse))
      }
    expect(session.units.rows.length).toBe(3)
    expect(nextSteps(app, session)).toEqual([{ kind: 'done', branch: '' }])
  },
)

test('two answers to one request are two units, and the items of one answer are one unit', async () => {
  const result = await compile(agent({ name: 'a' }), asked, { model: 'gpt-5.4' })
  const events = (text: string) => answerOf(result, { output: [thought, message(text)] })
  expect(asked.append(...events('one')).units.rows.length).toBe(2)
  expect(asked.append(...events('one'), ...events('two')).units.rows.length).toBe(3)
  // Nothing but the request and the answer is in the label.
  expect(events('one')).toEqual(events('one'))
})
