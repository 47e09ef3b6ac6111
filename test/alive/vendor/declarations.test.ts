import {
  type Agent,
  answerOf,
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type Plan,
  type Session,
} from 'ctxc'
import { redact } from 'ctxc/protect'
import { describe, expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { betas } from './talk.ts'

const claude = 'claude-opus-5-5'
const gpt = 'gpt-6.2-sol'
const parameters = { type: 'object', properties: { at: { type: 'string' } } } as const
const tool = (name: string) => ({ name, parameters })
const bot: Agent = { name: 'bot', instruction: 'Be kind.', tools: [tool('look'), tool('find')] }
const user: EventInput = { author: 'user', text: 'And then?' }
const said: Readonly<Record<string, readonly object[]>> = {
  claude: [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Yes.' },
  ],
  gpt: [
    { type: 'reasoning', summary: [] },
    {
      ...{ type: 'message', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text: 'Yes.', annotations: [] }],
    },
  ],
}

/** Conversation with a provider that signs its reasoning. */
class Talk {
  session: Session
  plan: Plan | null = null
  readonly results: Compiled[] = []
  private readonly model: string

  constructor(model: string, session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })) {
    this.model = model
    this.session = session
  }

  /** Compiles, has the provider answer, and appends the answer and a question. */
  async turn(agent: Agent, options: CompileOptions = {}, question: EventInput = user): Promise<Compiled> {
    const result = await compile(agent, this.session, { model: this.model, plan: this.plan, ...options })
    this.take(result)
    this.session = this.session.append(...result.events, ...this.answer(result), question)
    return result
  }

  take(result: Compiled): void {
    expect(result.ok, JSON.stringify(result.diagnostics)).toBe(true)
    this.plan = result.plan
    this.results.push(result)
  }

  /** Returns the events of an answer; fails if the request has dead reasoning. */
  answer(result: Compiled): readonly EventInput[] {
    const [maker = ''] = this.model.split('-', 1)
    const provider = bindingProvider(maker === 'claude' ? 'anthropic' : 'openai', {
      model: this.model,
      betas,
    })
    const { status, body } = provider.answer(result.request as object, said[maker] as never)
    expect([status, body.input_transformations ?? []], JSON.stringify(body)).toEqual([200, []])
    return answerOf(result, body as never)
  }
}

const textOf = ({ request }: Compiled): string => JSON.stringify(request)
const reasons = ({ reasoning }: Compiled): readonly string[] => reasoning.losses.map(({ reason }) => reason)

