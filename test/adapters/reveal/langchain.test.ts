import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import { HumanMessage } from '@langchain/core/messages'
import { Command, MemorySaver } from '@langchain/langgraph'
import { contextCompiler, revealTools } from 'ctxc/langchain'
import { redact } from 'ctxc/protect'
import { AIMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from 'langchain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const address = 'anna@example.org'
const placeholder = '[secret:email:1]'
const schema = z.object({ to: z.string(), text: z.string() })
const call = { to: placeholder, text: `Dear ${placeholder}` }
const messages = [new HumanMessage(`Write to ${address}.`)]

const modelThatCalls = (args: Record<string, unknown>, id = 'call_1') =>
  fakeModel()
    .respond(new AIMessage({ content: '', tool_calls: [{ id, name: 'send_email', args }] }))
    .respond(new AIMessage(`I wrote to ${placeholder}.`))

/** Tracer that notes all that LangChain tells it of tools. */
class Tracer extends BaseCallbackHandler {
  readonly name = 'tracer'
  readonly seen: unknown[] = []

  override handleToolStart(...given: unknown[]): void {
    this.seen.push(given)
  }

  override handleToolEnd(output: unknown): void {
    this.seen.push(output)
  }

  override handleToolEvent(piece: unknown): void {
    this.seen.push(piece)
  }

  override handleToolError(error: Error): void {
    this.seen.push(`${error} ${error.stack}`)
  }
}

/** Agent of LangChain, reduced to what these tests use. */
interface WaitingAgent {
  invoke(
    input: object,
    config: object,
  ): Promise<{ readonly messages: readonly object[]; readonly __interrupt__?: unknown }>
}

/** An agent with a tool that notes what it got. */
function app(run: (to: string) => unknown, options: Parameters<typeof tool>[1] | object = {}) {
  const got: unknown[] = []
  const send = tool(
    (input: { readonly to?: string }) => {
      got.push(input)
      return run(input.to as string) as string
    },
    { name: 'send_email', description: 'Sends an e-mail.', schema, ...options } as never,
  )
  const context = contextCompiler({ protect: [redact({ pii: ['email'] })], model: 'gpt-4.1' })
  const tools = revealTools(context, [send], { send_email: ['to'] })
  return { got, context, tools, tracer: new Tracer() }
}

describe('4-F5, LangChain', () => {
  test('a tool gets the real value, and state, tracers and the model keep the placeholder', async () => {
    const { got, context, tools, tracer } = app(to => [`sent to ${to}`, { to }], {
      responseFormat: 'content_and_artifact',
    })
    const model = modelThatCalls(call)
    const agent = createAgent({ model, tools, middleware: [context] })
    const state = await agent.invoke({ messages }, { callbacks: [tracer] })
    expect(got).toEqual([{ to: address, text: call.text }])
    const [, ...answers] = state.messages.map(each => JSON.stringify(each.toDict()))
    expect(answers.join()).toContain(`sent to ${placeholder}`)
    expect(state.messages.find(({ type }) => type === 'tool')).toMatchObject({
      artifact: { to: placeholder },
    })
    expect(tracer.seen).toHaveLength(2)
    for (const place of [answers, tracer.seen, model.calls])
      expect(JSON.stringify(place)).not.toContain(address)
  })

  test('a compile warns of a tool that does not get the value', async () => {
    const codes: string[][] = []
    const context = contextCompiler({
      ...{ protect: [redact({ pii: ['email'] })], model: 'gpt-4.1' },
      onCompiled: ({ diagnostics }) => codes.push(diagnostics.map(({ code }) => code)),
    })
    const send = tool(() => 'sent', { name: 'send_email', description: 'Sends.', schema })
    for (const isRevealed of [false, true]) {
      const tools = isRevealed ? revealTools(context, [send], { send_email: ['to'] }) : [send]
      await createAgent({ model: modelThatCalls(call), tools, middleware: [context] }).invoke({ messages })
    }
    expect(codes.map(each => each.includes('CX6022'))).toEqual([false, true, false, false])
  })

  test('a command, a streamed result and an error keep the placeholder', async () => {
    const streamed = app(async function* (to: string) {
      yield `writing to ${to}`
      return `sent to ${to}`
    } as never)
    const failed = app(to => {
      throw new Error(`no mailbox ${to}`)
    })
    for (const { got, context, tools, tracer } of [streamed, failed]) {
      const agent = createAgent({ model: modelThatCalls(call), tools, middleware: [context] })
      const state = await agent.invoke({ messages }, { callbacks: [tracer] }).catch(String)
      expect(got).toMatchObject([{ to: address }])
      const shown = JSON.stringify([typeof state === 'string' ? state : state.messages.slice(1), tracer.seen])
      expect(shown).toMatch(/(?:sent to|no mailbox) \[secret:email:1\]/)
      expect(shown).not.toContain(address)
    }
    expect(JSON.stringify(streamed.tracer.seen)).toContain(`writing to ${placeholder}`)
  })

  /** An agent whose call waits for a person, with the steps of the conversation in a store. */
  function waiting(checkpointer: MemorySaver) {
    const { got, context, tools } = app(to => `sent to ${to}`)
    const person = humanInTheLoopMiddleware({ interruptOn: { send_email: true } } as never)
    const agent = createAgent({
      ...{ model: modelThatCalls(call), tools, checkpointer },
      middleware: [person as never, context],
    })
    return { got, agent: agent as unknown as WaitingAgent }
  }

  const config = { configurable: { thread_id: 'chat' } }
  const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } })

  test('a call that waits for a person shows the placeholder, and another process runs it', async () => {
    for (const isRestarted of [false, true]) {
      const store = new MemorySaver()
      const { agent, got } = waiting(store)
      const asked = await agent.invoke({ messages }, config)
      expect(JSON.stringify(asked.__interrupt__)).toContain(placeholder)
      expect(JSON.stringify(asked.__interrupt__)).not.toContain(address)
      expect(got).toEqual([])
      const resumed = isRestarted ? waiting(store) : { agent, got }
      const state = await resumed.agent.invoke(approval, config)
      expect(resumed.got).toMatchObject([{ to: address }])
      expect(JSON.stringify(state.messages.slice(1))).not.toContain(address)
    }
  })

  test('another process reveals nothing if the state differs from what the model was shown', async () => {
    const store = new MemorySaver()
    await waiting(store).agent.invoke({ messages }, config)
    const { got, agent } = waiting(store)
    const content = `Not to eve@example.org, to ${address}.`
    const { checkpoint, metadata, config: place } = (await store.getTuple(config))!
    const { channel_values: values } = checkpoint
    const [, ...others] = values.messages as HumanMessage[]
    const edited = { ...values, messages: [new HumanMessage(content), ...others] }
    await store.put(place as never, { ...checkpoint, channel_values: edited }, metadata as never)
    await agent.invoke(approval, config)
    expect(got).toEqual([call])
  })

  test('conversations whose calls have one id get their own values', async () => {
    const { got, context, tools } = app(to => to)
    const addresses = ['bert@example.org', 'carla@example.org']
    await Promise.all(
      addresses.map(each =>
        createAgent({ model: modelThatCalls(call), tools, middleware: [context] }).invoke({
          messages: [new HumanMessage(`Write to ${each}.`)],
        }),
      ),
    )
    expect(got.map(input => (input as typeof call).to).toSorted()).toEqual(addresses)
  })

  test('revealTools refuses another context, and an unknown tool or argument', () => {
    const { context, tools } = app(to => to)
    expect(() => revealTools({} as never, tools, { send_email: ['to'] })).toThrow(/has no context/)
    for (const wrong of [{ mail: ['to'] }, { send_email: ['email'] }, { send_email: [1] }])
      expect(() => revealTools(context, tools, wrong as never)).toThrow(TypeError)
    const server = { type: 'web_search', name: 'web_search' }
    expect(() => revealTools(context, [server], { web_search: ['q'] })).toThrow(/has no function/)
  })
})
