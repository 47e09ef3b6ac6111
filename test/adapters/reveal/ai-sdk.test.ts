import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  tool,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { C } from 'ctxc'
import { compileStep, contextCompiler, revealTools } from 'ctxc/ai-sdk'
import { redact } from 'ctxc/protect'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { usage } from '../../ai-sdk/weather.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const address = 'anna@example.org'
const placeholder = '[secret:email:1]'
const prompt = `Write to ${address}.`
const stopWhen = isStepCount(5)
const protect = [redact({ pii: ['email'] })]

/** A model that calls the tool with some input, then ends. */
function modelThatCalls(input: object, id = 'call_1') {
  let step = 0
  const answer = (): object[] =>
    step++ === 0
      ? [{ type: 'tool-call', toolCallId: id, toolName: 'send_email', input: JSON.stringify(input) }]
      : [{ type: 'text', text: `I wrote to ${placeholder}.` }]
  const reason = (parts: readonly object[]) =>
    'text' in (parts[0] ?? {})
      ? ({ unified: 'stop', raw: 'stop' } as const)
      : ({ unified: 'tool-calls', raw: 'tool_calls' } as const)
  return new MockLanguageModelV4({
    provider: 'openai.responses',
    modelId: 'gpt-5.4',
    doGenerate: async () => {
      const content = answer()
      return { content: content as never, finishReason: reason(content), usage, warnings: [] }
    },
    doStream: async () => {
      const content = answer()
      const [first] = content as { text?: string }[]
      const parts =
        first?.text === undefined
          ? content
          : [
              { type: 'text-start', id: '0' },
              { type: 'text-delta', id: '0', delta: first.text },
              { type: 'text-end', id: '0' },
            ]
      return {
        stream: convertArrayToReadableStream([
          { type: 'stream-start', warnings: [] },
          ...parts,
          { type: 'finish', usage, finishReason: reason(content) },
        ] as never),
      }
    },
  })
}

const inputSchema = z.object({ to: z.string(), text: z.string() })
const call = { to: placeholder, text: `Dear ${placeholder}` }

/** An app with a tool that notes what it got. */
function app(execute: (to: string) => unknown, options: { readonly needsApproval?: boolean } = {}) {
  const got: unknown[] = []
  const send_email = tool({
    inputSchema,
    ...options,
    execute: input => {
      got.push(input)
      return execute(input.to) as string
    },
  })
  const context = contextCompiler({ protect })
  const tools = revealTools(context, { send_email }, { send_email: ['to'] })
  const wrapped = (mock: MockLanguageModelV4) => wrapLanguageModel({ model: mock, middleware: context })
  return { got, context, tools, wrapped, send_email }
}