describe.each([claude, gpt])('%s', model => {
  test('begins with the new declarations after a trim', async () => {
    const talk = new Talk(model)
    const long = { author: 'user', text: 'word '.repeat(300) }
    await talk.turn({ ...bot, instruction: 'Say OLD.' }, {}, long)
    for (let turn = 0; turn < 8; turn++) {
      const result = await talk.turn({ ...bot, instruction: 'Say NEW.' }, { budget: 2_000 }, long)
      expect(textOf(result)).toContain('Say NEW.')
    }
    expect(textOf(talk.results.at(-1) as Compiled)).not.toContain('OLD')
    expect(talk.results.flatMap(reasons)).toContain('budget')
  })

  test('has no dead reasoning if declarations change back where nothing can be appended', async () => {
    const talk = new Talk(model)
    await talk.turn({ ...bot, instruction: 'A' })
    await talk.turn({ ...bot, instruction: 'B' })
    await talk.turn({ ...bot, instruction: 'B' }, {}, { author: 'bot', text: 'Wait.' })
    const result = await talk.turn({ ...bot, instruction: 'A' })
    expect(textOf(result)).not.toContain('instructions have changed')
    expect(reasons(result)).toContain('instruction')
  })

  test('keeps apart the branches of one agent', async () => {
    const talk = new Talk(model, createSession())
    for (const turn of [0, 1, 2])
      for (const [branch, to] of [
        ['m.0', 'To French.'],
        ['m.1', 'To German.'],
      ] as const) {
        talk.session = talk.session.append({ author: 'user', text: `Part ${turn}`, branch })
        const result = await compile({ ...bot, instruction: to }, talk.session, { model, run: { branch } })
        expect(textOf(result)).toContain(to)
        expect(textOf(result)).not.toContain('instructions have changed')
        expect(result.events).toHaveLength(turn === 0 ? 1 : 0)
        const answer = talk.answer(result).map(event => ({ ...event, branch }))
        talk.session = talk.session.append(...result.events, ...answer)
      }
  })

  test('is compiled alike by one compiler for several sessions', async () => {
    const [one, other] = [new Talk(model), new Talk(model)]
    const three = { ...bot, tools: [...(bot.tools ?? []), tool('read')] }
    await one.turn({ ...bot, tools: [tool('look')] })
    await other.turn(three)
    const compiler = createCompiler(bot, { model })
    for (const { session, plan } of [one, other, one])
      expect((await compiler.compile(session, { plan })).request).toEqual(
        (await compile(bot, session, { model, plan })).request,
      )
  })

  test('is never sent a protected value by the record of its declarations', async () => {
    const talk = new Talk(model)
    const protect = [redact({ pii: ['email'] })]
    const asked = { ...bot, instruction: () => 'The customer is anna.miller@example.org.' }
    const result = await talk.turn(asked as never, { protect })
    expect(JSON.stringify([result.events, result.request])).not.toContain('anna.miller')
    const changed = await talk.turn({ ...bot, instruction: () => 'It is bert@example.org.' } as never, {
      protect,
    })
    expect(JSON.stringify([changed.events, changed.request])).not.toContain('bert@')
  })

  test('names an added tool as it is declared, and may have to call it', async () => {
    const talk = new Talk(model)
    await talk.turn(bot)
    const more = {
      ...bot,
      tools: [...(bot.tools ?? []), tool('read.page')],
      generateConfig: { toolChoice: { tool: 'read.page' } },
    } as Agent
    const result = await talk.turn(more)
    const choice = (result.request as { tool_choice?: { name?: string } }).tool_choice
    const [wire = ''] = /read_page_\w+/.exec(textOf(result)) ?? []
    expect(choice?.name).toBe(wire)
    expect(result.names.toDeclared(wire)).toBe('read.page')
    expect(reasons(result)).toEqual([])
  })

  test('is told of a tool that was added for an answer that is made again', async () => {
    const talk = new Talk(model)
    await talk.turn(bot)
    const asked = talk.session
    await talk.turn(bot)
    talk.session = talk.session.rewind(asked.length)
    const result = await talk.turn({ ...bot, tools: [...(bot.tools ?? []), tool('read')] })
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX5004')
    expect(reasons(result)).not.toContain('tools')
  })

  test('is compiled from a session with damaged records', async () => {
    const values = {
      instruction: '[]',
      tools: '[{"name":"x","description":5}]',
      format: 'null',
      effort: 'null',
    }
    const stored = Object.entries(values).map(([name, json]) => [name, { json, digest: '' }])
    const target = model === claude ? 'anthropic' : 'openai'
    const declared = { agent: 'bot', target, begins: true, values: Object.fromEntries(stored) } as const
    const talk = new Talk(model)
    talk.session = talk.session.append({ author: 'developer', actions: { declared } })
    const result = await talk.turn(bot)
    expect(textOf(result)).toContain('Be kind.')
    expect((await talk.turn(bot)).events).toEqual([])
  })
})

test('GPT is told of an effort and an output schema that change back', async () => {
  const talk = new Talk(gpt)
  const at = (reasoningEffort: string, schema?: object) =>
    ({ ...bot, generateConfig: { reasoningEffort }, ...(schema && { outputSchema: { schema } }) }) as Agent
  await talk.turn(at('low'))
  await talk.turn(at('high', { ...parameters, required: ['at'], additionalProperties: false }))
  const result = await talk.turn(at('low'))
  const { input } = result.request as { input: readonly { type?: string }[] }
  expect(input.findLast(({ type }) => type === 'configuration_update')).toEqual({
    type: 'configuration_update',
    reasoning: { effort: 'low' },
    text: { format: { type: 'text' } },
  })
  expect(talk.results.flatMap(reasons)).toEqual([])
})

test('Claude gets the first tools of an agent in the request itself', async () => {
  const talk = new Talk(claude)
  await talk.turn({ name: 'bot', instruction: 'Be kind.' })
  const result = await talk.turn(bot)
  expect((result.request as { tools?: readonly object[] }).tools).toHaveLength(2)
  expect(reasons(result)).toEqual(['tools'])
})
