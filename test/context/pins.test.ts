import {
  agent,
  C,
  compile,
  createCompiler,
  createSession,
  type Plan,
  type Program,
  restoreSession,
} from 'ctxc'
import type { ContextInput } from 'ctxc/context'
import { findText } from 'ctxc/explain'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromLangChain } from 'ctxc/from/langchain'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { expect, test } from 'vitest'

const order = 'My parcel ORD-90817 did not arrive.'
const words = Array.from({ length: 61 }, (_, at) => `${at} ${'many words '.repeat(40)}`)
const asked = 'What was my order number again?'

/** A chat of 120 turns: the order number is in turn 4, and the question is asked six times, from turn 20 on. */
const turns = Array.from({ length: 120 }, (_, turn) =>
  turn === 3
    ? order
    : turn % 20 === 19
      ? asked
      : `Turn ${turn}: ${'some words about other things '.repeat(12)}`,
)

/**
 * Sends each turn of the chat. Returns how many of the six questions came with the order number, why the others did not, and
 * how many turns were refused.
 */
async function chat(context: ContextInput, budget = 8_000) {
  const helper = agent({ name: 'helper', identity: false, context })
  const compiler = createCompiler(helper, { model: 'gpt-5.4', target: 'openai-chat', budget })
  let session = createSession()
  let plan: Plan | null = null
  let seen = 0
  const missed = new Set<string>()
  const refused: number[] = []
  for (const [turn, text] of turns.entries()) {
    session = session.append({ author: 'user', text })
    const result = await compiler.compile(session, { plan })
    if (!result.ok) refused.push(turn)
    if (text === asked) {
      const [place] = findText('ORD-90817', result, { agent: helper, session })
      if (place?.fate === 'sent') seen++
      else missed.add(place?.reason ?? '')
    }
    plan = result.plan ?? plan
    session = session.append({
      author: 'helper',
      text: `Answer ${turn}: ${'I will look into it. '.repeat(12)}`,
    })
  }
  return { seen, refused: refused.length, missed: [...missed] }
}

test.each<[string, ContextInput, { seen: number; refused: number; missed: readonly string[] }]>([
  [
    'a policy without a pin',
    C.all(),
    { seen: 2, refused: 0, missed: ['older than the history that fits the budget'] },
  ],
  [
    'a pin by text',
    [
      C.where({ text: /\bORD-\d+/ })
        .tier('critical')
        .atMost(1_000),
      C.all(),
    ],
    { seen: 6, refused: 0, missed: [] },
  ],
  [
    'a pin of all users, with a ceiling',
    [C.where({ role: 'user' }).tier('critical').atMost(3_000), C.all()],
    { seen: 2, refused: 0, missed: ['older than the history that fits the budget'] },
  ],
  [
    'a pin of all users, without a ceiling,',
    [C.where({ role: 'user' }).tier('critical'), C.all()],
    { seen: 5, refused: 6, missed: ['no request was made'] },
  ],
  [
    'a reserve for users',
    [C.where({ role: 'user' }).atLeast(3_000), C.all()],
    { seen: 2, refused: 0, missed: ['older than the history that fits the budget'] },
  ],
  [
    'relevance and a window',
    [C.relevant(), C.window(10)],
    { seen: 0, refused: 0, missed: ['outside the window of the policy'] },
  ],
  [
    'relevance that is pinned',
    [C.relevant().tier('critical'), C.all().tier('supplementary')],
    { seen: 4, refused: 0, missed: ['supplementary, and the budget had no room'] },
  ],
  [
    'a pin by position',
    [C.first(4, { of: { role: 'user' } }).tier('critical'), C.all()],
    { seen: 6, refused: 0, missed: [] },
  ],
])(
  '%s shows the order number to so many of six questions, and says why not to the others',
  async (_, context, found) => {
    expect(await chat(context)).toEqual(found)
  },
)

test.each<[string, () => Program]>([
  [
    'a chat of the AI SDK',
    () =>
      fromAISDK(
        [order, ...words, asked].map((text, at) => ({
          ...{ id: `m${at}`, role: at % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] },
        })),
      ),
  ],
  [
    'messages of LangChain',
    () =>
      fromLangChain(
        [order, ...words, asked].map((content, at) => ({
          ...{ id: `m${at}`, type: at % 2 === 0 ? 'human' : 'ai', content },
        })),
      ),
  ],
  [
    'items of the Responses API',
    () =>
      fromOpenAIResponses(
        [order, ...words, asked].map((text, at) => ({
          ...{ id: `m${at}`, type: 'message', role: at % 2 === 0 ? 'user' : 'assistant' },
          content: [{ type: at % 2 === 0 ? 'input_text' : 'output_text', text }],
        })),
      ),
  ],
  [
    'events of a session',
    () => ({
      agent: agent({ name: 'helper' }),
      session: createSession({
        events: [order, ...words, asked].map((text, at) => ({
          ...{ id: `m${at}`, author: at % 2 === 0 ? 'user' : 'helper', text },
        })),
      }),
    }),
  ],
])('%s are pinned by the id of a message, also after they were stored', async (_, read) => {
  const { agent: given, session, format } = read()
  const holds = async (context: ContextInput) => {
    const options = { model: 'gpt-5.4', budget: 1_000 }
    const { ok, request } = await compile({ agent: agent({ ...given, context }), session, format }, options)
    return [ok, JSON.stringify(request).includes('ORD-90817')]
  }
  expect(await holds(C.all())).toEqual([true, false])
  expect(await holds([C.where({ id: 'm0' }).tier('critical').atMost(200), C.all()])).toEqual([true, true])
  expect(await holds([C.where({ id: ['m1', 'x'] }).tier('critical'), C.all()])).toEqual([true, false])
  const stored = restoreSession(JSON.parse(JSON.stringify(session.toJSON())))
  expect(stored.event(0).id).toBe('m0')
})