describe('4-F5, AI SDK', () => {
  test('a tool gets the real value, and messages, telemetry and the model keep the placeholder', async () => {
    const { got, tools, wrapped } = app(to => ({ status: `sent to ${to}`, by: new Date(0) }))
    const mock = modelThatCalls(call)
    const events: unknown[] = []
    const note = (event: unknown): void => void events.push(event)
    const result = await generateText({
      ...{ model: wrapped(mock), tools, stopWhen },
      messages: [{ role: 'user', content: prompt }],
      telemetry: { integrations: [{ onToolExecutionStart: note, onToolExecutionEnd: note }] },
    })
    expect(got).toEqual([{ to: address, text: call.text }])
    const steps = result.steps.map(({ content, response }) => ({ content, messages: response.messages }))
    expect(JSON.stringify(steps)).toContain(`sent to ${placeholder}`)
    expect(events).toHaveLength(2)
    const ran = events.map(event => ({ ...(event as object), messages: [] }))
    for (const place of [steps, ran, mock.doGenerateCalls.map(each => each.prompt)])
      expect(JSON.stringify(place)).not.toContain(address)
  })

  test('an error and its cause keep the placeholder, and the class of the error', async () => {
    class MailError extends Error {}
    const failed = (to: string) => {
      throw new MailError(`no mailbox ${to}`, { cause: { to } })
    }
    const { tools, wrapped } = app(failed)
    const result = await generateText({ model: wrapped(modelThatCalls(call)), tools, prompt, stopWhen })
    const part = result.steps[0]?.content.find(({ type }) => type === 'tool-error') as { error: Error }
    expect(part.error).toBeInstanceOf(MailError)
    expect(part.error).toMatchObject({ message: `no mailbox ${placeholder}`, cause: { to: placeholder } })
    expect(part.error.stack).not.toContain(address)
  })

  test('each piece of a streamed result keeps the placeholder on the page', async () => {
    const { got, tools, wrapped } = app(async function* (to: string) {
      yield { status: `writing to ${to}` }
      yield { status: `sent to ${to}` }
    } as never)
    const result = streamText({ model: wrapped(modelThatCalls(call)), tools, prompt, stopWhen })
    const chunks: unknown[] = []
    for await (const chunk of result.toUIMessageStream()) chunks.push(chunk)
    const outputs = chunks.filter(chunk => (chunk as { type: string }).type === 'tool-output-available')
    expect(got).toMatchObject([{ to: address }])
    expect(outputs.map(chunk => (chunk as { output: object }).output)).toEqual([
      { status: `writing to ${placeholder}` },
      { status: `sent to ${placeholder}` },
      { status: `sent to ${placeholder}` },
    ])
    expect(JSON.stringify(chunks)).not.toContain(address)
  })

  test('a result warns once of a tool that does not get the value', async () => {
    const { context, send_email, tools } = app(to => to)
    const ask = (given: typeof tools, middleware = context) =>
      generateText({
        ...{ model: wrapLanguageModel({ model: modelThatCalls(call), middleware }), tools: given },
        ...{ prompt, stopWhen },
      })
    const warned = async (run: ReturnType<typeof ask>) =>
      (await run).steps.map(({ warnings }) => JSON.stringify(warnings).includes('CX6022'))
    expect(await warned(ask({ send_email }, contextCompiler({ protect })))).toEqual([false, true])
    expect(await warned(ask(tools))).toEqual([false, false])
  })

  test('compileStep reveals, too', async () => {
    const got: unknown[] = []
    const send_email = tool({ inputSchema, execute: input => void got.push(input.to) })
    const prepareStep = compileStep({ protect, budget: 4_000 })
    const tools = revealTools(prepareStep, { send_email }, { send_email: ['to'] })
    await generateText({ model: modelThatCalls(call), tools, prompt, stopWhen, prepareStep })
    expect(got).toEqual([address])
  })

  test('a scheme, a part of a text and a made-up placeholder are told apart', async () => {
    const got: unknown[] = []
    const send_email = tool({
      inputSchema: z.object({ to: z.string(), auth: z.string(), cc: z.string() }),
      execute: input => void got.push(input),
    })
    const context = contextCompiler({ protect })
    const scheme = { argument: 'auth', scheme: 'Bearer ' }
    const tools = revealTools(context, { send_email }, { send_email: ['to', scheme, 'cc'] })
    const given = { to: `me, ${placeholder}`, auth: `Bearer ${placeholder}`, cc: '[secret:email:2]' }
    const model = wrapLanguageModel({ model: modelThatCalls(given), middleware: context })
    await generateText({ model, tools, prompt, stopWhen })
    expect(got).toEqual([{ ...given, auth: `Bearer ${address}` }])
  })

  test('a call gets its value if an earlier call of the conversation has its id', async () => {
    const { got, tools, wrapped } = app(to => to)
    const first = [{ role: 'user', content: prompt } as const]
    const { steps } = await generateText({
      ...{ model: wrapped(modelThatCalls(call)), tools, messages: first, stopWhen },
    })
    const answers = steps.flatMap(({ response }) => response.messages)
    expect(answers.map(({ role }) => role)).toEqual(['assistant', 'tool', 'assistant'])
    const messages = [...first, ...answers, { role: 'user', content: 'And bert@example.org.' } as const]
    const model = wrapped(modelThatCalls({ ...call, to: '[secret:email:2]' }))
    await generateText({ model, tools, messages, stopWhen })
    expect(got).toMatchObject([{ to: address }, { to: 'bert@example.org' }])
  })

  test('the conversation of a call is read only if a revealed argument has a placeholder', async () => {
    const { got, tools } = app(to => to)
    let reads = 0
    const options = {
      ...{ toolCallId: 'call_1', context: {} },
      get messages(): ModelMessage[] {
        reads++
        return []
      },
    }
    for (const [to, expected] of [['anna', 0] as const, [placeholder, 1] as const]) {
      await tools.send_email.execute?.({ to, text: placeholder }, options as never)
      expect(reads).toBe(expected)
    }
    expect(got).toMatchObject([{ to: 'anna' }, { to: placeholder }])
  })

  test('conversations whose calls have one id get their own values', async () => {
    const { got, tools, wrapped } = app(to => to)
    const both = ['bert@example.org', 'carla@example.org'].map(each =>
      generateText({ model: wrapped(modelThatCalls(call)), tools, prompt: `Write to ${each}.`, stopWhen }),
    )
    await Promise.all(both)
    expect(got).toMatchObject([{ to: 'bert@example.org' }, { to: 'carla@example.org' }])
  })
})

