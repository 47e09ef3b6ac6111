// Items of the Agents SDK that are no function's and no OpenAI's own.
import { Agent, type AgentInputItem } from '@openai/agents-core'
import type { Compiled } from 'ctxc'
import { contextCompiler } from 'ctxc/openai-agents'
import { expect, test } from 'vitest'

type Options = NonNullable<Parameters<typeof contextCompiler>[0]>

/** A filter, what it sends, and what its compiles report. */
function caller(options: Options = {}, model: unknown = '') {
  const compiled: Compiled[] = []
  const filter = contextCompiler({ ...options, onCompiled: one => compiled.push(one) })
  const send = async (input: AgentInputItem[]): Promise<AgentInputItem[]> => {
    const agent = new Agent({ name: 'clerk', model: model as never }) as never
    return (await filter({ modelData: { input }, agent, context: undefined })).input as AgentInputItem[]
  }
  const codes = (): string[] => compiled.at(-1)?.diagnostics.map(({ code }) => code) ?? []
  return { send, compiled, codes }
}

const user = (content: string): AgentInputItem => ({ role: 'user', content })
const call = (callId: string, id?: string): AgentInputItem => ({
  type: 'function_call',
  callId,
  name: 'search',
  arguments: '{}',
  ...(id !== undefined && { id }),
})
const result = (callId: string): AgentInputItem => ({
  type: 'function_call_result',
  callId,
  name: 'search',
  status: 'completed',
  output: 'done',
})

/** A thought as `@openai/agents-extensions` keeps what an AI SDK model thought. */
const thought = (model: string, data: object): AgentInputItem => ({
  type: 'reasoning',
  content: [{ type: 'input_text', text: 'hm' }],
  rawContent: [{ type: 'reasoning_text', text: 'hm' }],
  providerData: { model, ...data },
})
const aisdk = { getResponse: () => {}, getStreamedResponse: () => {} }

const claude = thought('anthropic.messages:claude-sonnet-4-5', { anthropic: { signature: 'c2ln' } })
const redacted = thought('anthropic.messages:claude-sonnet-4-5', { anthropic: { redactedData: 'AAAA' } })
const gemini = thought('google.generative-ai:gemini-3-pro', { google: { thoughtSignature: 'c2ln' } })
const openai = thought('openai.responses:gpt-5.4', {
  openai: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' },
})
const referred = thought('openai.responses:gpt-5.4', { openai: { itemId: 'rs_1' } })
const plain = thought('groq.chat:llama-4', {})

test.each([
  ['Claude', claude, undefined],
  ['Claude, named', claude, 'claude-sonnet-4-5'],
  ['Claude, redacted', redacted, 'claude-sonnet-4-5'],
  ['Gemini', gemini, undefined],
  ['Gemini, named', gemini, 'gemini-3-pro-preview'],
  ['OpenAI, sealed', openai, undefined],
  ['OpenAI, by reference', referred, 'gpt-5.4'],
  ['a model without signatures', plain, undefined],
] as const)(
  'a thought is sent back to the aisdk() model that made it, and is counted (W4): %s',
  async (_name, item, model) => {
    const { send, compiled, codes } = caller(model === undefined ? {} : { model }, aisdk)
    const items = [user('Hi'), item, call('c1'), result('c1')]
    const sent = await send(items)
    expect(sent).toHaveLength(4)
    for (const [at, one] of items.entries()) expect(sent[at]).toBe(one)
    expect(codes()).not.toContain('CX7007')
    const without = caller(model === undefined ? {} : { model }, aisdk)
    await without.send(items.filter(one => one !== item))
    expect(compiled[0]?.tokens.input).toBeGreaterThan(without.compiled[0]?.tokens.input ?? 0)
  },
)

test("a thought of Claude's is sent to no model of OpenAI's own (W4)", async () => {
  const { send } = caller({}, 'gpt-5.4')
  const items = [user('Hi'), claude, call('c1'), result('c1')]
  expect(await send(items)).toEqual([items[0], items[2], items[3]])
})

