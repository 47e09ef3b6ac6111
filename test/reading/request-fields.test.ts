import { describe, expect, test } from 'vitest'
import { fromAISDK, fromAnthropic, fromGemini, fromOpenAI } from '../../src/from.ts'
import { type Compiled, compile } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const hello = { role: 'user', content: 'Hello' } as const
const found = ({ diagnostics }: Pick<Compiled, 'diagnostics'>, code: string) =>
  diagnostics.filter(said => said.code === code)

describe('unknown fields', () => {
  test('never reach Claude, and are reported', async () => {
    const given = { model: 'claude-sonnet-5', max_tokens: 64, bar: 1, temprature: 1, messages: [hello] }
    const result = await compile(fromAnthropic(given as object as { messages: object[] }))
    expect(fakeProvider('anthropic').violations(result.request)).toEqual([])
    expect(found(result, 'CX3015')).toMatchObject([
      { help: "did you mean 'temperature' for 'temprature'?", data: { fields: ['bar', 'temprature'] } },
    ])
  })

  test('are sent to another vendor with the Messages API, and reported', async () => {
    const given = { model: 'kimi-k3', max_tokens: 64, thinking_budget: 5, messages: [hello] }
    const result = await compile(fromAnthropic(given), { target: 'anthropic' })
    expect(result.request).toMatchObject({ thinking_budget: 5 })
    expect(found(result, 'CX3016')).toMatchObject([{ data: { fields: ['thinking_budget'] } }])
  })

  test("are sent to other hosts of OpenAI's models, and reported", async () => {
    const given = { model: 'gpt-4.1', data_sources: [{ type: 'azure_search' }], bar: 1, messages: [hello] }
    const result = await compile(fromOpenAI(given as object as { messages: object[] }), {
      target: 'openai-chat',
    })
    expect(result.request).toMatchObject({ data_sources: [{ type: 'azure_search' }] })
    expect(result.request).not.toHaveProperty('bar')
    expect(found(result, 'CX3016')).toMatchObject([{ data: { fields: ['data_sources'] } }])
    expect(found(result, 'CX3015')).toMatchObject([{ data: { fields: ['bar'] } }])
  })

  test('are sent back if Anthropic documents them', async () => {
    const own = {
      metadata: { user_id: 'u' },
      service_tier: 'auto',
      inference_geo: 'eu',
      context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    }
    const given = { model: 'claude-sonnet-5', max_tokens: 64, ...own, messages: [hello] }
    const result = await compile(fromAnthropic(given))
    expect(result.request).toMatchObject(own)
    expect(result.diagnostics).toEqual([])
  })

  test('are reported for a Gemini request, and client fields are sent back from any place', async () => {
    const config = { newSetting: 1, labels: { team: 'a' }, abortSignal: new AbortController().signal }
    const given = {
      model: 'gemini-3.5-flash',
      contents: 'Hello',
      config,
      store: true,
      serviceTier: 'flex',
      systemInstruction: 'Be brief.',
      bar: 1,
    }
    const result = await compile(fromGemini(given))
    expect(result.request).toMatchObject({
      config: {
        labels: { team: 'a' },
        store: true,
        serviceTier: 'flex',
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
      },
    })
    expect(Object.keys(result.request?.config ?? {})).not.toContain('newSetting')
    expect(found(result, 'CX3015')).toMatchObject([{ data: { fields: ['bar', 'newSetting'] } }])
    expect(found(result, 'CX3018')).toMatchObject([{ level: 'info', data: { fields: ['abortSignal'] } }])
  })

  test('are reported for an AI SDK call, and call settings stay with the app', async () => {
    const given = {
      messages: [hello],
      headers: { 'x-app': 'a' },
      maxRetries: 2,
      stopWhen: [() => true],
      output: { type: 'object' },
      abortSignal: new AbortController().signal,
      onTold: () => undefined,
      foo: 1,
      temprature: 1,
      providerOptions: { openai: { user: 'u' } },
    }
    const result = await compile(fromAISDK(given), { model: 'gpt-4.1' })
    expect(result.request).toEqual({
      messages: [{ role: 'user', content: 'Hello' }],
      providerOptions: { openai: { user: 'u' } },
    })
    expect(found(result, 'CX3018')).toMatchObject([
      { data: { fields: ['headers', 'maxRetries', 'stopWhen', 'output', 'abortSignal', 'onTold'] } },
    ])
    expect(found(result, 'CX3015')).toMatchObject([
      { data: { fields: ['foo', 'temprature'] }, help: "did you mean 'temperature' for 'temprature'?" },
    ])
  })
})

describe('settings', () => {
  test('are reported if their value is invalid', async () => {
    const given = {
      messages: [hello],
      temperature: 'hot',
      stop: 5,
      parallel_tool_calls: 'no',
      max_tokens: 'all',
    }
    for (const model of ['claude-sonnet-5', 'gpt-4.1', 'gemini-3.5-flash']) {
      const result = await compile(fromOpenAI(given), { model })
      expect(found(result, 'CX7012').map(({ data }) => data.setting)).toEqual([
        'temperature',
        'max_tokens',
        'stop',
        'parallel_tool_calls',
      ])
    }
    const read = [
      fromAnthropic({ messages: [hello], top_k: '5' }),
      fromGemini({ contents: 'Hello', config: { topK: '5' } }),
      fromAISDK({ messages: [hello], topK: '5' }),
    ]
    for (const conversation of read)
      expect(conversation.diagnostics).toMatchObject([{ code: 'CX7012', at: ['d:generateConfig.topK'] }])
  })

  test.each(['claude-sonnet-5', 'gpt-4.1', 'gemini-3.5-flash'])(
    'are reported for %s if they ask for an invalid output',
    async model => {
      const result = await compile(fromOpenAI({ messages: [hello], max_tokens: -5 }), { model })
      expect(found(result, 'CX7012')[0]).toMatchObject({ data: { setting: 'maxOutputTokens' } })
    },
  )

  test('include stream for every API that has it', async () => {
    const given = { messages: [hello], stream: true }
    for (const [target, model] of [
      ['anthropic', 'claude-sonnet-5'],
      ['openai', 'gpt-5.4'],
    ] as const) {
      const result = await compile(fromOpenAI(given), { target, model })
      expect(result.request).toMatchObject({ stream: true })
      expect(result.diagnostics).toEqual([])
      expect(fakeProvider(target).violations(result.request)).toEqual([])
    }
    const other = await compile(fromOpenAI(given), { model: 'gemini-3.5-flash' })
    expect(found(other, 'CX7012')).toMatchObject([{ data: { setting: 'stream' } }])
  })
})

test("a user's part of an unknown type is sent to its own API, and reported", async () => {
  const parts = { content: [{ type: 'hologram', words: 'A ferry' }] }
  const given = [
    [fromAnthropic([{ role: 'user', ...parts }]), 'claude-sonnet-5', undefined],
    [fromOpenAI([{ role: 'user', ...parts }]), 'gpt-5.4', 'openai-chat'],
    [
      fromGemini([{ role: 'user', parts: [{ hologram: { words: 'A ferry' } }] }]),
      'gemini-3.5-flash',
      undefined,
    ],
  ] as const
  for (const [conversation, model, target] of given) {
    const result = await compile(conversation, { model, ...(target && { target }) })
    expect(JSON.stringify(result.request)).toContain('"A ferry"')
    expect(found(result, 'CX7027')).toMatchObject([
      { level: 'warn', at: ['e:0.0'], data: { type: 'hologram' } },
    ])
  }
})
