// Nothing that a content says is lost: what the tag does not tell, the words do.
import { expect, test } from 'vitest'
import { type ChunkInput, createContextBuilder, createState, readTags } from './index.ts'

/** The tag that is made of a content. */
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
])('of a result, %j', (content, words) => {
  expect(tagOf('ENVIRONMENT', { source: 'tool', ...content })?.words).toBe(words)
})

test('a field that is no word stands in the words of every tag', () => {
  const why = { why: 'x' }
  expect(tagOf('OUTPUT', { action: 'task_abandoned', reason: why })?.words).toBe('{"reason":{"why":"x"}}')
  expect(tagOf('DELEGATION', { parentAgentId: why })).toMatchObject({
    name: 'parent_agent_message',
    words: '{"parentAgentId":{"why":"x"}}',
  })
  expect(tagOf('WORKFLOW', { action: 'tool_call', callId: why })?.words).toBe('{"callId":{"why":"x"}}')
})
