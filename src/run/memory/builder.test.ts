// Examples from the document of the memory format, and its rules for options, grouping and limits.
import { expect, test } from 'vitest'
import {
  type ChunkInput,
  ChunkType,
  type ContextMessageRole,
  createContextBuilder,
  createState,
  createTokenizer,
  type IChunkRenderer,
  type MemoryChunk,
} from './index.ts'

const text = (words: string, fields: object = {}) => ({ type: 'TEXT', text: words, ...fields }) as const

const said = (id: string, role: 'user' | 'assistant', words: string): ChunkInput => ({
  id,
  type: 'AGENT',
  retentionStrategy: 'COMPRESSIBLE',
  content: text(words, { role }),
})

const callId = 'call_1'
const chunks: ChunkInput[] = [
  { id: 'chunk_0', type: 'SYSTEM', content: text('Be brief.') },
  said('chunk_1', 'user', 'Find the bug.'),
  {
    id: 'chunk_2',
    type: 'WORKFLOW',
    content: { type: 'TEXT', action: 'tool_call', toolName: 'read', callId, arguments: { path: '/a' } },
  },
  {
    id: 'chunk_3',
    type: 'ENVIRONMENT',
    content: text('let x', { source: 'tool', toolName: 'read', callId }),
  },
  said('chunk_4', 'user', 'Well?'),
  { id: 'chunk_5', type: 'OUTPUT', content: text('Done', { action: 'task_completed' }) },
  said('chunk_6', 'user', 'Thanks'),
]
const state = createState(chunks)

test('prompt and system chunks form one message, and chunks of one role are joined by a blank line', () => {
  const { messages, ok } = createContextBuilder().build(state, {
    maxTokens: 8000,
    systemPrompt: 'You are a helpful assistant.',
    ids: false,
  })
  expect(ok).toBe(true)
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
  ])
  expect(messages[0]?.content).toBe(
    'You are a helpful assistant.\n\n<system_context priority="1000">\nBe brief.\n</system_context>',
  )
  expect(messages[3]?.content).toBe(
    '<tool_result tool="read" call_id="call_1" success="true">\nlet x\n</tool_result>\n\n<user_message role="user">\nWell?\n</user_message>',
  )
})

test("a model's tokenizer counts exactly, and four characters are a token without one", () => {
  const tokenizer = createTokenizer('gpt-4o')
  const [given, late, none] = [
    createContextBuilder(tokenizer).build(state),
    createContextBuilder().build(state, { tokenizer }),
    createContextBuilder().build(state),
  ]
  expect([given.tokenCountExact, late.tokenCountExact, none.tokenCountExact]).toEqual([true, true, false])
  expect(given.tokenCount).toBe(late.tokenCount)
  const words = given.messages.reduce((sum, { content }) => sum + tokenizer.countTokens(content), 0)
  // The overhead of a message is counted too.
  expect(given.tokenCount - words).toBeGreaterThan(0)
  expect(given.tokenCount - words).toBeLessThanOrEqual(5 * given.messages.length)
  const characters = none.messages.reduce((sum, { content }) => sum + content.length / 4, 0)
  expect(none.tokenCount).toBeGreaterThanOrEqual(characters)
  // The vocabulary of Claude is not public, so no count is exact.
  const claude = createTokenizer('claude-3-5-sonnet-20241022')
  expect(createContextBuilder(claude).build(state).tokenCountExact).toBe(false)
  expect(createTokenizer('gpt-4').countTokens('hello world')).toBe(2)
  // Counts of the program's own tokenizer are used unchanged, but are not reported as exact.
  const own = createContextBuilder().build(state, { tokenizer: { countTokens: words => words.length } })
  expect([own.tokenCountExact, own.tokenCount > none.tokenCount]).toEqual([false, true])
})

test('chunks that are not asked for are excluded, with the reason', () => {
  const build = createContextBuilder()
  const only = build.build(state, { includeOnlyChunkIds: ['chunk_1', 'chunk_6'] })
  expect(only.includedChunkIds).toEqual(['chunk_1', 'chunk_6'])
  expect(only.exclusions).toContainEqual({ id: 'chunk_4', reason: 'not-asked-for' })
  const { excludedChunkIds, exclusions } = build.build(state, {
    includeSystem: false,
    includeEnvironment: false,
    excludeTypes: [ChunkType.OUTPUT],
  })
  expect(excludedChunkIds).toEqual(['chunk_0', 'chunk_3', 'chunk_5'])
  expect(new Set(exclusions.map(({ reason }) => reason))).toEqual(new Set(['excluded-type']))
})

class CustomChunkRenderer implements IChunkRenderer {
  private readonly name: string
  constructor(name: string) {
    this.name = name
  }
  canRender(chunk: MemoryChunk): boolean {
    return chunk.metadata.custom?.myCustomType === true
  }
  getRole(): ContextMessageRole {
    return 'assistant'
  }
  render(chunk: MemoryChunk): string {
    return `<${this.name} id="${chunk.id}">\n${JSON.stringify(chunk.content)}\n</${this.name}>`
  }
}

test('a custom renderer comes before the others, the newest first', () => {
  const custom: ChunkInput = {
    id: 'mine',
    type: 'AGENT',
    content: text('x', { role: 'user' }),
    metadata: { custom: { myCustomType: true } },
  }
  const builder = createContextBuilder()
  builder.registerRenderer(new CustomChunkRenderer('first'))
  builder.registerRenderer(new CustomChunkRenderer('second'))
  const { messages } = builder.build(createState([said('u', 'user', 'Hi'), custom, said('v', 'user', 'Ho')]))
  expect(messages[1]).toEqual({
    role: 'assistant',
    content: '<second id="mine">\n{"type":"TEXT","text":"x","role":"user"}\n</second>',
  })
})

test('the newest chunks are kept if room is short, disposable ones go first, and oversized required ones are reported', () => {
  const long = Array.from({ length: 20 }, (_, at) => [
    said(`u${at}`, 'user', 'question '.repeat(20)),
    {
      ...said(`a${at}`, 'assistant', 'answer '.repeat(20)),
      ...(at === 2 && { retentionStrategy: 'CRITICAL' as const }),
    },
    { ...said(`d${at}`, 'assistant', 'noise '.repeat(20)), retentionStrategy: 'DISPOSABLE' as const },
  ]).flat()
  const memory = createState(long)
  const builder = createContextBuilder(createTokenizer('gpt-4o'))
  const all = builder.build(memory)
  const short = builder.build(memory, { maxTokens: Math.floor(all.tokenCount * 0.8) })
  expect(short.exclusions.length).toBeGreaterThan(0)
  expect(new Set(short.exclusions.map(({ reason }) => reason))).toEqual(new Set(['disposable']))
  const shorter = builder.build(memory, { maxTokens: 400 })
  expect(shorter.includedChunkIds).toContain('a2')
  expect(shorter.includedChunkIds.at(-1)).toBe('a19')
  const none = builder.build(memory, { maxTokens: 0 })
  expect([none.ok, none.messages, none.includedChunkIds]).toEqual([false, [], []])
  expect(none.diagnostics[0]?.code).toBe('CX4001')
})
