import type { AgentInputItem } from '@openai/agents-core'
import { compile } from 'ctxc'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { fakeProvider } from 'ctxc/testing'
import { expect, test } from 'vitest'
import { isAgentsItem } from './is-own.ts'
import { wireItem } from './item.ts'

const items: readonly (readonly [string, AgentInputItem, object])[] = [
  ['words', { role: 'user', content: 'Hi' }, { type: 'message', role: 'user', content: 'Hi' }],
  [
    'pictures and files',
    {
      role: 'user',
      content: [
        { type: 'input_image', image: 'https://x.org/a.png', detail: 'low' },
        { type: 'input_image', image: { id: 'file-1' } },
        { type: 'input_file', file: { url: 'https://x.org/a.pdf' }, filename: 'a.pdf' },
        { type: 'audio', audio: 'AAAA', format: 'wav' },
      ],
    },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'https://x.org/a.png', detail: 'low' },
        { type: 'input_image', file_id: 'file-1' },
        { type: 'input_file', file_url: 'https://x.org/a.pdf', filename: 'a.pdf' },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      ],
    },
  ],
  [
    'an answer',
    {
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello.' }],
    },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello.' }],
    },
  ],
  [
    'a thought',
    {
      type: 'reasoning',
      id: 'rs_1',
      content: [{ type: 'input_text', text: 'hm' }],
      providerData: { encryptedContent: 'AAAA' },
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'AAAA',
    },
  ],
  [
    'a call',
    { type: 'function_call', id: 'fc_1', callId: 'c1', name: 'f', arguments: '{}', status: 'completed' },
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: '{}', status: 'completed' },
  ],
  [
    'a result of one piece',
    {
      type: 'function_call_result',
      callId: 'c1',
      name: 'f',
      status: 'completed',
      output: { type: 'text', text: 'done' },
    },
    {
      type: 'function_call_output',
      call_id: 'c1',
      name: 'f',
      status: 'completed',
      output: [{ type: 'input_text', text: 'done' }],
    },
  ],
  [
    "a server's own tool",
    {
      type: 'hosted_tool_call',
      id: 'ws_1',
      name: 'web_search_call',
      status: 'completed',
      providerData: { action: {} },
    },
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: {} },
  ],
  [
    "a server's tool whose output is kept apart",
    {
      type: 'hosted_tool_call',
      id: 'mcp_1',
      name: 'mcp_call',
      output: '7',
      providerData: { type: 'mcp_call', name: 'x', arguments: '{}', server_label: 's' },
    },
    { type: 'mcp_call', id: 'mcp_1', name: 'x', arguments: '{}', server_label: 's', output: '7' },
  ],
  [
    'a shell call',
    {
      type: 'shell_call',
      id: 'sh_1',
      callId: 'c2',
      status: 'completed',
      action: { commands: ['ls'], timeoutMs: 5, maxOutputLength: 9 },
      providerData: { environment: { type: 'local' } },
    } as AgentInputItem,
    {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'c2',
      status: 'completed',
      action: { commands: ['ls'], timeout_ms: 5, max_output_length: 9 },
      environment: { type: 'local' },
    },
  ],
  [
    'the output of a shell',
    {
      type: 'shell_call_output',
      callId: 'c2',
      maxOutputLength: 9,
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exitCode: 0 } }],
    } as AgentInputItem,
    {
      type: 'shell_call_output',
      call_id: 'c2',
      max_output_length: 9,
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
    },
  ],
  [
    'a computer',
    {
      type: 'computer_call',
      id: 'cu_1',
      callId: 'c3',
      status: 'completed',
      action: { type: 'wait' },
      providerData: { pendingSafetyChecks: [{ id: 's1' }] },
    } as AgentInputItem,
    {
      type: 'computer_call',
      id: 'cu_1',
      call_id: 'c3',
      status: 'completed',
      action: { type: 'wait' },
      pending_safety_checks: [{ id: 's1' }],
    },
  ],
  [
    'a screenshot',
    {
      type: 'computer_call_result',
      callId: 'c3',
      output: { type: 'computer_screenshot', data: 'data:image/png;base64,AAAA' },
    } as AgentInputItem,
    {
      type: 'computer_call_output',
      call_id: 'c3',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
    },
  ],
  [
    'a compaction',
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' },
  ],
  [
    'an unknown item',
    { type: 'unknown', providerData: { type: 'hologram', data: 'x' } },
    { type: 'hologram', data: 'x' },
  ],
]

test.each(items)('the item is read: %s', (_name, item, wire) => {
  expect(wireItem(item)).toEqual(wire)
})

test('items stored by the framework are read like those of the API', async () => {
  // An unknown item is sent back unchanged, and the fake provider refuses it.
  const own = items.filter(([name]) => name !== 'an unknown item').map(([, item]) => item)
  const [read, wired] = await Promise.all(
    [own, own.map(wireItem)].map(input =>
      compile(fromOpenAIResponses({ input } as never), { model: 'gpt-5.4' }),
    ),
  )
  expect(read?.request).toEqual(wired?.request)
  expect(fakeProvider('openai').violations(read?.request)).toEqual([])
  expect(read?.diagnostics.filter(({ code }) => code === 'CX3017')).toEqual([])
})

test.each<[string, object]>([
  ['a file of Chat Completions', { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
  [
    'a message with calls',
    { role: 'assistant', content: [{ type: 'text', text: 'k', providerData: {} }], tool_calls: [] },
  ],
  ['a sealed thought', { type: 'reasoning', id: 'rs_1', content: [], encrypted_content: 'AAAA' }],
  ['a raw thought', { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] }],
  ['a call of the API', { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }],
  ['a type that is no text', { type: { toString: 0 } }],
])('%s is refused as an item of the framework', (_name, item) => {
  expect(isAgentsItem(item)).toBe(false)
  expect(() => fromOpenAIResponses({ input: [item] })).not.toThrow()
})

test('calls of the items are paired with their results', () => {
  const { session } = fromOpenAIResponses({
    input: items.map(([, item]) => wireItem(item)),
  })
  const { rows } = session.units
  const model = Array.from({ length: rows.length }, (_, ordinal) => rows.unit(ordinal)).find(
    ({ calls }) => calls.length > 0,
  )
  expect(model).toMatchObject({ kind: 'model', open: false })
})
