// Token limits over generated states: newest chunks kept, pairs whole, critical chunks kept or named, none lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChunkInput, createContextBuilder, createState, createTokenizer, readTags } from '../index.ts'

interface Kind {
  readonly kind: 'user' | 'assistant' | 'pair' | 'note' | 'thought'
  readonly words: number
  readonly critical: boolean
  readonly disposable: boolean
}

const kinds = (length: number): fc.Arbitrary<Kind[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('user', 'assistant', 'pair', 'note', 'thought'),
      words: fc.nat(60),
      critical: fc.nat(40).map(roll => roll === 0),
      disposable: fc.nat(10).map(roll => roll === 0),
    }),
    { minLength: length, maxLength: length },
  )

function chunksOf({ kind, words, critical, disposable }: Kind, at: number): ChunkInput[] {
  const text = 'word '.repeat(words)
  const retentionStrategy = critical ? 'CRITICAL' : disposable ? 'DISPOSABLE' : 'COMPRESSIBLE'
  const chunk = (id: string, type: ChunkInput['type'], content: object): ChunkInput => ({
    id: `${id}${at}`,
    type,
    retentionStrategy,
    content: { type: 'TEXT', ...content },
  })
  if (kind === 'user') return [chunk('u', 'AGENT', { role: 'user', text })]
  if (kind === 'assistant') return [chunk('a', 'AGENT', { role: 'assistant', text })]
  if (kind === 'note') return [chunk('n', 'ENVIRONMENT', { source: 'monitor', text })]
  if (kind === 'thought') return [{ ...chunk('t', 'WORKING_FLOW', { text }), subType: 'THINKING' }]
  const callId = `call${at}`
  return [
    chunk('c', 'WORKFLOW', { action: 'tool_call', toolName: 'read', callId, arguments: { text } }),
    chunk('r', 'ENVIRONMENT', { source: 'tool', toolName: 'read', callId, text }),
  ]
}

const tokenizer = createTokenizer('gpt-4o')

/** Ids as one text. Comparing 100,000 ids one by one takes seconds. */
const listed = (ids: readonly string[]): string => ids.join('\n')

function holds(given: readonly Kind[], maxTokens: number): void {
  const inputs = given.flatMap(chunksOf)
  const state = createState(inputs)
  const result = createContextBuilder(tokenizer).build(state, { maxTokens })
  const {
    ok,
    compiled,
    messages,
    includedChunkIds: included,
    excludedChunkIds: excluded,
    exclusions,
  } = result
  // Each id of the input is in exactly one of the lists.
  expect(listed([...included, ...excluded].sort())).toBe(listed([...state.chunkIds].sort()))
  expect(listed(exclusions.map(({ id }) => id))).toBe(listed(excluded))
  if (!ok) {
    expect([messages, included]).toEqual([[], []])
    const [error] = result.diagnostics
    expect(error?.code).toBe('CX4001')
    expect(compiled.tokens.max).toBeGreaterThan(maxTokens)
    return
  }
  expect(compiled.tokens.max).toBeLessThanOrEqual(maxTokens)
  const counted = messages.reduce((sum, { content }) => sum + tokenizer.countTokens(content), 0)
  expect(counted).toBeLessThanOrEqual(maxTokens)
  const shown = readTags(messages.map(({ content }) => content).join('\n\n')).map(
    ({ attributes }) => attributes.id,
  )
  expect(new Set(shown)).toEqual(new Set(included))
  const is = new Set(included)
  const lost = inputs.filter(({ id, retentionStrategy }) => retentionStrategy === 'CRITICAL' && !is.has(id))
  const torn = inputs.filter(({ id }) => id.startsWith('c') && is.has(id) !== is.has(`r${id.slice(1)}`))
  expect({ lost, torn }).toEqual({ lost: [], torn: [] })
  // Kept chunks are newer than dropped ones, unless they are critical, disposable or open the turn.
  const order = new Map(inputs.map(({ id }, index) => [id, index]))
  const cut = Math.max(
    -1,
    ...exclusions.flatMap(({ id, reason }) => (reason === 'over-budget' ? [order.get(id)!] : [])),
  )
  const first = inputs.findIndex(
    ({ id, retentionStrategy }) => is.has(id) && retentionStrategy === 'COMPRESSIBLE' && !/^[un]/.test(id),
  )
  if (cut >= 0 && first >= 0) expect(first).toBeGreaterThan(cut)
}

test.each([10, 100, 1_000])('states of %i chunks stay within the budget', { timeout: 120_000 }, length => {
  const property = fc.property(kinds(length), fc.integer({ min: 0, max: 30 * length }), holds)
  fc.assert(property, { numRuns: Math.max(8, 2_000 / length), seed: 20_260_101, endOnFailure: length > 100 })
})

test.each([10_000, 100_000])('a state of %i chunks stays within the budget', { timeout: 120_000 }, length => {
  const [given] = fc.sample(kinds(1_000), { numRuns: 1, seed: 7 })
  const many = Array.from({ length }, (_, at) => ({ ...given![at % 1_000]!, critical: at % 50_000 === 17 }))
  holds(many, 20_000)
})
