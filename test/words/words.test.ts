import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import type { Conversation } from '../../src/from.ts'
import * as from from '../../src/from.ts'
import { type CompileOptions, compile, createSession, restoreSession } from '../../src/index.ts'
import { parameters } from '../laws/runs.ts'
import { targets } from '../targets.ts'
import { unaccounted } from './account.ts'
import { copy, marked, placesOf, strays } from './marks.ts'
import { plots, templates } from './templates/index.ts'

type Importer = (input: never) => Conversation | null

const session = (input: unknown): Conversation | null => {
  const bare = { agent: { name: 'agent' }, format: undefined as never, leading: 0 }
  try {
    return { ...bare, session: createSession(copy(input) as never) }
  } catch {
    // A field that no event has is a TypeError of the program's; a stored session may be a later release's.
  }
  try {
    return { ...bare, session: restoreSession(copy(input)) }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const importers: Readonly<Record<string, Importer>> = {
  chat: from.fromOpenAI as Importer,
  responses: from.fromOpenAIResponses as Importer,
  anthropic: from.fromAnthropic as Importer,
  gemini: from.fromGemini as Importer,
  'ai-sdk': from.fromAISDK as Importer,
  ui: from.fromAISDK as Importer,
  langchain: from.fromLangChain as Importer,
  'langchain stored': from.fromLangChain as Importer,
  adk: from.fromADK as Importer,
  plain: from.fromPlain as Importer,
  session,
}

const options: fc.Arbitrary<CompileOptions> = fc
  .record({
    target: fc.constantFrom(...targetNames),
    model: fc.nat(5),
    budget: fc.constantFrom(null, null, 60, 150, 400, 1_000),
  })
  .map(({ target, model, budget }) => {
    const known = targets[target].models
    return { target, model: known[model % known.length] as string, ...(budget !== null && { budget }) }
  })

const cases = fc.record({ plot: plots, given: strays, options, recognized: fc.boolean() })

const numRuns = Math.ceil(parameters.numRuns / 20)

const clock = new Map<string, { readonly cases: number; readonly seconds: number }>()

describe('every word of an input is in the request, in the ledger as dropped, or reported by its place', () => {
  test.each(Object.keys(templates))(
    'read as %s',
    async format => {
      const property = fc.asyncProperty(cases, async ({ plot, given, options, recognized }) => {
        const input = marked(templates[format]?.(plot), given, format === 'session')
        const places = placesOf(input)
        const isSession = format === 'session'
        const read = recognized && !isSession ? (from.importConversation as Importer) : importers[format]
        const conversation = read?.(input as never)
        // A format that no importer knows is refused by name.
        if (!conversation) return
        const compiled = await compile(conversation, options)
        expect(unaccounted(places, conversation, compiled)).toEqual([])
      })
      const start = process.hrtime.bigint()
      await fc.assert(property, { ...parameters, numRuns })
      const seconds = Number((process.hrtime.bigint() - start) / 1_000_000n) / 1_000
      clock.set(format, { cases: numRuns, seconds })
    },
    3_600_000,
  )

  afterAll(() => {
    console.log(`words: ${numRuns} conversations of each format, seed ${parameters.seed}`)
    console.table(Object.fromEntries(clock))
  })
})
