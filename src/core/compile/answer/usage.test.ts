import { describe, expect, test } from 'vitest'
import { priceOf } from '../../explain/price-of.ts'
import { usageOf } from '../../from/usage.ts'

describe('usageOf', () => {
  test('Responses reports the tokens that it wrote to the cache, with their lifetimes', () => {
    const reported = {
      input_tokens: 5_000,
      input_tokens_details: {
        cached_tokens: 1_000,
        cache_write_tokens: 3_000,
        cache_write_tokens_details: { ttl_12h_tokens: 2_000, ttl_30m_tokens: 1_000 },
      },
      output_tokens: 200,
      output_tokens_details: { reasoning_tokens: 150 },
    }
    expect(usageOf(reported, 'responses')).toEqual({
      inputTokens: 5_000,
      outputTokens: 200,
      cacheReadTokens: 1_000,
      cacheWriteTokens: 3_000,
      longCacheWriteTokens: 2_000,
      reasoningTokens: 150,
    })
  })

  const compaction = (input: number, read: number) => ({
    type: 'compaction',
    input_tokens: input,
    output_tokens: 900,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: read,
    cache_creation: null,
  })

  test('compactions of Claude, which its totals leave out, are counted apart', () => {
    const reported = {
      input_tokens: 40,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: null,
      output_tokens: 10,
      iterations: [
        compaction(2_000, 150_000),
        { ...compaction(40, 60), type: 'message', output_tokens: 10 },
        compaction(1_000, 0),
      ],
    }
    expect(usageOf(reported, 'messages')).toEqual({
      inputTokens: 100,
      outputTokens: 10,
      cacheReadTokens: 60,
      compaction: { inputTokens: 153_000, outputTokens: 1_800, cacheReadTokens: 150_000 },
    })
  })

  test('a compaction on demand has totals of zero and costs what its run costs', () => {
    const usage = usageOf(
      { input_tokens: 0, output_tokens: 0, iterations: [compaction(2_000, 150_000)] },
      'messages',
    )
    expect(usage).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      compaction: { inputTokens: 152_000, outputTokens: 900, cacheReadTokens: 150_000 },
    })
    const { usd, cacheRead } = priceOf(usage!, 'claude-opus-5-5')
    expect(cacheRead).toBeCloseTo(0.03)
    expect(usd).toBeCloseTo(0.008 + 0.03 + 0.018)
  })

  test.each([null, 'x', [], [null], [{ type: 'compaction' }], [{ type: 'compaction', input_tokens: -1 }]])(
    'runs of %j are none',
    iterations => {
      expect(usageOf({ input_tokens: 1, output_tokens: 2, iterations }, 'messages')).toEqual({
        inputTokens: 1,
        outputTokens: 2,
      })
    },
  )
})
