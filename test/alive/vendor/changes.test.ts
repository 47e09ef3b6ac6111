import { readFileSync } from 'node:fs'
import { type Agent, answerOf, compile, createSession, type EventInput, type Plan } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fromAnthropic } from 'ctxc/from/anthropic'
import { fromGemini } from 'ctxc/from/gemini'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { callSDK } from './sdk-call.ts'
import { betas } from './talk.ts'

const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
})
const tool = (name: string, ...fields: string[]) => ({ name, parameters: object(...fields) })
const tools = [tool('look', 'at'), tool('find', 'word')]
const lines = Array.from({ length: 30 }, (_, at) => `Rule ${at}: keep to it.`).join('\n')
const bot: Agent = { name: 'bot', instruction: `${lines}\nBe kind. {mood?}`, tools }
const image = (url: string): EventInput => ({
  author: 'user',
  parts: [
    { kind: 'text', text: 'What is in this picture?' },
    { kind: 'file', mediaType: 'image/png', source: { type: 'url', url } },
  ],
})

type Compiled = Awaited<ReturnType<typeof compile>>

/** One change between two requests of a conversation. */
interface Change {
  readonly agent?: Partial<Agent>
  /** Fields of the agent before the change. */
  readonly before?: Partial<Agent>
  readonly state?: string
  /** Model after the change, by the model before it. */
  readonly model?: Readonly<Record<string, string>>
  readonly user?: string
}

/** Models of the page's columns. Those that name their provider are called by the AI SDK. */
const models = [
  'claude-opus-5-5',
  'gpt-6.2-sol',
  'gemini-3.8-flash',
  'anthropic/claude-opus-5-5',
  'openai/gpt-6.2-sol',
] as const
const providerOf = (model: string): string | null =>
  model.includes('/') ? (model.split('/', 1)[0] ?? null) : null
const bareOf = (model: string): string => model.slice(model.indexOf('/') + 1)
const makerOf = (model: string): string => bareOf(model).split('-', 1)[0] as string
const changes: Readonly<Record<string, Change>> = {
  'text of the instruction': { agent: { instruction: `${lines}\nBe very kind. {mood?}` } },
  'value in the instruction': { state: 'You are tired.' },
  'tool added': { agent: { tools: [...tools, tool('read', 'page')] } },
  'tool removed': { agent: { tools: tools.slice(0, 1) } },
  'tool renamed': { agent: { tools: [tools[0] as never, tool('seek', 'word')] } },
  "a tool's parameters": { agent: { tools: [tools[0] as never, tool('find', 'word', 'place')] } },
  effort: {
    before: { generateConfig: { reasoningEffort: 'low' } },
    agent: { generateConfig: { reasoningEffort: 'high' } },
  },
  'output schema': {
    before: { outputSchema: { schema: object('answer') } },
    agent: { outputSchema: { schema: object('answer', 'why') } },
  },
  'model up': {
    model: {
      'claude-opus-5-5': 'claude-fable-5-1',
      'gpt-6.2-sol': 'gpt-6.2-astra',
      'gemini-3.8-flash': 'gemini-4-argon',
    },
  },
  'model down': {
    model: {
      'claude-opus-5-5': 'claude-sonnet-5-5',
      'gpt-6.2-sol': 'gpt-6.1-sol',
      'gemini-3.8-flash': 'gemini-2.5-flash',
    },
  },
  'end user': { user: 'user-2' },
}

const sdkFields = (options: object): Partial<Agent> =>
  ({ extra: { format: 'ai-sdk', fields: { providerOptions: options } } }) as never

/** Fields that name an end user, by maker or provider of the model. */
const userFields: Readonly<Record<string, (id: string) => Partial<Agent>>> = {
  anthropic: userId => sdkFields({ anthropic: { metadata: { userId } } }),
  openai: safetyIdentifier => sdkFields({ openai: { store: false, safetyIdentifier } }),
  claude: user_id => ({ extra: { format: 'anthropic', fields: { metadata: { user_id } } } }),
  gpt: safety_identifier => ({ extra: { format: 'openai', fields: { safety_identifier } } }),
}

