// Calls and results are kept or dropped together, and a call shows its outcome.
import { expect, test } from 'vitest'
import { compile } from '../../index.ts'
import {
  type ChunkInput,
  type ContextBuildOptions,
  createContextBuilder,
  createMemoryManager,
  createState,
  fromMemory,
  type RetentionStrategy,
} from './index.ts'

const said = (id: string, role: 'user' | 'assistant', text: string): ChunkInput => ({
  id,
  type: 'AGENT',
  retentionStrategy: 'COMPRESSIBLE',
  content: { type: 'TEXT', role, text },
})
const call = (id: string, retentionStrategy: RetentionStrategy = 'COMPRESSIBLE'): ChunkInput => ({
  id: `call ${id}`,
  type: 'WORKFLOW',
  retentionStrategy,
  content: { type: 'TEXT', action: 'tool_call', toolName: 'f', callId: id, arguments: { id } },
})
const result = (id: string, retentionStrategy: RetentionStrategy = 'COMPRESSIBLE'): ChunkInput => ({
  id: `result ${id}`,
  type: 'ENVIRONMENT',
  retentionStrategy,
  content: { type: 'TEXT', source: 'tool', toolName: 'f', callId: id, result: 'R'.repeat(200) },
})
const build = (chunks: readonly ChunkInput[], options: ContextBuildOptions = {}) =>
  createContextBuilder().build(createState(chunks), options)

/** Creates a turn with a call and a result, each with a given retention class. */
const turn = (ofCall: RetentionStrategy, ofResult: RetentionStrategy): ChunkInput[] => [
  said('u', 'user', 'go'),
  call('1', ofCall),
  result('1', ofResult),
  said('a', 'assistant', 'done'),
  said('v', 'user', 'and?'),
]

test.each(['DISPOSABLE', 'EPHEMERAL'] as const)('a half that is %s drops the other too', retention => {
  for (const [ofCall, ofResult] of [
    [retention, 'COMPRESSIBLE'],
    ['COMPRESSIBLE', retention],
  ] as const) {
    const { exclusions, diagnostics } = build(turn(ofCall, ofResult), { maxTokens: 120 })
    const reason = retention.toLowerCase()
    expect(exclusions).toEqual([
      { id: 'call 1', reason },
      { id: 'result 1', reason },
    ])
    expect(diagnostics).toEqual([])
  }
})

test('a critical half keeps the other half', () => {
  for (const [ofCall, ofResult] of [
    ['CRITICAL', 'EPHEMERAL'],
    ['DISPOSABLE', 'CRITICAL'],
  ] as const)
    expect(build(turn(ofCall, ofResult), { maxTokens: 160 }).includedChunkIds).toEqual(
      expect.arrayContaining(['call 1', 'result 1']),
    )
})

test('an ephemeral pair stays until the agent has answered, and a pending call stays', () => {
  const calls = [
    said('u', 'user', 'go'),
    call('1', 'EPHEMERAL'),
    call('2'),
    result('1'),
    call('3', 'EPHEMERAL'),
  ]
  expect(build(calls.slice(0, 4)).exclusions).toEqual([])
  expect(build([...calls, said('a', 'assistant', 'hm')]).exclusions.map(({ id }) => id)).toEqual([
    'call 1',
    'result 1',
  ])
})

test('a call without its result in the selection is described in text', async () => {
  const chunks = [...turn('COMPRESSIBLE', 'COMPRESSIBLE'), call('2')]
  for (const options of [
    { includeEnvironment: false },
    { excludeTypes: ['ENVIRONMENT'] },
    { includeOnlyChunkIds: ['u', 'call 1', 'a', 'v', 'call 2'] },
  ] as const) {
    const { messages, diagnostics } = build(chunks, options)
    const words = messages.map(({ content }) => content).join()
    expect(words.match(/status="\w+"/g)).toEqual(['status="completed"', 'status="pending"'])
    expect(diagnostics.map(({ code }) => code)).toEqual(['CX7004'])
  }
  const alone = build(chunks, { excludeTypes: ['WORKFLOW'] })
  expect(alone.messages[0]?.content).toContain('<tool_result')
  expect(alone.diagnostics).toEqual([])
})

