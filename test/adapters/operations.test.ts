import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { Agent, type AgentInputItem } from '@openai/agents-core'
import { C, type Compiled } from 'ctxc'
import * as langchain from 'ctxc/langchain'
import * as agents from 'ctxc/openai-agents'
import { createAgent, fakeModel } from 'langchain'
import { describe, expect, test } from 'vitest'

const rows = JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, note: `said ${id} things` })))
const log = Array.from({ length: 80 }, (_, line) => `line ${line}: everything went well there`).join('\n')
/** Results of the calls of some turns. */
const results = [rows, log, log, rows.replaceAll('said', 'told'), 'short']

const policies: readonly (readonly [string, C.ContextInput])[] = [
  ['compact', C.all().compact({ olderThan: 1, over: 100 })],
  ['truncate', C.all().truncate({ tokens: 30, keep: 'both' })],
  ['project', C.all().project({ keep: ['*.id'] })],
  ['dedupe', C.all().dedupe('exact')],
  ['superseded', C.all().dedupe('superseded')],
  ['fresh', C.all().fresh({ turns: 1 })],
  ['fresh, with a mark', C.all().fresh({ turns: 1, action: 'warn' })],
  ['fence', C.all().fence({ trust: 'tool', mark: true })],
  ['render', C.all().render('text')],
]

/** Texts of users and tools in the compiled request, in order. */
const textsOfRequest = ({ request }: Compiled): string[] =>
  (request as unknown as { input: readonly Record<string, unknown>[] }).input.flatMap(item => {
    if (item.type === 'function_call_output') return [textsOf(item.output).join('\n')]
    return item.role === 'user' ? textsOf(item.content) : []
  })

const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content]
    : (content as readonly { text?: string }[]).flatMap(({ text }) => (text === undefined ? [] : [text]))

describe.each(policies)('%s', (name, context) => {
  test('LangChain sends the texts of the compiled request', async () => {
    const messages = results.flatMap((text, at): BaseMessage[] => [
      new HumanMessage(`Question ${at}. ${'more words '.repeat(20)}`),
      new AIMessage({ content: '', tool_calls: [{ id: `c${at}`, name: 'read', args: {} }] }),
      new ToolMessage({ tool_call_id: `c${at}`, content: text }),
      new AIMessage(`Answer ${at}.`),
    ])
    let compiled: Compiled | undefined
    const model = fakeModel().respond(new AIMessage('Done.'))
    const middleware = langchain.contextCompiler({
      ...{ context, model: 'gpt-4.1', target: 'openai' },
      onCompiled: result => {
        compiled = result
      },
    })
    await createAgent({ model, tools: [], middleware: [middleware] }).invoke({
      messages: [...messages, new HumanMessage('Well?')],
    })
    const sent = (model.calls[0]?.messages ?? []).filter(message => !AIMessage.isInstance(message))
    expect(sent.flatMap(({ content }) => textsOf(content).join('\n'))).toEqual(
      textsOfRequest(compiled as Compiled),
    )
    expect(sent.map(({ content }) => content).join()).not.toBe([...messages].join())
    expect(compiled?.ledger.rows.flatMap(({ edits }) => edits).length, name).toBeGreaterThan(0)
  })

  test('the Agents SDK sends the texts of the compiled request', async () => {
    const items = results.flatMap((output, at): AgentInputItem[] => [
      { role: 'user', content: `Question ${at}. ${'more words '.repeat(20)}` },
      { type: 'function_call', callId: `c${at}`, name: 'read', arguments: '{}', status: 'completed' },
      { type: 'function_call_result', callId: `c${at}`, name: 'read', status: 'completed', output },
      {
        ...{ type: 'message', role: 'assistant', status: 'completed' },
        content: [{ type: 'output_text', text: `Answer ${at}.` }],
      } as AgentInputItem,
    ])
    let compiled: Compiled | undefined
    const filter = agents.contextCompiler({
      ...{ context, model: 'gpt-4.1' },
      onCompiled: result => {
        compiled = result
      },
    })
    const input: AgentInputItem[] = [...items, { role: 'user', content: 'Well?' }]
    const agent = new Agent({ name: 'clerk', tools: [] }) as never
    const sent = await filter({ modelData: { input, instructions: 'Be brief.' }, agent, context: undefined })
    const texts = (sent.input as unknown as readonly Record<string, unknown>[]).flatMap(item => {
      if (item.type === 'function_call_result') return [textsOf(item.output).join('\n')]
      return item.role === 'user' ? [textsOf(item.content).join('\n')] : []
    })
    expect(texts).toEqual(textsOfRequest(compiled as Compiled))
  })
})
