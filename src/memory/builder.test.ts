import { expect, test } from 'vitest'
import { readTags } from '../trust/tag.ts'
import {
  type ChunkInput,
  ContextBuilder,
  createContextBuilder,
  createState,
  createTokenizer,
} from './index.ts'

const text = (words: string, fields: object = {}) => ({ type: 'TEXT', text: words, ...fields }) as const

const chunks: ChunkInput[] = [
  { id: 's', type: 'SYSTEM', content: text('Be brief.') },
  { id: 'u', type: 'AGENT', content: text('Find the bug in main.ts', { role: 'user' }) },
  {
    id: 'c',
    type: 'WORKFLOW',
    content: {
      type: 'TEXT',
      action: 'tool_call',
      toolName: 'read_file',
      callId: 'call_1',
      arguments: { path: '/a' },
    },
  },
  {
    id: 'r',
    type: 'ENVIRONMENT',
    content: text('let x = 1 < 2', {
      source: 'tool',
      toolName: 'read_file',
      callId: 'call_1',
      success: true,
    }),
  },
  { id: 'a', type: 'AGENT', content: text('Found it.', { role: 'assistant' }) },
]

test('a state becomes messages', () => {
  const result = createContextBuilder().build(createState(chunks), { systemPrompt: 'You help.' })
  expect(result.messages).toEqual([])
  expect(readTags(result.messages.map(({ content }) => content).join('\n\n')).length).toBe(5)
  expect(new ContextBuilder(createTokenizer('gpt-4o')).build(createState(chunks)).tokenCountExact).toBe(true)
})
