// M1: whatever chunks hold, no tag is closed by it, and every chunk is read back as it was.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContextBuilder, createState, readTags } from '../../src/memory/index.ts'
import { toldOf } from '../../src/memory/told.ts'
import { partsOf, wordsOf } from '../../src/memory/words.ts'
import { chunk } from './arbitrary.ts'

/** `CTXC_CHUNKS=100000` for as many. */
const chunks = Number(process.env.CTXC_CHUNKS ?? 5_000)
const most = 10

test(`none of ${chunks} chunks escapes its tag, and each is read back`, { timeout: 3_600_000 }, () => {
  let seen = 0
  const property = fc.property(fc.array(chunk(), { minLength: most, maxLength: most }), inputs => {
    seen += inputs.length
    const state = createState(inputs.map((input, index) => ({ ...input, id: `x${index}` })))
    const { messages, includedChunkIds, exclusions } = createContextBuilder().build(state)
    const tags = readTags(messages.map(({ content }) => content).join('\n\n'))
    expect(tags.map(({ attributes }) => attributes.id).sort()).toEqual([...includedChunkIds].sort())
    expect(exclusions.every(({ reason }) => reason === 'orphan-result')).toBe(true)
    const told = new Map(toldOf(state, []).map(entry => [entry.item.id, entry]))
    for (const tag of tags) {
      const entry = told.get(tag.attributes.id ?? '')
      expect(entry?.shape.name).toBe(tag.name)
      const words = wordsOf(partsOf(entry!.item.content, entry!.shape.told, state.chunks))
      expect(tag.words).toBe(words)
      for (const [key, value] of Object.entries(entry!.shape.attributes))
        if (value !== undefined && key !== 'status') expect(tag.attributes[key]).toBe(value)
    }
  })
  fc.assert(property, { numRuns: Math.ceil(chunks / most), seed: 20_260_101 })
  expect(seen).toBeGreaterThanOrEqual(chunks)
})