test('a pair with one half of a custom renderer becomes text on both sides', async () => {
  for (const id of ['call 1', 'result 1']) {
    const renderer = {
      canRender: (chunk: { readonly id: string }) => chunk.id === id,
      getRole: () => (id === 'call 1' ? 'assistant' : 'user') as 'assistant' | 'user',
      render: () => 'MINE',
    }
    const state = createState(turn('COMPRESSIBLE', 'COMPRESSIBLE'))
    const program = fromMemory(state, { renderers: [renderer] })
    const { request, diagnostics } = await compile(program, { model: 'claude-sonnet-5' })
    expect(diagnostics).toEqual([])
    expect(JSON.stringify(request)).toContain('MINE')
    expect(JSON.stringify(request)).not.toContain('tool_use')
    expect(JSON.stringify(request)).not.toContain('no result')
  }
})

test('parallel calls stay one answer if a summary was written between them', async () => {
  const memory = createMemoryManager()
  memory.createThread('t')
  memory.append('t', [said('o', 'assistant', 'long '.repeat(30)), said('u', 'user', 'go'), call('1')])
  const { outcome } = await memory.compact('t', { id: 's', summarize: () => 'sum', keepRecent: 1 })
  expect(outcome).toBe('compacted')
  const state = memory.append('t', [call('2'), result('1'), result('2')])
  const flat = createState(state.chunkIds.map(id => state.chunks.get(id)!))
  const requests = await Promise.all(
    [state, flat].map(each => compile(fromMemory(each), { model: 'gpt-5.4' })),
  )
  expect(requests[0]?.request).toEqual(requests[1]?.request)
  expect(createContextBuilder().build(state).messages).toEqual(createContextBuilder().build(flat).messages)
})

test('a summary that is or holds a call is never pending', async () => {
  const memory = createMemoryManager()
  memory.createThread('t')
  memory.append('t', [
    said('a', 'assistant', 'words '.repeat(20)),
    said('b', 'assistant', 'words '.repeat(20)),
    said('u', 'user', 'go'),
  ])
  await memory.compact('t', { id: 's', summarize: () => 'sum', keepRecent: 1 })
  const content = { type: 'TEXT', action: 'tool_call', toolName: 'f', callId: '1' } as const
  memory.update('t', 's', { children: [{ id: 'k', subType: 'AGENT_ACTION', content }] })
  const state = memory.append('t', [result('1'), said('v', 'user', 'well?')])
  expect(createContextBuilder().build(state).includedChunkIds).toEqual(['s', 'k', 'u', 'result 1', 'v'])
})

test('other content of a call is placed before the call', async () => {
  const image = { type: 'IMAGE', data: 'AAAA', mimeType: 'image/png' } as const
  const chunk: ChunkInput = {
    id: 'c',
    type: 'WORKFLOW',
    content: {
      type: 'MIXED',
      action: 'tool_call',
      toolName: 'f',
      callId: '1',
      text: 'I look.',
      arguments: { a: 1 },
      note: 'n',
      parts: [image],
    },
  }
  const state = createState([said('u', 'user', 'go'), chunk, result('1')])
  const { request } = await compile(fromMemory(state), { model: 'claude-sonnet-5' })
  expect(request?.messages[1]?.content).toEqual([
    { type: 'text', text: 'I look.' },
    { type: 'text', text: '[file, image/png]' },
    { type: 'text', text: '{"note":"n"}' },
    { type: 'tool_use', id: '1', name: 'f', input: { a: 1 } },
  ])
})

test('small disposable chunks stay if a large one of a higher priority does not fit', () => {
  const disposable = (id: string, text: string, priority: number): ChunkInput => ({
    ...said(id, 'assistant', text),
    retentionStrategy: 'DISPOSABLE',
    priority,
  })
  const small = Array.from({ length: 5 }, (_, at) => disposable(`s${at}`, 'small', 1))
  const chunks = [disposable('large', 'large '.repeat(500), 9), ...small, said('u', 'user', 'go')]
  expect(build(chunks, { maxTokens: 300 }).exclusions).toEqual([{ id: 'large', reason: 'disposable' }])
})
