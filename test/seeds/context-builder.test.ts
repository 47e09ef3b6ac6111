// Seed 003, claim by claim: states of memory become messages.
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import {
  type ChunkInput,
  ChunkType,
  ContextBuilder,
  type ContextBuildOptions,
  type ContextBuildResult,
  type ContextMessage,
  type ContextMessageRole,
  createContextBuilder,
  createMemoryManager,
  createState,
  createTokenizer,
  type IChunkRenderer,
  type MemoryChunk,
} from '../../src/run/memory/index.ts'

type Chunk = Omit<ChunkInput, 'id'>

const content = (fields: object) => ({ type: 'TEXT', ...fields }) as Chunk['content']
const said = (id: string, role: 'user' | 'assistant', text: string): ChunkInput => ({
  id,
  type: 'AGENT',
  content: content({ role, text }),
})
const build = (chunks: readonly ChunkInput[], options: ContextBuildOptions = {}) =>
  createContextBuilder().build(createState(chunks), options)

/** The role and text of a chunk by itself. */
function shown(chunk: Chunk, id = 'chunk_xxx'): string {
  const messages = build([{ ...chunk, id }]).messages.filter(message => message.content !== 'Continue.')
  return messages.map(message => `${message.role}: ${message.content}`).join('\n')
}

const call = { callId: 'call_123', toolName: 'read_file', arguments: { path: '/src/main.ts' } }
const pair: readonly ChunkInput[] = [
  { id: 'call', type: 'WORKFLOW', content: content({ action: 'tool_call', ...call }) },
  {
    id: 'result',
    type: 'ENVIRONMENT',
    content: content({ source: 'tool', toolName: 'read_file', callId: 'call_123', text: 'File' }),
  },
]
const mixed: readonly ChunkInput[] = [
  { id: 'system', type: 'SYSTEM', content: content({ text: 'Be brief.' }) },
  said('question', 'user', 'Find the bug.'),
  ...pair,
  said('again', 'user', 'Well?'),
  { id: 'output', type: 'OUTPUT', content: content({ action: 'task_completed', text: 'Done' }) },
  said('thanks', 'user', 'Thanks'),
]
const long = Array.from({ length: 100 }, (_, at) =>
  said(`c${at}`, at % 2 === 0 ? 'user' : 'assistant', `Text ${at} ${'word '.repeat(20)}`),
)

describe('the architecture', () => {
  test('3.1 a state of memory becomes messages', () => {
    expect(build([said('u', 'user', 'Hi')]).messages).toHaveLength(1)
  })

  test('3.2 there is a renderer for each type of chunk', () => {
    const text = JSON.stringify(
      build([
        ...mixed,
        { id: 'd', type: 'DELEGATION', content: content({ action: 'x', text: 'D' }) },
        { id: 'w', type: 'WORKING_FLOW', content: content({ text: 'W' }) },
      ]).messages,
    )
    for (const tag of [
      'system_context',
      'user_message',
      'tool_call',
      'delegation',
      'tool_result',
      'working_flow',
      'task_completed',
    ])
      expect(text).toContain(`<${tag} `)
  })

  test('3.3 a renderer of your own is used', () => {
    const builder = createContextBuilder()
    builder.registerRenderer({ canRender: () => true, getRole: () => 'user', render: () => 'MINE' })
    expect(builder.build(createState([said('u', 'user', 'Hi')])).messages).toEqual([
      { role: 'user', content: 'MINE' },
    ])
  })

  test('3.4 a message is a role and a content', () => {
    expect(Object.keys(build([said('u', 'user', 'Hi')]).messages[0] ?? {})).toEqual(['role', 'content'])
  })

  test('3.5 chunks have seven types', () => {
    expect(Object.keys(ChunkType).sort()).toEqual([
      'AGENT',
      'DELEGATION',
      'ENVIRONMENT',
      'OUTPUT',
      'SYSTEM',
      'WORKFLOW',
      'WORKING_FLOW',
    ])
  })
})

