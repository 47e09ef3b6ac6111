import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('ranking uses words alone if there is no disk', async () => {
  vi.resetModules()
  vi.stubGlobal('process', {})
  const { vectorsOnDisk } = await import('./disk.ts')
  const { RelevanceIndex } = await import('./relevance-index.ts')
  expect(vectorsOnDisk()).toBe(null)
  const index = new RelevanceIndex()
  expect(index.hasVectors).toBe(false)
  index.set(0, 'tea')
  expect(index.rank('tea')).toEqual([{ ordinal: 0, score: 1 }])
})
