// A step that a person stopped: its provider stored no item, and signed nothing.
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { describe, expect, test } from 'vitest'

const id = (itemId: string): object => ({ openai: { itemId } })
const ask = (id: string, text: string): object => ({ id, role: 'user', parts: [{ type: 'text', text }] })
const start = { type: 'step-start' }

const stopped = (...parts: readonly object[]): object[] => [
  ask('1', 'Think.'),
  { id: '2', role: 'assistant', parts: [start, ...parts] },
  ask('3', 'Go on.'),
]

const request = async (
  messages: readonly object[],
  target: 'openai' | 'ai-sdk' | 'anthropic',
  model: string,
) => compile(fromAISDK(messages, { model }), { target, model })

describe('a stopped answer', () => {
  const half = { type: 'text', text: 'Half an ans', state: 'streaming', providerMetadata: id('msg_1') }
  const thought = { type: 'reasoning', text: 'A thought', state: 'done', providerMetadata: id('rs_1') }

  test.each(['openai', 'ai-sdk'] as const)('has no ids for %s, and is reported', async target => {
    const compiled = await request(stopped(thought, half), target, 'gpt-5.4')
    const body = JSON.stringify(compiled.request)
    expect(body).toContain('Half an ans')
    expect(body).not.toMatch(/msg_1|rs_1|completed/)
    expect(compiled.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'CX3017', at: ['i:/1/parts/1', 'i:/1/parts/2'] }),
    )
  })

  test('keeps the ids of its finished steps', async () => {
    const { request: sent } = await request(
      stopped({ type: 'text', text: 'One.', state: 'done', providerMetadata: id('msg_0') }, start, half),
      'ai-sdk',
      'gpt-5.4',
    )
    expect(JSON.stringify(sent)).toContain('msg_0')
    expect(JSON.stringify(sent)).not.toContain('msg_1')
  })

  test('loses its ids if a call was stopped', async () => {
    const call = { type: 'tool-f', toolCallId: 'c1', state: 'input-streaming', input: { q: 'x' } }
    const said = { type: 'text', text: 'I look.', state: 'done', providerMetadata: id('msg_2') }
    const { request: sent, diagnostics } = await request(stopped(said, call), 'openai', 'gpt-5.4')
    expect(JSON.stringify(sent)).toContain('I look.')
    expect(JSON.stringify(sent)).not.toContain('msg_2')
    expect(diagnostics.map(({ code }) => code)).toContain('CX3017')
  })
})

describe('stopped thinking', () => {
  const signed = { anthropic: { signature: 'c2lnbmF0dXJl' } }
  const half = { type: 'text', text: 'Half', state: 'streaming' }

  test.each(['anthropic', 'ai-sdk'] as const)('is not sent to %s as signed', async target => {
    const thought = { type: 'reasoning', text: 'A tho', state: 'streaming', providerMetadata: signed }
    const { request: sent, diagnostics } = await request(stopped(thought, half), target, 'claude-sonnet-4-5')
    expect(JSON.stringify(sent)).not.toMatch(/A tho|c2lnbmF0dXJl/)
    expect(diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(['CX3017', 'CX7007']))
  })

  test('keeps its signature if it was finished before the stop', async () => {
    const thought = { type: 'reasoning', text: 'A thought', state: 'done', providerMetadata: signed }
    const { request: sent } = await request(stopped(thought, half), 'anthropic', 'claude-sonnet-4-5')
    expect(JSON.stringify(sent)).toContain('c2lnbmF0dXJl')
  })
})