const status = { status: 'pending' }
const tags: readonly (readonly [string, Chunk, string])[] = [
  [
    '3.6 system context',
    { type: 'SYSTEM', content: content({ text: 'System context content' }) },
    'system: <system_context id="chunk_xxx" priority="1000">\nSystem context content\n</system_context>',
  ],
  [
    "3.7 a user's message",
    { type: 'AGENT', content: content({ role: 'user', text: 'User message content' }) },
    'user: <user_message id="chunk_xxx" role="user">\nUser message content\n</user_message>',
  ],
  [
    "3.8 an assistant's response",
    { type: 'AGENT', content: content({ role: 'assistant', text: 'Assistant response content' }) },
    'assistant: <assistant_response id="chunk_xxx" role="assistant">\nAssistant response content\n</assistant_response>',
  ],
  [
    '3.9 a clarification',
    { type: 'AGENT', content: content({ role: 'assistant', action: 'clarification', text: 'Which?' }) },
    'assistant: <assistant_clarification id="chunk_xxx" role="assistant" action="clarification">\nWhich?\n</assistant_clarification>',
  ],
  [
    '3.10 a call of a tool',
    { type: 'WORKFLOW', content: content({ action: 'tool_call', ...call, ...status }) },
    'assistant: <tool_call id="chunk_xxx" action="tool_call" tool="read_file" call_id="call_123" status="pending">\n{"path":"/src/main.ts"}\n</tool_call>',
  ],
  [
    '3.12 a call of a skill',
    {
      type: 'WORKFLOW',
      content: content({
        action: 'skill_call',
        skillName: 'code_review',
        callId: 'call_456',
        arguments: { code: '...' },
        ...status,
      }),
    },
    'assistant: <skill_call id="chunk_xxx" action="skill_call" skill="code_review" call_id="call_456" status="pending">\n{"code":"..."}\n</skill_call>',
  ],
  [
    '3.13 a spawned agent',
    {
      type: 'DELEGATION',
      content: content({
        action: 'spawn_subagent',
        subAgentId: 'agent_123',
        agentType: 'researcher',
        task: 'Search for...',
      }),
    },
    'assistant: <spawn_subagent id="chunk_xxx" subagent_id="agent_123" agent_type="researcher">\n{"task":"Search for..."}\n</spawn_subagent>',
  ],
  [
    '3.14 a message to another agent',
    {
      type: 'DELEGATION',
      content: content({
        action: 'message_subagent',
        subAgentId: 'agent_123',
        text: 'Please continue research...',
      }),
    },
    'assistant: <message_to_subagent id="chunk_xxx" subagent_id="agent_123">\nPlease continue research...\n</message_to_subagent>',
  ],
  [
    "3.15 another agent's result",
    {
      type: 'DELEGATION',
      content: content({
        action: 'subagent_result',
        subAgentId: 'agent_123',
        success: true,
        text: 'Research results...',
      }),
    },
    'assistant: <subagent_result id="chunk_xxx" subagent_id="agent_123" success="true">\nResearch results...\n</subagent_result>',
  ],
  [
    "3.16 a parent agent's message",
    { type: 'DELEGATION', content: content({ parentAgentId: 'agent_000', text: 'Parent task instruction' }) },
    'user: <parent_agent_message id="chunk_xxx" parent_agent_id="agent_000">\nParent task instruction\n</parent_agent_message>',
  ],
  [
    '3.17 a result of a tool',
    {
      type: 'ENVIRONMENT',
      content: content({
        source: 'tool',
        toolName: 'read_file',
        callId: 'call_123',
        success: true,
        text: 'File content...',
      }),
    },
    'user: <tool_result id="chunk_xxx" tool="read_file" call_id="call_123" success="true">\nFile content...\n</tool_result>',
  ],
  [
    '3.18 an error of a tool',
    {
      type: 'ENVIRONMENT',
      content: content({
        source: 'tool_error',
        toolName: 'read_file',
        callId: 'call_123',
        text: 'File not found',
      }),
    },
    'user: <tool_result id="chunk_xxx" tool="read_file" call_id="call_123" success="false" error="true">\nFile not found\n</tool_result>',
  ],
  [
    '3.19 a result of a skill',
    {
      type: 'ENVIRONMENT',
      content: content({
        source: 'skill',
        skillName: 'code_review',
        callId: 'call_456',
        success: true,
        text: 'Review results...',
      }),
    },
    'user: <skill_result id="chunk_xxx" skill="code_review" call_id="call_456" success="true">\nReview results...\n</skill_result>',
  ],
  [
    '3.20 a summary of progress',
    {
      type: 'WORKING_FLOW',
      subType: 'COMPACTED',
      content: content({ text: '## Progress Summary' }),
      metadata: { custom: { compactedAt: 1703, originalCount: 15 } },
    },
    'assistant: <progress_summary id="chunk_xxx" compacted_at="1703" original_count="15">\n## Progress Summary\n</progress_summary>',
  ],
  [
    '3.21 a list of tasks',
    {
      type: 'WORKING_FLOW',
      content: content({ action: 'todo_set', todos: ['a'] }),
      metadata: { custom: { subType: 'todo' } },
    },
    'assistant: <todo_update id="chunk_xxx" action="todo_set">\n{"todos":["a"]}\n</todo_update>',
  ],
  [
    '3.22 thinking',
    { type: 'WORKING_FLOW', subType: 'THINKING', content: content({ text: 'Thinking process...' }) },
    'assistant: <thinking id="chunk_xxx" subtype="THINKING">\nThinking process...\n</thinking>',
  ],
  [
    "3.23 a user's intervention",
    { type: 'WORKING_FLOW', subType: 'USER', content: content({ text: 'User intervention during process' }) },
    'user: <user_intervention id="chunk_xxx" subtype="USER">\nUser intervention during process\n</user_intervention>',
  ],
  [
    '3.24 a completed task',
    { type: 'OUTPUT', content: content({ action: 'task_completed', result: '...', summary: '...' }) },
    'assistant: <task_completed id="chunk_xxx">\n{"result":"...","summary":"..."}\n</task_completed>',
  ],
  [
    '3.25 an abandoned task',
    {
      type: 'OUTPUT',
      content: content({ action: 'task_abandoned', reason: 'Unable to complete', partialResult: '...' }),
    },
    'assistant: <task_abandoned id="chunk_xxx" reason="Unable to complete">\n{"partialResult":"..."}\n</task_abandoned>',
  ],
  [
    '3.26 a terminated task',
    {
      type: 'OUTPUT',
      content: content({ action: 'task_terminated', terminatedBy: 'user', text: 'Task was terminated' }),
    },
    'assistant: <task_terminated id="chunk_xxx" terminated_by="user">\nTask was terminated\n</task_terminated>',
  ],
]

