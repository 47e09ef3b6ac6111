// Law M1: no content of a chunk closes a tag, and every chunk can be read back unchanged.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContextBuilder, readTags } from '../index.ts'
import { readState } from '../read-state.ts'
import { ThreadState } from '../thread-state.ts'
import { shownItemsOf } from '../told.ts'
import { contentParts, joinAsPlainText } from '../words.ts'
import { chunk, entries, stateOf } from './arbitrary.ts'

/** Number of chunks; `CTXC_CHUNKS=100000` checks more. */
const chunks = Number(process.env.CTXC_CHUNKS ?? 5_000)
const most = 10

const targets = ['openai-responses', 'openai-chat', 'anthropic', 'google', 'ai-sdk'] as const

test(`none of ${chunks} chunks escapes its tag, and each is read back`, { timeout: 3_600_000 }, () => {
  let seen = 0
  const property = fc.property(fc.array(chunk(), { minLength: most, maxLength: most }), inputs => {
    seen += inputs.length
    const state = stateOf(inputs)
    const { messages, includedChunkIds, exclusions } = createContextBuilder().build(state)
    const tags = readTags(messages.map(({ content }) => content).join('\n\n'))
    // A chunk without text of its own is shown by its children.
    const told = new Map(shownItemsOf(readState(state), []).map(entry => [entry.item.id, entry]))
    const ids = includedChunkIds.filter(id => told.has(id))
    expect(tags.map(({ attributes }) => attributes.id).sort()).toEqual(ids.sort())
    expect(exclusions.every(({ reason }) => reason === 'orphan-result')).toBe(true)
    for (const tag of tags) {
      const entry = told.get(tag.attributes.id ?? '')
      expect(entry?.shape.name).toBe(tag.name)
      const words = joinAsPlainText(contentParts(entry!.item.content, entry!.shape.told, state.chunks))
      expect(tag.words).toBe(words)
      for (const [key, value] of Object.entries(entry!.shape.attributes))
        if (value !== undefined && key !== 'status') expect(tag.attributes[key]).toBe(value)
    }
  })
  fc.assert(property, { numRuns: Math.ceil(chunks / most), seed: 20_260_101 })
  expect(seen).toBeGreaterThanOrEqual(chunks)
})

test("the context shows exactly the state's visible chunks, whatever summaries claim to cover", () => {
  const property = fc.property(entries(), written => {
    const state = new ThreadState('t', written, written.length, undefined)
    const { messages, includedChunkIds, exclusions } = createContextBuilder().build(state)
    const speaking = new Set(shownItemsOf(readState(state), []).map(({ item }) => item.id))
    const ids = readTags(messages.map(({ content }) => content).join('\n\n')).map(
      ({ attributes }) => attributes.id,
    )
    expect(ids.sort()).toEqual(includedChunkIds.filter(id => speaking.has(id)).sort())
    const gone = exclusions.filter(({ reason }) => reason !== 'orphan-result')
    expect(gone).toEqual([])
    const all = state.chunkIds.flatMap(id => [
      id,
      ...(state.chunks.get(id)?.children ?? []).map(kid => kid.id),
    ])
    expect([...includedChunkIds, ...exclusions.map(({ id }) => id)].sort()).toEqual(all.sort())
  })
  fc.assert(property, { numRuns: Math.ceil(chunks / most), seed: 20_260_101 })
})