test.each([
  ['shell', { type: 'shell_call', callId: 's1', status: 'completed', action: { commands: ['ls'] } }],
  [
    'apply_patch',
    {
      type: 'apply_patch_call',
      callId: 's1',
      status: 'completed',
      operation: { type: 'delete_file', path: 'a' },
    },
  ],
  ['computer', { type: 'computer_call', callId: 's1', status: 'completed', action: { type: 'screenshot' } }],
] as const)(
  'a call of a built-in tool without its result becomes text as its result does (O4): %s',
  async (name, item) => {
    const { send } = caller({ model: 'gpt-5.4' })
    const sent = await send([user('Hi'), item as AgentInputItem, user('And?')])
    expect(sent).toMatchObject([
      {},
      { type: 'function_call', callId: 's1', name },
      { type: 'function_call_result', callId: 's1', output: 'Error: no result was recorded for this call.' },
      {},
    ])
  },
)

test('a shell call that OpenAI still runs gets no result (O4)', async () => {
  const pending = {
    type: 'shell_call',
    callId: 's1',
    status: 'in_progress',
    action: { commands: ['ls'] },
  } as AgentInputItem
  const { send } = caller({ model: 'gpt-5.4' })
  expect(await send([user('Hi'), pending, user('And?')])).toEqual([user('Hi'), pending, user('And?')])
})

test('an item that was sent before is not sent again (O9)', async () => {
  const search = {
    type: 'hosted_tool_call',
    id: 'ws_1',
    name: 'web_search_call',
    status: 'completed',
    providerData: { type: 'web_search_call', action: { type: 'search', query: 'x' } },
  } as AgentInputItem
  const said: AgentInputItem = {
    type: 'message',
    role: 'assistant',
    id: 'msg_1',
    status: 'completed',
    content: [{ type: 'output_text', text: 'So.' }],
  }
  const { send, codes } = caller({ model: 'gpt-5.4' })
  const sent = await send([user('Hi'), search, said, user('And?'), { ...search }, { ...said }, user('Well?')])
  expect(sent.filter(({ type }) => type === 'hosted_tool_call')).toHaveLength(1)
  expect(sent.filter(item => 'id' in item && item.id === 'msg_1')).toHaveLength(1)
  expect(sent.filter(({ type }) => type === 'message')).toHaveLength(2)
  expect(codes()).toContain('CX7008')
})

test('files of results stay in place, and no move is reported (CX7018)', async () => {
  const drawn = {
    ...result('c1'),
    output: [
      { type: 'input_text', text: 'A map.' },
      { type: 'input_image', image: 'data:image/png;base64,iVBORw0KGgo=' },
    ],
  } as AgentInputItem
  const { send, codes } = caller({ model: 'gpt-4.1', target: 'openai-chat' })
  const items = [user('Hi'), call('c1'), drawn]
  const sent = await send(items)
  for (const [at, item] of items.entries()) expect(sent[at]).toBe(item)
  expect(codes()).not.toContain('CX7018')
})

test('a conversation whose session dropped ids of calls is recognized, and the change is reported once (W13)', async () => {
  const words = 'a long story, '.repeat(60)
  const turns = (named: boolean): AgentInputItem[] =>
    Array.from({ length: 12 }, (_, at) => [
      user(`${at} ${words}`),
      call(`c${at}`, named ? `fc_${at}` : undefined),
      result(`c${at}`),
    ]).flat()
  const { send, codes, compiled } = caller({ model: 'gpt-5.4', budget: 3_000 })
  const first = await send([...turns(true), user('Well?')])
  expect(codes()).toContain('CX4003')
  const again = await send([...turns(false), user('Well?'), user('And?')])
  // It begins where it began: nothing was trimmed again.
  expect(again[0]).toEqual(first[0])
  const broken = compiled.at(-1)?.diagnostics.filter(({ code }) => code === 'CX5001')
  expect(broken).toMatchObject([{ data: { decisions: [{ kind: 'ids' }] } }])
  await send([...turns(false), user('Well?'), user('And?'), user('So?')])
  expect(codes()).not.toContain('CX5001')
})

test('lost ids change no prefix if ids are not sent (W13)', async () => {
  const { send, codes } = caller({ model: 'gpt-4.1', target: 'openai-chat' })
  await send([user('Hi'), call('c1', 'fc_1'), result('c1')])
  await send([user('Hi'), call('c1'), result('c1'), user('And?')])
  expect(codes()).not.toContain('CX5001')
})
