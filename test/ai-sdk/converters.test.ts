// Requests for the AI SDK pass through the SDK's own converters, and the strict fakes of the APIs judge the result. The test
// compares two sources of truth: our rules must not be laxer than the providers' code.
import { readdirSync, readFileSync } from 'node:fs'
import { compile } from 'ctxc'
import { ContextError, contextCompiler } from 'ctxc/ai-sdk'
import { type Conversation, fromAISDK, fromAnthropic, fromOpenAI, fromOpenAIResponses } from 'ctxc/from'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryMessages } from '../arbitrary/index.ts'
import { convert, converters, convertPrompt, judged } from './providers.ts'

// Warnings of the SDK are not under test.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const importers: Readonly<Record<string, (input: readonly object[]) => Conversation>> = {
  openai: fromOpenAIResponses,
  'openai-chat': fromOpenAI,
  anthropic: fromAnthropic,
  'ai-sdk': fromAISDK,
}

const forms = new URL('../form/', import.meta.url)
const read = (name: string, file: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}/${file}`, forms), 'utf8')) as unknown
const cases = readdirSync(forms, { withFileTypes: true }).filter(entry => entry.isDirectory())

const lines = (violations: ReturnType<typeof judged>): string[] =>
  violations.map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`)

const runs = Number(process.env.CTXC_CONVERTER_RUNS ?? 150)
const seed = Number(process.env.CTXC_LAW_SEED ?? 20260101)

describe.each(converters)('$name', converter => {
  test.each(cases.map(({ name }) => name))('takes the form case %s', async name => {
    const { format, budget } = read(name, 'about.json') as { format?: string; budget?: number }
    const conversation = importers[format ?? 'openai-chat']!(read(name, 'input.json') as object[])
    const compiled = await compile(conversation, {
      target: 'ai-sdk',
      model: converter.model,
      ...(budget !== undefined && { budget }),
    })
    if (!compiled.ok) return expect(compiled.diagnostics.map(({ code }) => code)).toContain('CX4001')
    expect(lines(judged(converter, await convert(converter, compiled.request)))).toEqual([])
  })

  test('takes whatever goes through the middleware', { timeout: 120_000 }, async () => {
    const middleware = contextCompiler({ budget: 2_000, onFailure: 'throw' })
    await fc.assert(
      fc.asyncProperty(arbitraryMessages('ai-sdk'), async messages => {
        // The AI SDK downloads a URL that Gemini does not fetch itself.
        if (converter.judge === null && JSON.stringify(messages).includes('"image-url"')) return
        const body = await convertPrompt(converter, middleware, messages).catch((error: unknown) => {
          if (error instanceof ContextError) return null
          throw error
        })
        if (body !== null) expect(lines(judged(converter, body))).toEqual([])
      }),
      { numRuns: runs, seed },
    )
  })

  test('takes whatever is compiled', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(arbitraryMessages('ai-sdk'), arbitraryMessages('ai-sdk'), arbitraryMessages('anthropic')),
        fc.constantFrom(undefined, 400, 2_000),
        async (messages, budget) => {
          const conversation = fromAISDK(messages as object[], { model: converter.model })
          const compiled = await compile(conversation, {
            target: 'ai-sdk',
            model: converter.model,
            ...(budget !== undefined && { budget }),
          })
          if (!compiled.ok) return
          expect(lines(judged(converter, await convert(converter, compiled.request)))).toEqual([])
        },
      ),
      { numRuns: runs, seed },
    )
  })
})
