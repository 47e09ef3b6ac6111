import { expect, test } from 'vitest'
import {
  createContextBuilder,
  createMemoryManager,
  type NewChunk,
  readJSONLines,
  writeJSONLines,
} from './index.ts'

const text = (words: string, fields: object = {}) => ({ type: 'TEXT', text: words, ...fields }) as const

const user = (words: string): NewChunk => ({
  type: 'AGENT',
  retentionStrategy: 'COMPRESSIBLE',
  content: text(words, { role: 'user' }),
})

const assistant = (words: string): NewChunk => ({
  ...user(words),
  content: text(words, { role: 'assistant' }),
})

const call = (callId: string): NewChunk => ({
  type: 'WORKFLOW',
  retentionStrategy: 'COMPRESSIBLE',
  content: { type: 'TEXT', action: 'tool_call', toolName: 'read', callId, arguments: { path: '/a' } },
})

const result = (callId: string): NewChunk => ({
  type: 'ENVIRONMENT',
  content: text('let x = 1 '.repeat(20), { source: 'tool', toolName: 'read', callId }),
})

/** Creates a manager with a thread of some turns. The user message of the third turn is critical. */
function filled(turns = 8) {
  const memory = createMemoryManager()
  memory.createThread('t', { custom: { owner: 'me' } })
  memory.append('t', { type: 'SYSTEM', content: text('Be brief.') })
  for (let turn = 0; turn < turns; turn++) {
    const critical = turn === 2 ? { retentionStrategy: 'CRITICAL' as const } : {}
    memory.append('t', [
      { ...user(`question ${turn}`), ...critical },
      call(`c${turn}`),
      result(`c${turn}`),
      assistant(`answer ${turn}`),
    ])
  }
  return memory
}

const rendered = async (memory: ReturnType<typeof filled>, id = 't') =>
  createContextBuilder().build(await memory.getCurrentState(id), { ids: false })

test('states are immutable, and record their origin', async () => {
  const memory = createMemoryManager()
  const first = memory.createThread('t', { custom: { owner: 'me' } })
  const second = memory.append('t', user('Hi'), { eventId: 'e1' })
  expect([first.chunkIds, second.chunkIds]).toEqual([[], ['chunk_0']])
  expect(second.metadata).toEqual({
    previousStateId: first.id,
    sourceOperation: 'ADD',
    provenance: { eventId: 'e1' },
    custom: { owner: 'me' },
  })
  expect(memory.getState('t', first.id)?.chunkIds).toEqual([])
  expect(() => memory.append('t', { ...user('Again'), id: 'chunk_0' })).toThrow(TypeError)
  expect(() => memory.update('t', 'chunk_0', { content: text('No') })).toThrow(
    "update.id must be of a mutable chunk, got 'chunk_0'",
  )
  memory.append('t', {
    type: 'WORKING_FLOW',
    id: 'todo',
    content: text('a'),
    metadata: { custom: { subType: 'todo' } },
  })
  const third = memory.update('t', 'todo', { content: text('b') })
  expect(third.chunks.get('todo')?.content.text).toBe('b')
  expect(memory.remove('t', 'todo').chunkIds).toEqual(['chunk_0'])
  expect(third.chunkIds).toEqual(['chunk_0', 'todo'])
})

