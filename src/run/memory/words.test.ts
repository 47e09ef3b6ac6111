// No content is lost: the text contains all fields that the tag does not show.
import { expect, test } from 'vitest'
import { compile } from '../../core/compile/compile.ts'
import { type ChunkInput, createContextBuilder, createState, fromMemory, readTags } from './index.ts'

/** Returns the tag of a chunk with the given content. */
function tagOf(type: ChunkInput['type'], content: object): ReturnType<typeof readTags>[number] | undefined {
  const chunk = { id: 'x', type, content: { type: 'TEXT', ...content } } as ChunkInput
  const { messages } = createContextBuilder().build(createState([chunk]), { ids: false })
  return readTags(messages.map(({ content: words }) => words).join('\n\n'))[0]
}

test.each([
  [{ text: 42 }, '42'],
  [{ text: { rows: 1 } }, '{"rows":1}'],
  [{ data: { rows: [1] } }, '{"data":{"rows":[1]}}'],
  [
    { mimeType: 'text/x', altText: 'alt', chunkId: 'c', parts: [1] },
    '{"mimeType":"text/x","altText":"alt","chunkId":"c","parts":[1]}',
  ],
  [{ success: { partial: true }, result: 'r' }, '{"success":{"partial":true},"result":"r"}'],
  [{ success: 'yes', isError: 'no' }, '{"success":"yes","isError":"no"}'],
  [{ success: true, isError: false }, ''],
  [{ tool: 'other', toolName: 'q' }, '{"tool":"other"}'],
  [{ toolName: { a: 1 }, tool: 'q' }, '{"toolName":{"a":1}}'],
  [{ type: 'IMAGE', data: 5, mimeType: null }, '{"data":5}'],
  [{ type: 'MIXED', parts: ['a', 5, null, { type: 'TEXT', text: 'b' }] }, 'a\n5\nb'],
])('a tool result %j is shown as text', (content, words) => {
  expect(tagOf('ENVIRONMENT', { source: 'tool', ...content })?.words).toBe(words)
})

test('a field that is not text is shown in the text of every tag', () => {
  const why = { why: 'x' }
  expect(tagOf('OUTPUT', { action: 'task_abandoned', reason: why })?.words).toBe('{"reason":{"why":"x"}}')
  expect(tagOf('DELEGATION', { parentAgentId: why })).toMatchObject({
    name: 'parent_agent_message',
    words: '{"parentAgentId":{"why":"x"}}',
  })
  expect(tagOf('WORKFLOW', { action: 'tool_call', callId: why })?.words).toBe('{"callId":{"why":"x"}}')
})

test.each([
  ['WORKFLOW', {}],
  ['WORKING_FLOW', { subType: 'AGENT_ACTION' }],
] as const)(
  'a %s call with its fields outside of its content is shown with its arguments',
  async (type, more) => {
    for (const key of ['arguments', 'input']) {
      const custom = {
        action: 'tool_call',
        toolName: 'get',
        callId: 'c',
        [key]: { path: 'ARGPATH' },
        own: 'OWN',
      }
      const state = createState([
        { id: 'u', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Go' } },
        { id: 'x', type, ...more, content: { type: 'TEXT' }, metadata: { custom } },
      ])
      const text = JSON.stringify(createContextBuilder().build(state).messages)
      expect(text).toContain('ARGPATH')
      // The chunk's other custom data belongs to the program and is not sent.
      expect(text).not.toContain('OWN')
      const { request } = await compile(fromMemory(state), { model: 'gpt-5.4', target: 'openai-chat' })
      expect(request?.messages[1]).toMatchObject({
        tool_calls: [{ function: { name: 'get', arguments: '{"path":"ARGPATH"}' } }],
      })
    }
  },
)

test('arguments in the content win over those in the metadata', () => {
  const custom = { arguments: 'beside' }
  const content = { type: 'TEXT', action: 'tool_call', toolName: 'get', input: 'inside' } as const
  const state = createState([{ id: 'x', type: 'WORKFLOW', content, metadata: { custom } }])
  const text = JSON.stringify(createContextBuilder().build(state).messages)
  expect([text.includes('inside'), text.includes('beside')]).toEqual([true, false])
})
