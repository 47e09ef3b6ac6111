import {
  type Agent,
  agent,
  C,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  type Session,
} from 'ctxc'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { redact } from 'ctxc/protect'
import { describe, expect, test } from 'vitest'

const model = 'claude-opus-5-5'
const usage = { inputTokens: 100, outputTokens: 900, reasoningTokens: 700, model }

const answer = (text: string, thinking: string): EventInput => ({
  author: 'bot',
  parts: [
    {
      kind: 'reasoning',
      text: thinking,
      model,
      native: { format: 'anthropic', payload: { type: 'thinking', thinking, signature: 'AAAA' } },
    },
    { kind: 'text', text },
  ],
  actions: { usage },
})
const words = 'some more words '.repeat(40)
const told = createSession({
  events: [
    { author: 'user', text: 'First question.' },
    answer('First answer.', 'First thought.'),
    { author: 'user', text: `Second question. ${words}` },
    answer('Second answer.', 'Second thought.'),
    { author: 'user', text: 'Third question.' },
  ],
})
const bot: Agent = { name: 'bot', instruction: 'Help.' }

interface Change {
  readonly before?: Agent
  readonly after?: Agent
  readonly options?: CompileOptions
  readonly later?: CompileOptions
  readonly session?: Session
  readonly grown?: (session: Session) => Session
}

/** Compiles a session, changes something, and compiles again with the plan. */
async function lossesAfter({
  before = bot,
  after = before,
  session = told,
  grown = it => it,
  ...given
}: Change) {
  const { options = {}, later = options } = given
  const first = await compile(before, session, { model, ...options })
  expect(first.reasoning.losses).toEqual([])
  const second = await compile(after, grown(session), { model, ...later, plan: first.plan })
  const { losses } = second.reasoning
  const recorded = (second.plan?.decisions ?? []).flatMap(({ lost = [] }) => lost)
  expect(recorded).toEqual(losses)
  return losses
}

const all = [{ items: 2, tokens: 1_400, reported: 1_400 }]
const tool = { name: 'look', parameters: { type: 'object' } } as const
/** A call whose field names a value that earlier messages hold too. */
const found: readonly EventInput[] = [
  { author: 'bot', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: { seat: 'Second' } }] },
  { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'ok' }] }] },
]

describe('a loss of reasoning has a reason', () => {
  const changes: readonly (readonly [string, Change])[] = [
    ['instruction', { after: { ...bot, instruction: 'Help at once.' } }],
    ['tools', { after: { ...bot, tools: [tool] } }],
    ['target', { later: { model: 'anthropic.messages/claude-opus-5-5', target: 'ai-sdk' } }],
    ['budget', { later: { budget: 260 } }],
    ['window', { after: agent({ ...bot, context: [C.last(1)] }) }],
    [
      'protected',
      {
        before: { ...bot, tools: [tool], protect: [redact({ fields: ['seat'] })] },
        grown: it => it.append(...found),
      },
    ],
    ['rewind', { grown: it => it.append({ author: 'user', text: 'No.', actions: { rewind: { to: 1 } } }) }],
  ]
  test.each(changes)('%s', async (reason, change) => {
    expect(await lossesAfter(change)).toEqual(all.map(loss => ({ reason, ...loss })))
  })
})

test('another end user ends the reasoning of GPT-6.2', async () => {
  const input = [
    { role: 'user', content: 'q' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'QUJD' },
    { role: 'assistant', content: 'a' },
    { role: 'user', content: 'next' },
  ]
  const of = (user: string) =>
    fromOpenAIResponses({ model: 'gpt-6.2-sol', store: false, safety_identifier: user, input } as never)
  const first = await compile(of('one'))
  const same = await compile(of('one'), { plan: first.plan })
  const other = await compile(of('two'), { plan: first.plan })
  expect(same.reasoning).toMatchObject({ sent: 1, lost: 0, losses: [] })
  expect(other.reasoning).toMatchObject({ sent: 0, losses: [{ reason: 'end-user', items: 1 }] })
})

test.each([
  ['claude-fable-5-1', []],
  ['claude-sonnet-5-5', [{ reason: 'model', ...all[0] }]],
])('a change to %s keeps the history and the reasoning that it reads', async (next, losses) => {
  expect(await lossesAfter({ later: { model: next } })).toEqual(losses)
})

test('a session that only grows loses nothing', async () => {
  expect(await lossesAfter({ grown: it => it.append({ author: 'user', text: 'More.' }) })).toEqual([])
})

test('tokens of lost reasoning are counted where no usage was reported', async () => {
  const events = told.events.map(({ actions: _, ...event }) => event) as EventInput[]
  const [loss] = await lossesAfter({
    session: createSession({ events }),
    after: { ...bot, instruction: 'Help at once.' },
  })
  expect(loss).toMatchObject({ reason: 'instruction', items: 2, reported: 0 })
  expect(loss?.tokens).toBeGreaterThan(4)
})

test('a compile without a plan names the reason of each missing part', async () => {
  const { reasoning } = await compile(bot, told, { model, budget: 260 })
  expect(reasoning).toMatchObject({ sent: 0, lost: 2, losses: [{ reason: 'budget', items: 2 }] })
})

test('a session that a rewind made short enough keeps no reasoning without a plan, as it may have been trimmed', async () => {
  const rewound = told.append(
    { author: 'developer', actions: { rewind: { to: 2 } } },
    { author: 'user', text: 'Another question.' },
  )
  const reasonsFor = async (options: CompileOptions) =>
    (await compile(bot, rewound, { model, ...options })).reasoning.losses.map(({ reason }) => reason)
  expect(await reasonsFor({ budget: 500 })).toContain('unknown-before')
  expect(await reasonsFor({ budget: 100_000 })).not.toContain('unknown-before')
  expect(await reasonsFor({})).not.toContain('unknown-before')
})