/** Fits every schema of these tests. */
const said = '{"answer":"Yes.","why":"So."}'

const answers: Readonly<Record<string, readonly object[]>> = {
  claude: [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: said },
  ],
  gpt: [
    { type: 'reasoning', summary: [] },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: said, annotations: [] }],
    },
  ],
}

interface Answered {
  readonly answer: object
  /** Body that the provider got. */
  readonly sent: object
  readonly dead: number
}

/** Returns an answer, signed if the vendor binds its reasoning. */
async function answerTo(
  request: object,
  model: string,
  endUser: string,
  agent: Partial<Agent> = {},
): Promise<Answered> {
  const maker = makerOf(model)
  const content = answers[maker]
  if (content === undefined) {
    const parts = [
      { text: 'Hm.', thought: true },
      { text: 'Yes.', thoughtSignature: 'AAAA' },
    ]
    const answer = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }
    return { answer, sent: request, dead: 0 }
  }
  const vendor = maker === 'claude' ? 'anthropic' : 'openai'
  const provider = bindingProvider(vendor, {
    model: bareOf(model),
    betas,
    endUser,
    ...(vendor === 'anthropic' && { media: () => 'AAAA' }),
  })
  if (providerOf(model) !== null) {
    const { answer, body, dead } = await callSDK(
      provider,
      model,
      request,
      content as never,
      agent.outputSchema?.schema as object,
    )
    return { answer, sent: body, dead }
  }
  const { status, body } = provider.answer(request, content as never)
  expect(status, JSON.stringify(body)).toBe(200)
  return {
    answer: body,
    sent: request,
    dead: ((body.input_transformations ?? []) as readonly object[]).length,
  }
}

/** Returns the types of the messages that tell of a change, or `request` if the request's own fields tell of it. */
function formOf(before: object, after: object): string {
  const held = JSON.stringify(listOf(before))
  const fresh = listOf(after).filter(item => !held.includes(JSON.stringify(item)))
  const forms = fresh.flatMap((item): string[] => {
    const {
      type,
      role,
      content,
      tool_changes: _,
    } = item as { type?: string; role?: string; content?: unknown; tool_changes?: unknown }
    if (type === 'additional_tools' || type === 'configuration_update') return [type]
    if (role !== 'system' && role !== 'developer') return []
    const blocks = Array.isArray(content)
      ? (content as { type: string }[]).map(block => block.type)
      : ['text']
    return [...new Set(blocks)].map(block => (block === 'text' ? `${role} message` : block))
  })
  const { tool_choice: choice } = after as { tool_choice?: { type?: string } }
  return [...forms, ...(choice?.type === 'allowed_tools' ? ['allowed_tools'] : [])].join(', ')
}

const listOf = (request: object): readonly object[] => {
  const { messages, input, contents } = request as Record<string, readonly object[] | undefined>
  return messages ?? input ?? contents ?? []
}

/** Returns what the third request is like after a change, and how much of its reasoning is dead. */
function toldOf({ ok, reasoning, diagnostics }: Compiled, before: object, after: object) {
  expect(ok).toBe(true)
  const lost = reasoning.losses.map(({ items, reason }) => `${items} (${reason})`).join(', ')
  const codes = [...new Set(diagnostics.map(({ code }) => code))]
  return {
    form: formOf(before, after) || 'the request',
    kept: reasoning.sent,
    lost: lost || '0',
    codes: codes.join(' ') || '-',
  }
}

