// Changes that vendors made between August and November 2026, each as a row that is laid over an older one. The check of each
// fails with the older row and passes with both; `lines` are those of the change, in the form of the tables.
import { describe, expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import type { CompileOptions } from '../../src/core/compile/contract/options.ts'
import { priceOf } from '../../src/core/explain/price-of.ts'
import type { ModelRow } from '../../src/core/ir/model.ts'
import { createSession } from '../../src/core/session/create.ts'
import { claudeFacts } from '../../src/core/vendor/anthropic/write/models.ts'
import { geminiFacts } from '../../src/core/vendor/gemini/write/models.ts'
import { fromOpenAIResponses } from '../../src/core/vendor/openai/read/openai-responses.ts'
import { openaiFacts } from '../../src/core/vendor/openai/write/shared/models.ts'

const usage = { inputTokens: 110_000, outputTokens: 1_000 }
const said = (text = 'Hello') => createSession({ events: [{ author: 'user', text }] })
const compiled = (
  model: string,
  modelRows: readonly ModelRow[],
  options: CompileOptions = {},
  words = 1_500,
) =>
  compile({ name: 'a', instruction: 'Be brief.' }, said('word '.repeat(words)), {
    model,
    modelRows,
    ...options,
  })
const requestOf = async (...given: Parameters<typeof compiled>) =>
  (await compiled(...given)).request as unknown as Readonly<Record<string, unknown>>
const marks = async (model: string, modelRows: readonly ModelRow[], words?: number) =>
  (await compiled(model, modelRows, { cache: 'mark' }, words)).cache.breakpoints.length

interface Change {
  readonly what: string
  /** The row before: what it names is as it was. */
  readonly older: ModelRow
  readonly patch: Omit<ModelRow, 'id'>
  readonly holds: (rows: readonly ModelRow[]) => boolean | Promise<boolean>
}

const sol = 'gpt-6.2-sol'
const writes = { input: 2, output: 10, cacheRead: 0.1, cacheWrite: { '30m': 2.5 } }
const unknownWindow = { window: null, output: null }

const changes: readonly Change[] = [
  {
    what: 'GPT-6.2 Astra exists',
    older: { id: 'gpt-6.2-astra', ...unknownWindow },
    patch: { window: 922_000, output: 128_000 },
    holds: async rows => (await compiled('gpt-6.2-astra', rows)).tokens.limit === 890_000,
  },
  {
    what: 'a write for 12 hours costs 2.5 times the input on Responses',
    older: {
      id: 'gpt-6-luna',
      cache: { ttl: ['30m'] },
      price: { input: 0.1, output: 0.5, cacheWrite: 0.125 },
    },
    patch: {
      cache: { ttl: ['30m', '12h'], chatTtl: ['30m'] },
      price: { input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite: { '30m': 0.125, '12h': 0.25 } },
    },
    holds: modelRows =>
      priceOf({ ...usage, cacheWriteTokens: 1e6 }, 'gpt-6-luna', { modelRows, ttl: '12h' }).cacheWrite ===
      0.25,
  },
  {
    what: 'Claude Haiku 5.5 costs five times as much above 100,000 tokens',
    older: { id: 'claude-haiku-5-5', price: { input: 0.1, output: 0.5, cacheRead: 0.01 } },
    patch: {
      price: {
        input: 0.1,
        output: 0.5,
        cacheRead: 0.01,
        steps: [{ over: 100_000, input: 0.5, output: 2.5 }],
      },
    },
    holds: modelRows =>
      Math.abs((priceOf(usage, 'claude-haiku-5-5', { modelRows }).usd ?? 0) - 0.0575) < 1e-9,
  },
  {
    what: 'Claude Opus 4.7 caches from 2,048 tokens on',
    older: { id: 'claude-opus-4-7', cache: { minimum: 4_096 } },
    patch: { cache: { minimum: 2_048 } },
    holds: async rows => (await marks('claude-opus-4-7', rows)) > 0,
  },
  {
    what: 'Claude Sonnet 4.6 caches from 1,024 tokens on',
    older: { id: 'claude-sonnet-4-6', cache: { minimum: 2_048 } },
    patch: { cache: { minimum: 1_024 } },
    holds: async rows => (await marks('claude-sonnet-4-6', rows, 1_100)) > 0,
  },
  {
    what: 'Claude Mythos 5.2 has a price',
    older: { id: 'claude-mythos-5-2', price: { input: 0, output: 0 } },
    patch: { price: { input: 8, output: 40, cacheRead: 0.2, cacheWrite: { '5m': 10, '1h': 16 } } },
    holds: modelRows => priceOf(usage, 'claude-mythos-5-2', { modelRows }).usd === 0.92,
  },
  {
    what: 'Gemini 4 Hydrogen exists',
    older: { id: 'gemini-4-hydrogen', ...unknownWindow },
    patch: { window: 1_048_576, output: 65_536 },
    holds: async rows => (await compiled('gemini-4-hydrogen', rows)).tokens.limit === 1_016_576,
  },
  {
    what: 'the GPT-5.6 family and later price long requests apart',
    older: { id: sol, price: writes },
    patch: { price: { ...writes, steps: [{ over: 272_000, input: 4, output: 15 }] } },
    holds: modelRows => priceOf({ inputTokens: 300_000, outputTokens: 0 }, sol, { modelRows }).usd === 1.2,
  },
  {
    what: 'GPT-6.2 reads instructions after the input',
    older: { id: 'gpt-6.1-sol' },
    patch: { rules: { systemPlace: 'after-input' } },
    holds: async rows => (await requestOf('gpt-6.1-sol', rows)).instructions === undefined,
  },
  {
    what: 'GPT-6.2 takes configuration_update',
    older: { id: sol, rules: { configurationUpdate: false } },
    patch: { rules: { configurationUpdate: true } },
    holds: async modelRows => {
      const update = { type: 'configuration_update', reasoning: { effort: 'low' } }
      const input = [{ role: 'user', content: 'Hello' }, update, { role: 'user', content: 'Go on' }]
      const { request } = await compile(fromOpenAIResponses({ input }), {
        model: sol,
        target: 'openai',
        modelRows,
      })
      return JSON.stringify(request).includes('configuration_update')
    },
  },
  {
    what: 'reasoning is bound to the prefix',
    older: { id: 'gpt-6.1-sol' },
    patch: { binds: { prefix: ['tools', 'format', 'effort'], otherwise: 'drop' } },
    holds: async modelRows => {
      const model = 'gpt-6.1-sol'
      const turns = Array.from({ length: 20 }, () => [
        { role: 'user', content: 'words '.repeat(100) },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'QUJD' },
        { role: 'assistant', content: 'Yes.' },
      ])
      const input = [...turns.flat(), { role: 'user', content: 'Go on' }]
      const { reasoning } = await compile(fromOpenAIResponses({ model, input }), {
        model,
        modelRows,
        budget: 1_500,
      })
      return reasoning.sent === 0 && reasoning.lost === 20
    },
  },
  {
    what: 'an introductory price of Gemini 4 Argon ends',
    older: { id: 'gemini-4-argon' },
    patch: { price: { input: 4, output: 20, cacheRead: 0.2 } },
    holds: modelRows =>
      priceOf({ inputTokens: 1e6, outputTokens: 0 }, 'gemini-4-argon', { modelRows }).usd === 4,
  },
]