test('a summary replaces its chunks in place; critical chunks, pending calls and the latest stay', async () => {
  const memory = filled()
  memory.append('t', [call('late'), user('Meanwhile'), assistant('Working on it.')])
  let seen: readonly { readonly role: string; readonly content: string }[] = []
  const summarize = ({ messages }: { messages: typeof seen }) => {
    seen = messages
    return 'They read files.'
  }
  const before = await rendered(memory)
  const compacted = await memory.compact('t', { summarize, keepRecent: 2, compactedAt: 5 })
  expect(compacted.outcome).toBe('compacted')
  // The summarizer gets the text that was sent before the compaction, unchanged.
  const sent = before.messages.map(({ content }) => content).join('\n\n')
  const told = createContextBuilder().build(await memory.getCurrentState('t'))
  for (const piece of seen.flatMap(({ content }) => content.split(/\n\n(?=<)/)))
    if (piece !== 'Continue.') expect(sent).toContain(piece.replace(/ id="[^"]*"/, ''))
  const shown = told.messages.map(({ content }) => content).join('\n\n')
  expect(shown).toContain('They read files.')
  expect(shown).toContain('original_count="31"')
  expect(shown).toContain('question 2')
  expect(shown).not.toContain('question 1\n')
  expect(shown).toContain('call_id="late" action="tool_call"'.split(' ')[0])
  expect(shown.indexOf('They read files.')).toBeLessThan(shown.indexOf('question 2'))
  // The shown ids are exactly the ids of the state.
  expect(told.includedChunkIds).toEqual([...compacted.state.chunkIds])
  // A second summary also replaces the first one. After it, there is nothing left to compact.
  memory.append('t', [user('More'), assistant('Yes.'), user('And?')])
  const again = await memory.compact('t', { summarize: () => 'All of it.', keepRecent: 1 })
  expect(again.outcome).toBe('compacted')
  const last = await rendered(memory)
  const words = last.messages.map(({ content }) => content).join('\n\n')
  expect(words).toContain('All of it.')
  expect(words).not.toContain('They read files.')
  expect((await memory.compact('t', { summarize: () => 'x', keepRecent: 1 })).outcome).toBe('nothing')
})

test.each([
  ['failed', () => Promise.reject(new Error('no model'))],
  ['empty', () => ' \n'],
  ['longer', ({ tokens }: { tokens: number }) => 'word '.repeat(tokens)],
  ['nothing', () => 'x'],
] as const)('a summary is ignored with the outcome %s', async (outcome, summarize) => {
  const memory = filled()
  const before = await memory.getCurrentState('t')
  const { outcome: got, state } = await memory.compact('t', {
    summarize,
    ...(outcome === 'nothing' && { keepRecent: 1000 }),
  })
  expect([got, state]).toEqual([outcome, before])
  expect(await memory.getCurrentState('t')).toBe(before)
})

test('a chunk changed while the summary is written makes the summary stale', async () => {
  const memory = filled()
  const { outcome } = await memory.compact('t', {
    keepRecent: 4,
    summarize: () => {
      memory.remove('t', 'chunk_1')
      return 'short'
    },
  })
  expect(outcome).toBe('stale')
})

test('a thread is forked from any state, and restored from a snapshot', async () => {
  const memory = filled()
  await memory.compact('t', { summarize: () => 'They read files.', keepRecent: 2 })
  const state = await memory.getCurrentState('t')
  const earlier = memory.getState('t', state.metadata.previousStateId as string)
  const fork = memory.fork('t', 'fork', earlier as typeof state)
  expect(fork.chunkIds).toEqual(earlier?.chunkIds)
  memory.append('fork', user('Elsewhere'))
  expect((await memory.getCurrentState('t')).chunkIds).toEqual(state.chunkIds)
  const other = createMemoryManager()
  other.restore(JSON.parse(JSON.stringify(memory.snapshot('t'))))
  expect((await rendered(other)).messages).toEqual((await rendered(memory)).messages)
})

test('a thread is written to JSON Lines and read back, and a bad line is reported and kept', async () => {
  const memory = filled()
  await memory.compact('t', { summarize: () => 'They read files.', keepRecent: 2 })
  const lines = writeJSONLines(memory.snapshot('t'))
  const { snapshot, problems } = readJSONLines(lines)
  expect([snapshot, problems]).toEqual([memory.snapshot('t'), []])
  const [first = '', ...rest] = lines.split('\n')
  const damaged = readJSONLines(
    [first, '{"kind":"add"', '{"kind":"dance"}', '{"kind":"add","chunk":{"id":"x"}}', ...rest].join('\n'),
  )
  expect(damaged.snapshot.entries).toEqual(snapshot.entries)
  expect(damaged.problems.map(({ line, text: kept }) => [line, kept])).toEqual([
    [2, '{"kind":"add"'],
    [3, '{"kind":"dance"}'],
    [4, '{"kind":"add","chunk":{"id":"x"}}'],
  ])
})

test('an invalid state or snapshot is refused with a valid alternative', () => {
  const memory = filled()
  const untyped = memory as unknown as Record<string, (...given: unknown[]) => unknown>
  const { length } = memory.snapshot('t').entries
  expect(() => untyped.fork?.('t', 'f', `t/${length}`)).toThrow(
    `fork.at must be a state of thread 't': pass getState('t', 't/${length}')`,
  )
  for (const at of [null, 5, {}, { id: 5 }, { id: 'zz' }])
    expect(() => untyped.fork?.('t', 'f', at)).toThrow("fork.at must be a state of thread 't'")
  expect(untyped.getState?.('t', 5)).toBe(null)
  expect(() => untyped.restore?.(readJSONLines(writeJSONLines(memory.snapshot('t'))), 'other')).toThrow(
    'snapshot must be a snapshot: of the result of readJSONLines, pass its field snapshot',
  )
})