describe('the tags', () => {
  test.each(tags)('%s has its tag', (_, chunk, expected) => {
    expect(shown(chunk)).toBe(expected)
  })

  test('3.11 the status of a call changes once its result is there', () => {
    expect(build([said('u', 'user', 'Go'), pair[0] as ChunkInput]).messages[1]?.content).toContain(
      'status="pending"',
    )
    expect(build([said('u', 'user', 'Go'), ...pair]).messages[1]?.content).toContain('status="completed"')
  })

  test('3.27 the content has lines of its own within its tag', () => {
    expect(shown({ type: 'SYSTEM', content: content({ text: 'a\nb' }) })).toMatch(/>\na\nb\n<\//)
  })
})

describe('the usage examples', () => {
  const builder = createContextBuilder()

  test('3.28 ContextBuilder and createContextBuilder are exported', () => {
    expect(builder).toBeInstanceOf(ContextBuilder)
  })

  test('3.29 the current state of a thread is awaited', async () => {
    const memory = createMemoryManager()
    memory.createThread('t')
    memory.append('t', said('u', 'user', 'Hi'))
    expect((await memory.getCurrentState('t')).chunkIds).toEqual(['u'])
  })

  test('3.30 build takes a limit and a system prompt', () => {
    const result = builder.build(createState(mixed), {
      maxTokens: 8000,
      systemPrompt: 'You are a helpful assistant.',
    })
    expect(result.ok).toBe(true)
  })

  test('3.31 a conversation longer than the limit has excluded chunks', () => {
    const result = build(long, { maxTokens: 2000 })
    expect(result.includedChunkIds.at(-1)).toBe('c99')
    expect(result.excludedChunkIds).toContain('c0')
  })

  test('3.32 the messages fit a chat API', () => {
    const messages: { role: 'system' | 'user' | 'assistant'; content: string }[] = build(mixed).messages
    expect(messages.every(({ content: text }) => typeof text === 'string')).toBe(true)
  })

  test('3.33 the system prompt is the first system message', () => {
    const [first] = build(mixed, { systemPrompt: 'You are a helpful assistant.' }).messages
    expect(first?.role).toBe('system')
    expect(first?.content).toMatch(/^You are a helpful assistant\./)
  })

  test('3.34 createTokenizer takes the name of a model', () => {
    expect(createTokenizer('gpt-4o').countTokens('hello world')).toBe(2)
  })

  test('3.35 a tokenizer is given to the builder', () => {
    expect(createContextBuilder(createTokenizer('gpt-4o')).build(createState(mixed)).tokenCountExact).toBe(
      true,
    )
  })

  test('3.36 a tokenizer is given to a build', () => {
    expect(build(mixed, { tokenizer: createTokenizer('gpt-4o') }).tokenCountExact).toBe(true)
  })

  test('3.37 the result has its count of tokens', () => {
    expect(build(mixed).tokenCount).toBeGreaterThan(0)
  })

  test("3.38 a count is exact with the model's own vocabulary alone", () => {
    expect(build(mixed).tokenCountExact).toBe(false)
    expect(build(mixed, { tokenizer: createTokenizer('claude-3-5-sonnet-20241022') }).tokenCountExact).toBe(
      false,
    )
  })

  test('3.39 maxTokens is a limit, and more room never shows fewer chunks', () => {
    let shownBefore = 0
    for (let maxTokens = 500; maxTokens <= 4000; maxTokens += 250) {
      const result = build(long, { maxTokens })
      expect(result.tokenCount).toBeLessThanOrEqual(maxTokens)
      expect(result.includedChunkIds.length).toBeGreaterThanOrEqual(shownBefore)
      shownBefore = result.includedChunkIds.length
    }
  })

  test('3.40 the tokenizer of an option counts', () => {
    const own = build(mixed, { tokenizer: { countTokens: text => text.length } })
    expect(own.tokenCount).toBeGreaterThan(build(mixed).tokenCount)
  })

  test('3.41 a system prompt may hold tags', () => {
    const systemPrompt = 'You are an expert developer.\n\n<task>\nFix it\n</task>'
    expect(build(mixed, { systemPrompt }).messages[0]?.content).toContain(systemPrompt)
  })

  test('3.42 includeSystem leaves system chunks out, and is on without being set', () => {
    expect(build(mixed).includedChunkIds).toContain('system')
    expect(build(mixed, { includeSystem: false }).excludedChunkIds).toEqual(['system'])
  })

  test('3.43 includeEnvironment leaves results out', () => {
    expect(build(mixed, { includeEnvironment: false }).excludedChunkIds).toEqual(['result'])
  })

  test('3.44 excludeTypes leaves types out', () => {
    expect(build(mixed, { excludeTypes: [ChunkType.OUTPUT] }).excludedChunkIds).toEqual(['output'])
  })

  test('3.45 includeOnlyChunkIds keeps the named chunks', () => {
    expect(build(mixed, { includeOnlyChunkIds: ['question', 'thanks'] }).includedChunkIds).toEqual([
      'question',
      'thanks',
    ])
  })

  test('3.46 the result lists included chunks', () => {
    expect(build(mixed).includedChunkIds).toEqual(mixed.map(({ id }) => id))
  })

  test('3.47 the result lists excluded chunks', () => {
    expect(build(mixed).excludedChunkIds).toEqual([])
    expect(build(long, { maxTokens: 600 }).excludedChunkIds.length).toBeGreaterThan(50)
  })
})

describe('renderers', () => {
  class CustomChunkRenderer implements IChunkRenderer {
    canRender(chunk: MemoryChunk): boolean {
      return chunk.metadata.custom?.myCustomType === true
    }
    getRole(_chunk: MemoryChunk): ContextMessageRole {
      return 'assistant'
    }
    render(chunk: MemoryChunk): string {
      return `<my_custom_tag id="${chunk.id}">\n${JSON.stringify(chunk.content)}\n</my_custom_tag>`
    }
  }
  const own: ChunkInput = { ...said('mine', 'user', 'x'), metadata: { custom: { myCustomType: true } } }
  const builder = createContextBuilder()
  builder.registerRenderer(new CustomChunkRenderer())
  const { messages } = builder.build(createState([said('u', 'user', 'Hi'), own, said('v', 'user', 'Ho')]))

  test('3.48 IChunkRenderer is the type of a renderer', () => {
    const renderer: IChunkRenderer = new CustomChunkRenderer()
    expect(renderer.getRole({} as MemoryChunk)).toBe('assistant')
  })

  test('3.49 ContextMessageRole and MemoryChunk are exported types', () => {
    const role: ContextMessageRole = 'assistant'
    const chunk: MemoryChunk | undefined = createState([own]).chunks.get('mine')
    expect([role, chunk?.id]).toEqual(['assistant', 'mine'])
  })

  test('3.50 canRender, getRole and render are asked', () => {
    expect(messages[1]?.role).toBe('assistant')
    expect(messages[1]?.content).toMatch(/^<my_custom_tag id="mine">\n\{.*\}\n<\/my_custom_tag>$/)
  })

  test('3.51 a chunk has metadata of the program', () => {
    expect(createState([own]).chunks.get('mine')?.metadata.custom?.myCustomType).toBe(true)
  })

  test('3.52 a registered renderer comes before the defaults', () => {
    expect(messages[0]?.content).toMatch(/^<user_message/)
    expect(messages[1]?.content).not.toContain('<user_message')
  })
})

describe('the result', () => {
  const result = build(long, { maxTokens: 2000 })

  test('3.53 the result has the fields of the interface', () => {
    const { messages, tokenCount, tokenCountExact, includedChunkIds, excludedChunkIds }: ContextBuildResult =
      result
    const printed: {
      messages: ContextMessage[]
      tokenCount: number
      tokenCountExact: boolean
      includedChunkIds: string[]
      excludedChunkIds: string[]
    } = { messages, tokenCount, tokenCountExact, includedChunkIds, excludedChunkIds }
    expect(Object.values(printed)).not.toContain(undefined)
  })

  test('3.54 messages are a list of messages', () => {
    const messages: ContextMessage[] = result.messages
    expect(messages.length).toBeGreaterThan(0)
  })

  test('3.55 tokenCount is the size of the messages', () => {
    const characters = result.messages.reduce((sum, message) => sum + message.content.length, 0)
    expect(result.tokenCount).toBeGreaterThanOrEqual(characters / 4)
  })

  test('3.56 tokenCountExact is false for an estimate', () => {
    expect(result.tokenCountExact).toBe(false)
  })

  test('3.57 included ids are those that the messages show', () => {
    const text = JSON.stringify(result.messages)
    for (const id of result.includedChunkIds) expect(text).toContain(`id=\\"${id}\\"`)
  })

  test('3.58 excluded ids are those over the limit, each with its reason', () => {
    expect(result.exclusions.map(({ id }) => id)).toEqual(result.excludedChunkIds)
    expect(new Set(result.exclusions.map(({ reason }) => reason))).toEqual(new Set(['over-budget']))
  })

  test('3.59 neighbours of one role are one message', () => {
    const five = build([
      said('a', 'user', '1'),
      said('b', 'user', '2'),
      said('c', 'assistant', '3'),
      said('d', 'user', '4'),
      said('e', 'user', '5'),
    ])
    expect(five.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  test('3.60 neighbours are joined in their order, by a blank line', () => {
    const two = build([said('a', 'user', '1'), said('b', 'user', '2')], { ids: false })
    expect(two.messages[0]?.content).toBe(
      '<user_message role="user">\n1\n</user_message>\n\n<user_message role="user">\n2\n</user_message>',
    )
  })
})

describe('counting', () => {
  const text = 'Grüße, 東京! The quick brown fox jumps 12345 times.'

  const reference = (name: 'o200k_base' | 'cl100k_base') => {
    const encoding = get_encoding(name)
    const count = encoding.encode(text).length
    encoding.free()
    return count
  }

  test('3.61 counts are those of a reference tokenizer', () => {
    expect(createTokenizer('gpt-4o').countTokens('hello world')).toBe(2)
    expect(reference('o200k_base')).not.toBe(reference('cl100k_base'))
  })

  test('3.62 gpt-4o counts with o200k_base', () => {
    expect(createTokenizer('gpt-4o').countTokens(text)).toBe(reference('o200k_base'))
  })

  test('3.63 gpt-4 counts with cl100k_base', () => {
    expect(createTokenizer('gpt-4').countTokens(text)).toBe(reference('cl100k_base'))
  })

  test('3.64 gpt-3.5-turbo counts with cl100k_base', () => {
    expect(createTokenizer('gpt-3.5-turbo').countTokens(text)).toBe(reference('cl100k_base'))
  })

  test('3.65 a Claude model is approximated, and says so', () => {
    const claude = createTokenizer('claude-3-5-sonnet-20241022')
    expect(claude.countTokens(text)).toBeGreaterThan(0)
    expect(build(mixed, { tokenizer: claude }).tokenCountExact).toBe(false)
  })

  test('3.66 four characters are a token without a tokenizer', () => {
    const [one, two] = ['', 'x'.repeat(400)].map(more => build([said('u', 'user', `Hi${more}`)]).tokenCount)
    expect(Number(two) - Number(one)).toBe(100)
  })

  test('3.67 included chunks keep their order', () => {
    const { includedChunkIds } = build(long, { maxTokens: 2000 })
    expect(includedChunkIds).toEqual(
      [...includedChunkIds].sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
    )
  })

  test('3.68 the count is the sum over the included chunks', () => {
    const [few, more] = [build(long.slice(0, 2)), build(long.slice(0, 4))]
    expect(more.tokenCount).toBeGreaterThan(few.tokenCount)
  })

  test('3.69 chunks over the limit are excluded', () => {
    const { excludedChunkIds, includedChunkIds } = build(long, { maxTokens: 2000 })
    expect([...excludedChunkIds, ...includedChunkIds].sort()).toEqual(long.map(({ id }) => String(id)).sort())
  })

  test('3.70 the result tells which chunks were excluded', () => {
    expect(build(long, { maxTokens: 2000 }).exclusions[0]).toEqual({ id: 'c0', reason: 'over-budget' })
  })
})
