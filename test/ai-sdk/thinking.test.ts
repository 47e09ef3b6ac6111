// Anthropic wants the tool loop that goes on to have begun with thinking, where thinking has a budget.
import { compile } from 'ctxc'
import { contextCompiler } from 'ctxc/ai-sdk'
import { fromAISDK } from 'ctxc/from'
import { describe, expect, test } from 'vitest'

const model = { provider: 'anthropic.messages', modelId: 'claude-sonnet-4-5', specificationVersion: 'v4' }
const id = 'anthropic.messages/claude-sonnet-4-5'
const thinking = { type: 'enabled', budgetTokens: 1_024 }
const anthropic = { thinking, sendReasoning: true }
const hello = { role: 'user', content: [{ type: 'text', text: 'Hi' }] }
const output = { type: 'text', value: 'ok' }
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'save', input: {} }
const result = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'save', output }],
}
const signed = { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'AAAA' } } }
const started = { type: 'custom', kind: 'anthropic.message_start' }
const begun = (...first: object[]): object[] => [
  hello,
  { role: 'assistant', content: [...first, call] },
  result,
]
const tools = { save: { inputSchema: { jsonSchema: { type: 'object' } } } }

describe('a tool loop that began without thinking (W8)', () => {
  test.each([
    ['loses the option, which the compile reports', { providerOptions: { anthropic } }, 'thinking'],
    ['loses a level, which would become a budget', { reasoning: 'high' }, 'reasoning'],
  ])('%s', async (_name, asked, setting) => {
    const input = { messages: begun(), tools, ...asked }
    const { request, diagnostics } = await compile(fromAISDK(input), { target: 'ai-sdk', model: id })
    expect(request?.providerOptions?.anthropic?.thinking).toBeUndefined()
    expect(request?.reasoning).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'CX7012', data: { setting } }])
  })

  test.each([
    ['with thinking', begun(signed)],
    ["with thinking behind the AI SDK's own part", begun(started, signed)],
    ['in an earlier turn', [...begun(), { role: 'assistant', content: 'Saved.' }, hello]],
  ])('keeps thinking if it began %s', async (_name, messages) => {
    const input = { messages, tools, providerOptions: { anthropic } }
    const { request, diagnostics } = await compile(fromAISDK(input), { target: 'ai-sdk', model: id })
    expect(request?.providerOptions?.anthropic).toEqual(anthropic)
    expect(diagnostics.map(({ code }) => code)).not.toContain('CX7012')
  })

  test('is called by the middleware without thinking, its other options unchanged', async () => {
    const declared = [{ type: 'function', name: 'save', inputSchema: { type: 'object' } }]
    const params = {
      prompt: begun(),
      tools: declared,
      reasoning: 'high',
      providerOptions: { anthropic, openai: { store: false } },
    }
    const sent = await contextCompiler().transformParams({ params, model })
    expect(sent.providerOptions).toEqual({ anthropic: { sendReasoning: true }, openai: { store: false } })
    expect(sent.reasoning).toBeUndefined()
    const kept = await contextCompiler().transformParams({
      params: { ...params, prompt: begun(signed) },
      model,
    })
    expect(kept.providerOptions).toBe(params.providerOptions)
    expect(kept.reasoning).toBe('high')
  })
})