/** Has two turns, makes a change, and returns what the third request is like. */
async function changed(model: string, { agent = {}, before = {}, state, model: other, user }: Change) {
  const first = image('https://example.com/a.png')
  let session = createSession({ events: [first] })
  const named = (id: string): Partial<Agent> => userFields[providerOf(model) ?? makerOf(model)]?.(id) ?? {}
  const target = targetOf(model)
  const start: Agent = { ...bot, ...named('user-1'), ...before }
  let plan: Plan | null = null
  let sent: object = {}
  for (const text of ['And now?', 'And then?']) {
    const result: Compiled = await compile(start, session, { ...target, model, plan })
    plan = result.plan
    const answered = await answerTo(result.request as object, model, 'user-1', start)
    sent = answered.sent
    expect(answered.dead).toBe(0)
    session = session.append(...result.events, ...answerOf(result, answered.answer as never), {
      author: 'user',
      text,
    })
  }
  if (state !== undefined)
    session = session.append({ author: 'developer', actions: { state: { set: { mood: state } } } })
  const provider = providerOf(model)
  const another = other?.[bareOf(model)]
  const next = another === undefined ? model : provider === null ? another : `${provider}/${another}`
  const later = { ...start, ...agent, ...(user && named(user)) }
  const result = await compile(later, session, {
    ...target,
    model: next,
    plan,
  })
  // The compiler sends no dead reasoning: it leaves out what would be dead, and names it.
  const answered = await answerTo(result.request as object, next, user ?? 'user-1', later)
  expect(answered.dead).toBe(0)
  return toldOf(result, sent, answered.sent)
}

const targetOf = (model: string) => (providerOf(model) === null ? {} : { target: 'ai-sdk' as const })

const readers = {
  'claude-opus-5-5': (list: readonly object[]) => fromAnthropic({ messages: list } as never),
  'gpt-6.2-sol': (list: readonly object[]) => fromOpenAIResponses({ input: list } as never),
  'gemini-3.8-flash': (list: readonly object[]) => fromGemini({ contents: list } as never),
  'anthropic/claude-opus-5-5': (messages: readonly object[]) => fromAISDK({ messages } as never),
  'openai/gpt-6.2-sol': (messages: readonly object[]) =>
    fromAISDK({ messages, providerOptions: { openai: { store: false } } } as never),
}

type Written = readonly [(url: string) => object, (text: string) => object]
const sdkWritten: Written = [
  url => ({ role: 'user', content: [{ type: 'file', data: url, mediaType: 'image/png' }] }),
  text => ({ role: 'user', content: text }),
]

/** Returns a user's message with an image, and one with a text, in a vendor's form. */
const written: Readonly<Record<string, Written>> = {
  anthropic: sdkWritten,
  openai: sdkWritten,
  claude: [
    url => ({ role: 'user', content: [{ type: 'image', source: { type: 'url', url } }] }),
    text => ({ role: 'user', content: text }),
  ],
  gpt: [
    url => ({ role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'auto' }] }),
    text => ({ role: 'user', content: text }),
  ],
  gemini: [
    url => ({ role: 'user', parts: [{ fileData: { fileUri: url, mimeType: 'image/png' } }] }),
    text => ({ role: 'user', parts: [{ text }] }),
  ],
}

/** Changes the address of an image in a list of messages, as an app does that signs addresses anew. */
async function imageMoved(model: (typeof models)[number]) {
  const [show, say] = written[providerOf(model) ?? makerOf(model)] as Written
  const target = targetOf(model)
  let list: readonly object[] = [show('https://example.com/a.png')]
  let plan: Plan | null = null
  for (const text of ['And now?', 'And then?']) {
    const result: Compiled = await compile(readers[model](list) as never, { ...target, model, plan })
    plan = result.plan
    const { answer } = await answerTo(result.request as object, model, 'user-1')
    const { responseMessages, content, output, candidates } = answer as Record<
      string,
      readonly { readonly content: object }[]
    >
    list = [
      ...list,
      ...(responseMessages ??
        output ?? [content === undefined ? candidates?.[0]?.content : { role: 'assistant', content }]),
      say(text),
    ] as object[]
  }
  const before: Compiled = await compile(readers[model](list) as never, { ...target, model, plan })
  const after = await compile(
    readers[model]([show('https://example.com/b.png'), ...list.slice(1)]) as never,
    { ...target, model, plan },
  )
  const [sent, answered] = await Promise.all(
    [before, after].map(({ request }) => answerTo(request as object, model, 'user-1')),
  )
  expect(answered?.dead).toBe(0)
  return toldOf(after, sent?.sent as object, answered?.sent as object)
}