/** Returns the lines of a change in the form of the tables: one for each column. */
const linesOf = (patch: object): number => Object.keys(patch).length

describe('a change of a vendor is a change of a row', () => {
  test.each(changes)('$what', async ({ older, patch, holds }) => {
    const newer = { ...older, ...patch }
    expect(await holds([older])).toBe(false)
    expect(await holds([older, newer])).toBe(true)
  })

  test('has at most two lines', () => {
    expect(changes.map(({ patch }) => linesOf(patch))).toEqual([2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1])
  })

  test('is in the package, for new models and minimums', () => {
    expect(openaiFacts('gpt-6.2-astra-law').known).toBe(true)
    expect(geminiFacts('gemini-4-hydrogen').known).toBe(true)
    expect(claudeFacts('claude-opus-4-7').facts.cache.minimum).toBe(2_048)
    expect(claudeFacts('claude-sonnet-4-6').facts.cache.minimum).toBe(1_024)
  })

  // The others are laid over a model that they do not concern, or lie ahead.
  const packaged = changes.filter(
    ({ what, older }) => !/introductory/.test(what) && older.id !== 'gpt-6.1-sol',
  )
  test.each(packaged)('is in the package: $what', async ({ holds }) => {
    expect(await holds([])).toBe(true)
  })
})
