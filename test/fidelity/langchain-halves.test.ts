// Tools that a provider runs, through LangChain's own classes: both halves go as they go without ctxc (O5, O6).
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import type { Compiled } from 'ctxc'
import { contextCompiler } from 'ctxc/langchain'
import { fakeProvider } from 'ctxc/testing'
import { createAgent, tool } from 'langchain'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hosts } from '../battery/langchain/hosts.ts'
import { play } from '../battery/wire/play.ts'

const hostOf = (name: string) => hosts.find(one => one.name === name) ?? expect.fail(name)

type Tools = NonNullable<Parameters<typeof createAgent>[0]['tools']>

/** Returns the body that a class sends for a state, with ctxc or without it, and the report of the compile. */
async function sent(name: string, state: readonly BaseMessage[], tools: Tools, compiles = true) {
  const { wire, create, judge, model } = hostOf(name)
  const { sent, fetch } = play([], wire)
  const compiled: Compiled[] = []
  const middleware = compiles ? [contextCompiler({ onCompiled: one => compiled.push(one) })] : []
  await createAgent({ model: create({ fetch, url: '' }), tools, middleware }).invoke({ messages: [...state] })
  const body = sent[0]?.body as Readonly<Record<string, unknown>>
  expect(fakeProvider(judge).violations({ ...body, model })).toEqual([])
  return { body, codes: compiled[0]?.diagnostics.map(({ code }) => code) ?? [] }
}

const text = (words: string) => ({ type: 'text', text: words })
const made = (content: readonly object[], more: object = {}) =>
  new AIMessage({
    content: content as never,
    response_metadata: { model_provider: 'anthropic', model_name: 'claude-sonnet-4-5' },
    ...more,
  })

describe("Claude's own tools", () => {
  const claude = 'claude-sonnet-4-5'
  const book = tool(() => 'Booked.', { name: 'book', description: 'Books.', schema: z.object({}) })
  const caller = { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' }
  const use = { type: 'server_tool_use', id: 'srvtoolu_1' }
  const run = { ...use, name: 'bash_code_execution', input: { command: 'book' } }
  const call = { type: 'tool_use', id: 'toolu_1', name: 'book', input: {}, caller }
  const output = { type: 'bash_code_execution_result', stdout: '1', stderr: '', return_code: 0, content: [] }
  const ran = { type: 'bash_code_execution_tool_result', tool_use_id: 'srvtoolu_1', content: output }
  const code: Tools = [book, { type: 'code_execution_20260120', name: 'code_execution' }]
  const waits = [
    new HumanMessage('Book.'),
    made([run, call], { tool_calls: [{ id: 'toolu_1', name: 'book', args: {} }] }),
    new ToolMessage({ tool_call_id: 'toolu_1', content: 'Booked.' }),
  ]
  const page = { type: 'web_search_result', title: 'Ferries', url: 'https://x.no', encrypted_content: 'c2Vh' }
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [page] }
  const look = { ...use, name: 'web_search', input: { query: 'ferries' } }

  test.each<[string, BaseMessage[], Tools]>([
    ['code that waits for the app', waits, code],
    [
      'code whose result is in a later answer',
      [...waits, made([ran, text('Done.')]), new HumanMessage('Thanks.')],
      code,
    ],
    [
      'a search',
      [new HumanMessage('Ferries?'), made([look, found, text('Two.')]), new HumanMessage('Thanks.')],
      [{ type: 'web_search_20250305', name: 'web_search' }],
    ],
  ])('%s is sent as without ctxc (O5, O6)', async (_name, state, tools) => {
    const { body, codes } = await sent(claude, state, tools)
    const plain = await sent(claude, state, tools, false)
    expect(body.messages).toEqual(plain.body.messages)
    const blocks = (body.messages as { content: unknown }[]).flatMap(({ content }) => content as object[])
    for (const block of state.flatMap(({ content }) => (Array.isArray(content) ? content : [])))
      expect(blocks).toContainEqual(block)
    expect(codes).toEqual([])
  })
})