test('a pin whose ceiling is above the budget gives way, and only one without a ceiling refuses', async () => {
  const events = turns.slice(0, 60).flatMap(text => [
    { author: 'user', text },
    { author: 'helper', text: 'I will look into it.' },
  ])
  const session = createSession({ events: [...events, { author: 'user', text: asked }] })
  const outcome = async (context: ContextInput) => {
    const helper = agent({ name: 'helper', identity: false, context })
    const { ok, diagnostics } = await compile(helper, session, {
      ...{ model: 'gpt-5.4', target: 'openai-chat', budget: 2_000 },
    })
    return [ok, diagnostics.flatMap(({ code, level }) => (level === 'error' ? [code] : []))]
  }
  const pinned = C.where({ role: 'user' }).tier('critical')
  expect(await outcome([pinned.atMost(50_000), C.all()])).toEqual([true, []])
  expect(await outcome([pinned, C.all()])).toEqual([false, ['CX4001']])
})

test('a pin holds the newest units that fit into its ceiling, and the rest as long as there is room', async () => {
  const events = Array.from({ length: 40 }, (_, at) => ({
    author: at % 2 === 0 ? 'user' : 'helper',
    text: `${at % 4 === 0 ? 'pin' : 'rest'} ${at}: ${'many words '.repeat(40)}`,
  }))
  const session = createSession({ events: [...events, { author: 'user', text: 'And now?' }] })
  const sent = async (budget: number) => {
    const context = [C.where({ text: 'pin' }).tier('critical').atMost(300), C.last(1)]
    const { request } = await compile(agent({ name: 'helper', context }), session, {
      ...{ model: 'gpt-5.4', target: 'openai-chat', budget },
    })
    return [...JSON.stringify(request).matchAll(/pin (\d+)/g)].map(([, at]) => Number(at))
  }
  expect(await sent(50_000)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32, 36])
  expect((await sent(700)).slice(-2)).toEqual([32, 36])
})

test('a text is looked for in arguments and results too', async () => {
  const call = { kind: 'tool-call' as const, id: 'c', name: 'find', arguments: { order: 'ORD-1' } }
  const result = {
    kind: 'tool-result' as const,
    id: 'c',
    content: [{ kind: 'text' as const, text: 'in Berlin' }],
  }
  const filler = Array.from({ length: 60 }, (_, at) => ({
    author: at % 2 === 0 ? 'user' : 'helper',
    text: 'many words '.repeat(40),
  }))
  const last = { author: 'user', text: 'And now?' }
  const events = [
    { author: 'user', text: 'Where is it?' },
    { author: 'helper', parts: [call] },
    { author: 'tool', parts: [result] },
    ...filler,
    last,
  ]
  for (const text of ['ORD-1', 'in Berlin', { pattern: 'berlin', flags: 'i' }]) {
    const pinned = agent({
      name: 'helper',
      context: [C.where({ text }).tier('critical').atMost(500), C.all()],
    })
    const { ok, request } = await compile(pinned, createSession({ events }), {
      ...{ model: 'gpt-5.4', target: 'openai-chat', budget: 1_000 },
    })
    expect([ok, JSON.stringify(request).includes('in Berlin')]).toEqual([true, true])
  }
})

test('a message of the AI SDK with the tier of ctxc is never dropped', async () => {
  const filler = Array.from({ length: 60 }, (_, at) => ({
    role: at % 2 === 0 ? 'assistant' : 'user',
    content: 'many words '.repeat(40),
  }))
  const messages = (providerOptions?: object) => [
    { role: 'user', content: order, ...(providerOptions && { providerOptions }) },
    ...filler,
    { role: 'user', content: asked },
  ]
  const holds = async (given: readonly object[]) => {
    const { ok, request } = await compile(fromAISDK(given), { model: 'gpt-5.4', budget: 1_000 })
    return [ok, JSON.stringify(request).includes('ORD-90817')]
  }
  expect(await holds(messages())).toEqual([true, false])
  expect(await holds(messages({ ctxc: { tier: 'critical' } }))).toEqual([true, true])
  const { session } = fromAISDK(messages({ ctxc: { tier: 'critical' } }), { untrusted: true })
  expect(session.event(0).tier).toBe(undefined)
})

test('a message of LangChain with the tier of ctxc is never dropped', async () => {
  const messages = (additional_kwargs?: object) => [
    { type: 'human', content: order, ...(additional_kwargs && { additional_kwargs }) },
    ...words.map((content, at) => ({ type: at % 2 === 0 ? 'ai' : 'human', content })),
    { type: 'human', content: asked },
  ]
  const holds = async (given: readonly object[]) => {
    const { ok, request, diagnostics } = await compile(fromLangChain(given), {
      model: 'gpt-5.4',
      budget: 1_000,
    })
    expect(diagnostics.filter(({ code }) => code.startsWith('CX6'))).toEqual([])
    return [ok, JSON.stringify(request).includes('ORD-90817')]
  }
  expect(await holds(messages())).toEqual([true, false])
  expect(await holds(messages({ ctxc: { tier: 'critical' } }))).toEqual([true, true])
})
