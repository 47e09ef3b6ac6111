import { describe, expect, test } from 'vitest'
import { fromAnthropic, fromGemini, fromOpenAIResponses } from '../../src/from.ts'
import { compile, type Diagnostic } from '../../src/index.ts'

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' }
const items = [
  { role: 'user', content: 'Hi' },
  reasoning,
  { type: 'function_call', call_id: 'call_1', name: 'save', arguments: '{}', id: 'fc_1' },
  { type: 'function_call_output', call_id: 'call_1', output: 'ok' },
]
const names = [
  'my-deployment',
  'gpt-5-mini-prod',
  'prod-gpt-5',
  'gpt-6',
  'gpt-5.9',
  'o5',
  'codex-mini-latest',
  'computer-use-preview',
]
const lossOf = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.filter(({ code }) => code === 'CX7007').map(({ data }) => data?.why)

describe('an unknown model', () => {
  test.each(names)('gets back its own reasoning as %s (W5)', async model => {
    const { request, diagnostics } = await compile(fromOpenAIResponses({ model, input: items } as never), {
      target: 'openai',
    })
    expect(request).toMatchObject({ input: [{}, reasoning, {}, {}] })
    expect(lossOf(diagnostics)).toEqual([])
  })

  test('gets no reasoning of another model, and the reason is reported (W5)', async () => {
    const given = fromOpenAIResponses(items as never, { model: 'gpt-5.4' })
    const { request, diagnostics } = await compile(given, { target: 'openai', model: 'my-deployment' })
    expect(JSON.stringify(request)).not.toContain('c2VhbGVk')
    expect(lossOf(diagnostics)).toEqual(['unknown model'])
  })

  test('gets back its own thinking on Anthropic and Gemini (W5)', async () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
    const claude = fromAnthropic({
      model: 'claude-next',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [thinking, { type: 'text', text: 'Hello.' }] },
        { role: 'user', content: 'Go' },
      ],
    } as never)
    expect((await compile(claude, { target: 'anthropic' })).request).toMatchObject({
      messages: [{}, { content: [thinking, {}] }, {}],
    })
    const signed = { text: 'Hello.', thoughtSignature: 'c2ln' }
    const gemini = fromGemini({
      model: 'gemini-next',
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [signed] },
        { role: 'user', parts: [{ text: 'Go' }] },
      ],
    } as never)
    expect((await compile(gemini, { target: 'gemini' })).request).toMatchObject({
      contents: [{}, { parts: [signed] }, {}],
    })
  })
})

describe('sampling on GPT-5.1 and later', () => {
  const hello = [{ role: 'user', content: 'Hi' }]
  test.each(['gpt-5.1', 'gpt-5.4', 'gpt-5.6-sol'])('%s accepts it at effort none (W9)', async model => {
    for (const target of ['openai', 'openai-chat'] as const) {
      const { agent, session } = fromOpenAIResponses(hello as never)
      const asked = { temperature: 0.2, topP: 0.5 }
      const at = (reasoningEffort: string) =>
        compile({ ...agent, generateConfig: { ...asked, reasoningEffort } }, session, { model, target })
      const none = await at('none')
      expect(none.request).toMatchObject({ temperature: 0.2, top_p: 0.5 })
      expect(none.diagnostics.filter(({ code }) => code === 'CX7012')).toEqual([])
      const low = await at('low')
      expect(low.request).not.toHaveProperty('temperature')
      expect(low.diagnostics.filter(({ code }) => code === 'CX7012')).toHaveLength(2)
    }
  })
})
