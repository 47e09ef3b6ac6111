// The AI SDK client in a runner: what is recorded, and what is sent back.
import { expect, test } from 'vitest'
import { agent } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { aiSdkModel } from '../../../vendor/ai-sdk/index.ts'
import { finish, type Part, streaming, words } from './model.ts'
import { done, everything, ids, itemOf, key, running, sealed } from './running.ts'

test('a run records an answer in the order of its stream, and sends signatures and ids back', async () => {
  const model = streaming([[...everything, finish('tool-calls', 'tool_use')], done])
  const { run, events } = running(model)
  const { seen, outcome } = await run('Weather?')
  expect(outcome).toMatchObject({ status: 'done', text: 'Sunny.' })
  const deltas = seen.flatMap(event =>
    event.type === 'delta' ? [`${event.tool ?? event.kind}: ${event.text}`] : [],
  )
  expect(deltas).toEqual([
    ...['reasoning: Hm', 'reasoning: .', 'web_search: {}', 'text: I look', 'text:  it up.'],
    ...['weather: {"city":', 'weather: {"city":"Rome"}', 'weather: "Oslo"}', 'text: Sunny.'],
  ])
  const answer = (await events()).find(({ author }) => author === 'bot')
  expect(answer?.parts.map(({ kind }) => kind)).toEqual([
    ...['reasoning', 'opaque', 'opaque', 'text', 'tool-call', 'tool-call'],
  ])
  expect(answer).toMatchObject({
    response: 'resp_1',
    actions: {
      usage: {
        ...{ model: 'gpt-5.4-2026', inputTokens: 30, outputTokens: 9 },
        ...{ cacheReadTokens: 15, cacheWriteTokens: 5, reasoningTokens: 4 },
      },
      run: { answered: { finish: 'tool_use', model: ids[0] } },
    },
  })
  expect(model.calls[1]?.prompt).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: sealed },
        { type: 'tool-call', toolCallId: 'ws_1', providerExecuted: true, providerOptions: itemOf('ws_1') },
        { type: 'tool-result', toolCallId: 'ws_1', output: { type: 'json', value: { found: 2 } } },
        { type: 'text', text: 'I look it up.', providerOptions: itemOf('msg_1') },
        { type: 'tool-call', toolCallId: 'call_1', input: { city: 'Rome' }, providerOptions: itemOf('fc_1') },
        { type: 'tool-call', toolCallId: 'call_2', input: { city: 'Oslo' } },
      ],
    },
    { role: 'tool', content: [{ toolCallId: 'call_1' }, { toolCallId: 'call_2' }] },
  ])
  expect(model.calls[0]?.tools).toEqual([
    {
      type: 'function',
      name: 'weather',
      inputSchema: expect.objectContaining({ type: 'object', required: ['city'] }),
    },
    { type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} },
  ])
})

test('a result that comes in a later answer than its call stays with the call', async () => {
  const id = { toolCallId: 'srvtoolu_1', toolName: 'web_search' }
  const first: readonly Part[] = [
    ...words('I search.'),
    { type: 'tool-call', ...id, input: '{"query":"x"}', providerExecuted: true },
    finish('stop', 'pause_turn'),
  ]
  const second: readonly Part[] = [
    { type: 'tool-result', ...id, result: [] },
    ...words('Found.'),
    finish('stop'),
  ]
  const model = streaming([first, second, done], {
    provider: 'anthropic.messages',
    modelId: 'claude-sonnet-5',
  })
  const program = agent({ name: 'bot', identity: false, model: ids[1] })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => aiSdkModel(model) })
  expect(await runner.run(key, { message: 'Hi' }).outcome).toMatchObject({ status: 'done', text: 'Found.' })
  await runner.run(key, { message: 'Thanks.' }).outcome
  const prompt = model.calls[2]?.prompt as readonly { readonly content: readonly object[] }[] | undefined
  expect(prompt?.[1]?.content).toMatchObject([
    { type: 'text', text: 'I search.' },
    { type: 'tool-call', ...id, providerExecuted: true },
    { type: 'tool-result', ...id, output: { type: 'json', value: [] } },
    { type: 'text', text: 'Found.' },
  ])
})

test('warnings of a call are passed on', async () => {
  const seen: unknown[] = []
  const client = aiSdkModel(streaming([[...everything.slice(0, 1), ...done]]), {
    onWarnings: (warnings, model) => seen.push([model, warnings]),
  })
  const { signal } = new AbortController()
  for await (const _ of client.stream({ messages: [] }, { model: 'm', signal, key: 'k' }));
  expect(seen).toEqual([['m', [{ type: 'unsupported', feature: 'seed' }]]])
})

test('a function returns the model of each name', async () => {
  const made: string[] = []
  const provider = (name: string) => {
    made.push(name)
    return streaming([done])
  }
  const program = agent({ name: 'bot', model: 'gpt-5.4-mini' })
  const runner = createRunner({ program, store: inMemoryStore(), models: { 'gpt-': aiSdkModel(provider) } })
  expect((await runner.run(key, { message: 'Hi' }).outcome).text).toBe('Sunny.')
  expect(made).toEqual(['gpt-5.4-mini'])
})

test.each(['v2', 'v3'])('a model of version %s gets the form of its version', async specificationVersion => {
  const usage = { inputTokens: 7, outputTokens: 3, cachedInputTokens: 2, reasoningTokens: 1 }
  const end = specificationVersion === 'v2' ? { type: 'finish', usage, finishReason: 'stop' } : finish('stop')
  const model = streaming([[...words('Hi.'), end]], { specificationVersion })
  const { run, events } = running(model)
  await run('Hello')
  const used = (await events()).find(({ actions }) => actions?.usage)?.actions?.usage
  expect(used).toMatchObject(
    specificationVersion === 'v2'
      ? { inputTokens: 7, outputTokens: 3, cacheReadTokens: 2, reasoningTokens: 1 }
      : { inputTokens: 30, outputTokens: 9, cacheReadTokens: 15, reasoningTokens: 4 },
  )
  const type = specificationVersion === 'v2' ? 'provider-defined' : 'provider'
  expect(model.calls[0]?.tools).toContainEqual({
    type,
    id: 'openai.web_search',
    name: 'web_search',
    args: {},
  })
})

test('an invalid option is a TypeError', () => {
  expect(() => aiSdkModel(streaming([]), { onWarning: () => undefined } as never)).toThrow(TypeError)
  expect(() => aiSdkModel(streaming([]), { onWarnings: 'yes' } as never)).toThrow('aiSdkModel.onWarnings')
})

test('a tool that the provider runs waits for the approval that the provider asks for', async () => {
  const own = { toolCallId: 'mcp_1', toolName: 'mcp.pay' }
  const metadata = { openai: { itemId: 'mcpr_1' } }
  const called: Part = {
    type: 'tool-call',
    ...own,
    input: '{}',
    providerExecuted: true,
    providerMetadata: metadata,
  }
  const asked: Part = { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'mcp_1' }
  const model = streaming([[called, asked, finish('tool-calls')], done])
  const { run } = running(model)
  const { outcome } = await run('Pay.')
  expect(outcome.status).toBe('waiting')
  expect(model.calls).toHaveLength(1)
})