describe('4-F5, AI SDK, approvals', () => {
  /** Approves the calls in messages. */
  const approve = (messages: readonly ModelMessage[]): ModelMessage[] => [
    ...messages,
    {
      role: 'tool',
      content: messages.flatMap(({ content }) =>
        (typeof content === 'string' ? [] : content).flatMap(part =>
          part.type === 'tool-approval-request'
            ? [{ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved: true }]
            : [],
        ),
      ),
    },
  ]

  /** Runs a conversation until its call waits, and returns its messages as an app stores them. */
  async function asked(history: readonly ModelMessage[], options = {}) {
    const first = app(to => to, { needsApproval: true })
    const messages = [...history]
    const { response } = await generateText({
      ...{ model: first.wrapped(modelThatCalls(call)), tools: first.tools, messages, stopWhen, ...options },
    })
    expect(first.got).toEqual([])
    expect(JSON.stringify(response.messages)).not.toContain(address)
    return {
      first,
      stored: JSON.parse(JSON.stringify([...messages, ...response.messages])) as ModelMessage[],
    }
  }

  const history: readonly ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Bert is bert@example.org.' }] },
    { role: 'assistant', content: 'Noted.' },
    { role: 'user', content: `Write to ${address}.` },
  ]
  const second = '[secret:email:2]'

  test('a call that was approved runs with the real value, in the same process and in another one', async () => {
    const { first, stored } = await asked([{ role: 'user', content: prompt }])
    const other = app(to => `sent to ${to}`, { needsApproval: true })
    for (const { got, tools, wrapped } of [first, other]) {
      const model = wrapped(modelThatCalls(call))
      const { response } = await generateText({ model, tools, messages: approve(stored) })
      expect(got).toMatchObject([{ to: address }])
      expect(JSON.stringify(response.messages)).not.toContain(address)
    }
  })

  test('the page of a chat keeps the placeholder while its call waits, and another process runs it', async () => {
    const first = app(to => to, { needsApproval: true })
    const asking = first.wrapped(modelThatCalls({ ...call, to: second }))
    const user = (text: string): UIMessage => ({ id: text, role: 'user', parts: [{ type: 'text', text }] })
    const posted = [user('Bert is bert@example.org.'), user(`Write to ${address}.`)]
    const messages = await convertToModelMessages(posted)
    const { tools } = first
    let message: UIMessage | undefined
    for await (const each of readUIMessageStream({
      stream: streamText({ model: asking, tools, messages }).toUIMessageStream(),
    }))
      message = each
    expect(JSON.stringify(message)).not.toContain('example.org')
    const parts = (message as UIMessage).parts.map(part =>
      'approval' in part && part.approval !== undefined
        ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: true } }
        : part,
    )
    const chat = JSON.parse(JSON.stringify([...posted, { ...message, parts }])) as UIMessage[]
    const other = app(to => to, { needsApproval: true })
    await generateText({
      ...{ model: other.wrapped(modelThatCalls(call)), tools: other.tools },
      messages: await convertToModelMessages(chat),
    })
    expect(other.got).toMatchObject([{ to: address }])
  })

  test('a call from another process never gets the value of a conversation whose call has its id there', async () => {
    const { stored } = await asked(history)
    const there = app(to => to, { needsApproval: true })
    const others = [{ role: 'user', content: 'Dora is dora@example.org.' } as const]
    await generateText({
      ...{ model: there.wrapped(modelThatCalls(call)), tools: there.tools, messages: others },
    })
    const unmarked = JSON.parse(JSON.stringify(stored).replaceAll('"shown"', '"other"')) as ModelMessage[]
    for (const messages of [unmarked, stored]) {
      const { tools, wrapped } = there
      await generateText({ model: wrapped(modelThatCalls(call)), tools, messages: approve(messages) })
    }
    expect(there.got).toMatchObject([{ to: placeholder }, { to: 'bert@example.org' }])
  })

  test('messages that differ from those of the model reveal nothing, because numbers may differ', async () => {
    const { stored } = await asked(history)
    const trimmed = stored.slice(2)
    const edited = stored.with(0, { role: 'user', content: 'Bert is bert@example.org, carla@example.org.' })
    const unmarked = JSON.parse(JSON.stringify(stored).replaceAll('"shown"', '"other"')) as ModelMessage[]
    for (const messages of [trimmed, edited, unmarked]) {
      const { got, tools, wrapped } = app(to => to, { needsApproval: true })
      await generateText({ model: wrapped(modelThatCalls(call)), tools, messages: approve(messages) })
      expect(got).toEqual([call])
    }
  })

  test('a context that shows other messages than the app stores reveals nothing in another process', async () => {
    const context = contextCompiler({ protect, context: C.last(1) })
    const send_email = tool({ inputSchema, needsApproval: true, execute: () => '' })
    const tools = revealTools(context, { send_email }, { send_email: ['to'] })
    const model = wrapLanguageModel({ model: modelThatCalls(call), middleware: context })
    const prepareStep = compileStep({ context: C.last(1) })
    const messages = [...history]
    const { response } = await generateText({ model, tools, messages, prepareStep })
    const { got, tools: others, wrapped } = app(to => to, { needsApproval: true })
    await generateText({
      ...{ model: wrapped(modelThatCalls(call)), tools: others },
      messages: approve([...messages, ...response.messages]),
    })
    expect(got).toEqual([call])
  })
})

test('4-F5: revealTools refuses another context, an unknown tool or argument, and a tool without execute', () => {
  const { context, send_email } = app(to => to)
  const tools = { send_email, page: tool({ inputSchema }) }
  for (const wrong of [null, {}, () => {}])
    expect(() => revealTools(wrong as never, tools, { send_email: ['to'] })).toThrow(/has no context/)
  const names = [{ mail: ['to'] }, { send_email: ['email'] }, { send_email: 'to' }, { page: ['to'] }, []]
  for (const wrong of names) expect(() => revealTools(context, tools, wrong as never)).toThrow(TypeError)
})
