import { describe, expect, test } from 'vitest'
import { addBetas, claudeHeaders } from './betas.ts'
import { platformOfAddress } from './models.ts'

const headerOf = (request: object, model = 'claude-opus-5-5') =>
  claudeHeaders({ model, messages: [], ...request })['anthropic-beta']
const holding = (block: object) => ({ messages: [{ role: 'user', content: [block] }] })
const controls = 'thinking-binding-controls-2026-08-01'

test.each([
  [{ compaction: { type: 'summarize' } }, 'compact-2026-09-04'],
  [holding({ type: 'compaction', content: 'x', signature: 's' }), 'compact-2026-09-04'],
  [holding({ type: 'compaction', content: 'x' }), 'compact-2026-01-12'],
  [
    { context_management: { edits: [{ type: 'compact_20260112' }] } },
    'compact-2026-01-12,context-management-2025-06-27',
  ],
  [
    { context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } },
    'context-management-2025-06-27',
  ],
  [{ tools: [{ type: 'memory_20250818', name: 'memory' }] }, 'context-management-2025-06-27'],
  [{ thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } }, controls],
  [holding({ type: 'redacted_thinking', data: 'x' }), controls],
  [{ diagnostics: { previous_message_id: null } }, 'cache-diagnosis-2026-04-07'],
  [
    holding({ type: 'tool_addition', tool: { type: 'tool_reference', name: 'x' } }),
    'mid-conversation-tool-changes-2026-07-01',
  ],
  [
    holding({ type: 'tool_addition', tool: { type: 'tool_definition', definition: { name: 'x' } } }),
    'mid-conversation-tool-changes-2026-07-01,inline-tools-2026-09-15',
  ],
  [
    { messages: [{ role: 'system', content: [], output_config: { effort: 'low' } }] },
    'mid-conversation-output-config-2026-07-01',
  ],
  [
    { messages: [{ role: 'system', content: [], clear_at: 'next_user_message' }] },
    'mid-conversation-system-clear-at-2026-08-21',
  ],
  [{ mcp_servers: [{ type: 'url' }] }, 'mcp-client-2025-04-04'],
  [{ mcp_servers: [{ type: 'url' }], tools: [{ type: 'mcp_toolset' }] }, 'mcp-client-2025-11-20'],
  [{ thread: { type: 'create' } }, 'message-threads-2026-08-12'],
  [{ output_config: { task_budget: { total: 1 } } }, 'task-budgets-2026-03-13'],
  [holding({ type: 'image', source: { type: 'file', file_id: 'f' } }), 'files-api-2025-04-14'],
])('the header for %j is %s', (request, header) => {
  expect(headerOf(request)).toBe(header)
})

test('a plain request and a null field need no header', () => {
  const plain = {
    system: [{ type: 'text', text: 'compaction' }],
    ...holding({ type: 'text', text: 'thinking' }),
    compaction: null,
    output_config: { effort: 'low' },
  }
  expect(claudeHeaders({ model: 'claude-opus-5-5', ...plain })).toEqual({})
})

describe('the report on thinking', () => {
  const thought = holding({ type: 'thinking', thinking: '', signature: 's' })

  test('is requested only of models that bind it', () => {
    expect(headerOf(thought)).toBe(controls)
    expect(headerOf(thought, 'claude-sonnet-4-5')).toBeUndefined()
    expect(headerOf(thought, 'my-deployment')).toBeUndefined()
  })

  test.each([
    ['anthropic.claude-opus-5-5-v1:0', controls],
    ['publishers/anthropic/models/claude-opus-5-5', controls],
    ['azure/claude-opus-5-5', undefined],
  ])('the platform of %s takes %s', (model, header) => {
    expect(headerOf(thought, model)).toBe(header)
  })
})

test('a platform that lacks a feature gets no value for it', () => {
  const request = { compaction: { type: 'summarize' } }
  expect(headerOf(request, 'us.anthropic.claude-opus-5-5-v1:0')).toBeUndefined()
  expect(headerOf(request, 'claude-opus-5-5@20261001')).toBe('compact-2026-09-04')
})

test("the app's own features come first, each once", () => {
  const request = { betas: ['own-1', 'compact-2026-09-04'], compaction: { type: 'summarize' } }
  expect(headerOf(request)).toBe('own-1,compact-2026-09-04')
  expect(addBetas({ 'Anthropic-Beta': 'own-1, own-2', other: 'x' }, { 'anthropic-beta': 'own-2,a' })).toEqual(
    { other: 'x', 'anthropic-beta': 'own-1,own-2,a' },
  )
})

test('features in any form of headers are kept', () => {
  const needed = { 'anthropic-beta': 'needed' }
  for (const own of [
    { 'Anthropic-Beta': 'mine', 'x-app': '1' },
    new Headers({ 'anthropic-beta': 'mine', 'x-app': '1' }),
    [
      ['anthropic-beta', 'mine'],
      ['x-app', '1'],
    ],
  ])
    expect(addBetas(own, needed)).toEqual({ 'x-app': '1', 'anthropic-beta': 'mine,needed' })
})

test('the address of a platform decides, whatever the id of the model says', () => {
  const request = { model: 'claude-opus-5-5', ...holding({ type: 'redacted_thinking', data: 'x' }) }
  expect(claudeHeaders(request, platformOfAddress('https://x.services.ai.azure.com/anthropic/'))).toEqual({})
  expect(platformOfAddress('https://us-east5-aiplatform.googleapis.com/v1')).toBe('google')
  expect(platformOfAddress('https://bedrock-runtime.us-east-1.amazonaws.com')).toBe('bedrock')
  expect(platformOfAddress('https://api.anthropic.com')).toBeNull()
})