const page = readFileSync(new URL('../../../docs/bound-reasoning.md', import.meta.url), 'utf8')

/** Returns a cell of the page's table: how the model is told, what is lost, and the diagnostics. */
async function cellOf(model: (typeof models)[number], change: Change | null): Promise<string> {
  const { form, lost, codes } = change === null ? await imageMoved(model) : await changed(model, change)
  return `${form}${lost === '0' ? '' : `; lost: ${lost}`}${codes === '-' ? '' : `; ${codes}`}`
}

test.each([...Object.entries(changes), ["an image's address", null] as const])(
  'the page says how each model is told of a change of: %s',
  async (kind, change) => {
    const cells = await Promise.all(models.map(model => cellOf(model, change)))
    const row = page.split('\n').find(line => line.startsWith(`| ${kind} | `))
    expect(row).toBe(`| ${[kind, ...cells].join(' | ')} |`)
  },
)

test.each(models.filter(model => makerOf(model) !== 'gemini'))(
  '%s is told of two changes in a row, and of a change before another message',
  async model => {
    const said: string[] = []
    let session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
    let plan: Plan | null = null
    const step = async (agent: Agent, ...more: EventInput[]): Promise<void> => {
      const named = { ...agent, ...userFields[providerOf(model) ?? '']?.('user-1') }
      const result: Compiled = await compile(named, session, { ...targetOf(model), model, plan })
      plan = result.plan
      session = session.append(...result.events)
      expect(result.ok).toBe(true)
      expect(result.diagnostics.filter(({ code }) => code !== 'CX5004')).toEqual([])
      const { answer, sent, dead } = await answerTo(result.request as object, model, 'user-1')
      said.push(JSON.stringify(sent))
      expect(dead).toBe(0)
      session = session.append(...(more.length > 0 ? more : [...answerOf(result, answer as never), user]))
    }
    const user: EventInput = { author: 'user', text: 'And then?' }
    const read = { ...bot, tools: [...tools, tool('read', 'page')] }
    const write = { ...bot, instruction: 'Be brief.', tools: [...read.tools, tool('write', 'page')] }
    await step(bot)
    // These two requests got no answer.
    await step(read, { author: 'user', text: 'Are you there?' })
    await step(write, { author: 'developer', actions: { state: { set: { seen: true } } } })
    await step(write)
    await step(write)
    for (const name of ['"read"', '"write"', 'Be brief.']) expect(said.at(-1)).toContain(name)
    expect(said.at(-1)?.startsWith(said.at(-2)?.slice(0, 2_000) as string)).toBe(true)
  },
)

test('a change that no message can tell ends the reasoning, also if the plan was lost', async () => {
  const model = 'gpt-6.2-sol'
  let session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
  const first: Compiled = await compile(bot, session, { model })
  const { answer } = await answerTo(first.request as object, model, 'user-1')
  session = session.append(...first.events, ...answerOf(first, answer as never), {
    author: 'user',
    text: 'And?',
  })
  const other = { ...bot, tools: [tool('look', 'at'), tool('find', 'word', 'place')] }
  const result: Compiled = await compile(other, session, { model })
  expect((await answerTo(result.request as object, model, 'user-1')).dead).toBe(0)
  expect(result.reasoning).toMatchObject({ sent: 0, losses: [{ reason: 'tools', items: 1 }] })
  // A later request without a plan knows the change by the session.
  const later: Compiled = await compile(other, session.append(...result.events), { model })
  expect((await answerTo(later.request as object, model, 'user-1')).dead).toBe(0)
  expect(later.reasoning).toMatchObject({ sent: 0, losses: [{ reason: 'instruction', items: 1 }] })
  const same: Compiled = await compile(bot, session, { model })
  expect((await answerTo(same.request as object, model, 'user-1')).dead).toBe(0)
  expect(same.reasoning).toMatchObject({ sent: 1, losses: [] })
})
