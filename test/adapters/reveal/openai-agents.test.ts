import {
  Agent,
  Runner,
  RunState,
  type Span,
  setTraceProcessors,
  setTracingDisabled,
  tool,
} from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { contextCompiler, protectedModel, revealTools } from 'ctxc/openai-agents'
import { redact } from 'ctxc/protect'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const address = 'anna@example.org'
const placeholder = '[secret:email:1]'
const protect = [redact({ pii: ['email'] })]
const parameters = z.object({ to: z.string(), text: z.string() })
const call = { to: placeholder, text: `Dear ${placeholder}` }
const input = `Write to ${address}.`

const script = (args: Record<string, unknown>) =>
  new ScriptedModel([
    [functionCall('send_email', args, { callId: 'call_1' })],
    [assistantMessage(`I wrote to ${placeholder}.`)],
  ])

/** An agent with a tool that notes what it got. */
function app(execute: (to: string) => unknown, options: object = {}) {
  const got: unknown[] = []
  const send = tool({
    ...{ name: 'send_email', description: 'Sends an e-mail.', parameters },
    ...options,
    execute: given => {
      got.push(given)
      return execute(given.to)
    },
  })
  const scripted = script(call)
  const model = protectedModel(scripted, { protect })
  const tools = revealTools(model, [send], { send_email: ['to'] })
  const agent = new Agent({ name: 'clerk', model, tools })
  return { got, agent, scripted, runner: new Runner({ tracingDisabled: true }) }
}

describe('4-F5, OpenAI Agents SDK', () => {
  test('a tool gets the real value, and items, hooks and the model keep the placeholder', async () => {
    const { got, agent, scripted, runner } = app(to => ({ status: `sent to ${to}` }))
    const seen: unknown[] = []
    runner.on('agent_tool_end', (_context, _agent, _tool, result, details) => {
      seen.push([result, details.toolCall])
    })
    const result = await runner.run(agent, input)
    expect(got).toEqual([{ to: address, text: call.text }])
    const items = result.newItems.map(item => item.toJSON())
    expect(JSON.stringify(items)).toContain(`sent to ${placeholder}`)
    expect(seen).toHaveLength(1)
    for (const place of [items, seen, scripted.calls.map(({ request }) => request.input)])
      expect(JSON.stringify(place)).not.toContain(address)
  })

  test('a streamed run reveals, too, and an error that the app words keeps the placeholder', async () => {
    const spans: unknown[] = []
    const nothing = async (): Promise<void> => {}
    setTraceProcessors([
      {
        ...{ onTraceStart: nothing, onTraceEnd: nothing, onSpanStart: nothing },
        ...{ shutdown: nothing, forceFlush: nothing },
        onSpanEnd: async (span: Span<never>) => void spans.push(span.toJSON()),
      },
    ])
    setTracingDisabled(false)
    const { got, agent } = app(
      to => {
        throw new Error(`no mailbox ${to}`)
      },
      { errorFunction: (_context: unknown, error: unknown) => `It failed: ${error}` },
    )
    const result = await new Runner().run(agent, input, { stream: true })
    const events: unknown[] = []
    for await (const event of result) events.push(event)
    await result.completed
    expect(got).toMatchObject([{ to: address }])
    const items = JSON.stringify(result.newItems.map(item => item.toJSON()))
    expect(items).toContain(`no mailbox ${placeholder}`)
    expect(items).not.toContain(address)
    const ofTools = JSON.stringify(spans.filter(span => JSON.stringify(span).includes('send_email')))
    expect(ofTools).toContain(`no mailbox ${placeholder}`)
    expect(ofTools).not.toContain(address)
  })

  test('the filter warns of a tool that does not get the value', async () => {
    const codes: string[][] = []
    const callModelInputFilter = contextCompiler({
      model: 'gpt-5.4',
      onCompiled: ({ diagnostics }) => codes.push(diagnostics.map(({ code }) => code)),
    })
    const send = tool({
      ...{ name: 'send_email', description: 'Sends an e-mail.', parameters },
      execute: () => 'sent',
    })
    const runner = new Runner({ tracingDisabled: true, callModelInputFilter })
    for (const isRevealed of [false, true]) {
      const model = protectedModel(script(call), { protect })
      const tools = isRevealed ? revealTools(model, [send], { send_email: ['to'] }) : [send]
      await runner.run(new Agent({ name: 'clerk', model, tools }), input)
    }
    expect(codes.map(each => each.includes('CX6022'))).toEqual([false, true, false, false])
  })

  test('a provider of models reveals the calls of its models', async () => {
    const got: unknown[] = []
    const send = tool({
      ...{ name: 'send_email', description: 'Sends an e-mail.', parameters },
      execute: given => void got.push(given.to),
    })
    const scripted = script(call)
    const modelProvider = protectedModel({ getModel: () => scripted }, { protect })
    const tools = revealTools(modelProvider, [send], { send_email: ['to'] })
    const agent = new Agent({ name: 'clerk', model: 'gpt-5.4', tools })
    await new Runner({ tracingDisabled: true, modelProvider }).run(agent, input)
    expect(got).toEqual([address])
  })

  test('a call that a person approves runs with the real value, and with the placeholder if nothing is known', async () => {
    const first = app(to => to, { needsApproval: true })
    const asked = await first.runner.run(first.agent, input)
    const [waiting] = asked.interruptions
    expect(JSON.stringify(waiting)).not.toContain(address)
    asked.state.approve(waiting as never)
    await first.runner.run(first.agent, asked.state)
    expect(first.got).toMatchObject([{ to: address }])
    const other = app(to => to, { needsApproval: true })
    const stored = (await first.runner.run(app(to => to, { needsApproval: true }).agent, input)).state
    const read = await RunState.fromString(other.agent, stored.toString())
    read.approve(read.getInterruptions()[0] as never)
    await other.runner.run(other.agent, read)
    expect(other.got).toEqual([call])
  })

  test('a call from another process never gets the value of a conversation whose call has its id here', async () => {
    const first = app(to => to, { needsApproval: true })
    const stored = (await first.runner.run(first.agent, input)).state
    const here = app(to => to, { needsApproval: true })
    await here.runner.run(here.agent, 'Write to bert@example.org.')
    const read = await RunState.fromString(here.agent, stored.toString())
    read.approve(read.getInterruptions()[0] as never)
    await here.runner.run(here.agent, read)
    expect(here.got).toEqual([call])
  })

  test('revealTools refuses another model, and an unknown tool or argument', () => {
    const send = tool({ name: 'send_email', description: '', parameters, execute: () => '' })
    const model = protectedModel(script(call), { protect })
    expect(() => revealTools(script(call), [send], { send_email: ['to'] })).toThrow(/has no context/)
    for (const wrong of [{ mail: ['to'] }, { send_email: ['email'] }, { send_email: [''] }])
      expect(() => revealTools(model, [send], wrong as never)).toThrow(TypeError)
  })
})
