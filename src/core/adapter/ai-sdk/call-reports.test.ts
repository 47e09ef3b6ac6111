import { expect, test, vi } from 'vitest'
import { type ContextReport, compileStep, contextCompiler } from './index.ts'

const model = { provider: 'openai.responses', modelId: 'gpt-5.4', specificationVersion: 'v4' }
const text = (role: 'user' | 'assistant', index: number) => ({
  role,
  content: [{ type: 'text', text: `${index}: ${'many words '.repeat(120)}` }],
})
const history = (length: number) =>
  Array.from({ length }, (_, index) => text(index % 2 === 0 ? 'user' : 'assistant', index))

test('a report forecasts what the cache holds of the previous request', async () => {
  const reports: ContextReport[] = []
  const middleware = contextCompiler({ onCompiled: (_, report) => reports.push(report) })
  for (const length of [21, 23])
    await middleware.transformParams({ params: { prompt: history(length) }, model })
  const [first, second] = reports
  expect(first?.call).toBe(1)
  expect(first?.cache.read).toBe(0)
  expect(second?.call).toBe(2)
  expect(second?.cache.read).toBeGreaterThan(first!.tokens.input * 0.9)
  for (const { cache, tokens } of reports)
    expect(cache.read + cache.written + cache.uncached).toBe(tokens.input)
})

test('a conversation never reads the requests of another one', async () => {
  const reports: ContextReport[] = []
  const middleware = contextCompiler({ onCompiled: (_, report) => reports.push(report) })
  await middleware.transformParams({ params: { prompt: history(21) }, model })
  await middleware.transformParams({ params: { prompt: [text('user', 99), ...history(21)] }, model })
  expect(reports.map(({ call, cache }) => [call, cache.read])).toEqual([
    [1, 0],
    [1, 0],
  ])
})

test('trimmed tokens are counted as the model of the call counts them', async () => {
  const reports: ContextReport[] = []
  const middleware = contextCompiler({ budget: 4_000, onCompiled: (_, report) => reports.push(report) })
  await middleware.transformParams({ params: { prompt: history(121) }, model })
  const claude = { provider: 'anthropic.messages', modelId: 'claude-sonnet-5' }
  await middleware.transformParams({ params: { prompt: history(123) }, model: { ...model, ...claude } })
  const [first, second] = reports
  const [trim] = second?.decisions.filter(({ kind }) => kind === 'trim') ?? []
  const units = second!.omitted.units - first!.omitted.units
  expect(trim).toMatchObject({ kind: 'trim', units })
  const each = second!.omitted.tokens / second!.omitted.units
  expect((trim as { tokens: number }).tokens).toBeGreaterThan(units * each * 0.9)
  expect((trim as { tokens: number }).tokens).toBeLessThan(units * each * 1.1 + 1)
})

test('the reports of two processes with one storage are those of one process', async () => {
  const reportsOf = async (processes: number): Promise<ContextReport[]> => {
    const kept = new Map<string, string>()
    const storage = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, value: string) => void kept.set(key, value),
    }
    const reports: ContextReport[] = []
    const make = () =>
      contextCompiler({
        ...{ budget: 8_000, storage, conversation: 'chat-1' },
        onCompiled: (_, report) => reports.push(report),
      })
    const middlewares = Array.from({ length: processes }, make)
    for (const [at, length] of [21, 23, 25, 41].entries())
      await middlewares[at % processes]?.transformParams({ params: { prompt: history(length) }, model })
    return reports
  }
  const one = await reportsOf(1)
  expect(one.map(({ call }) => call)).toEqual([1, 2, 3, 4])
  expect(one[1]?.cache.read).toBeGreaterThan(1_000)
  expect(await reportsOf(4)).toEqual(one)
  expect(await reportsOf(2)).toEqual(one)
})

test('a step has a report too', async () => {
  const reports: ContextReport[] = []
  const step = compileStep({ onCompiled: (_, report) => reports.push(report) })
  await step({ model: 'openai/gpt-5.4', messages: [{ role: 'user', content: 'Hi' }] })
  expect(reports.map(({ ok, call }) => [ok, call])).toEqual([[true, 1]])
})

test('malformed options are refused at once', () => {
  expect(() => contextCompiler({ budget: -5 })).toThrow('budget must be a whole number of tokens, got -5')
  expect(() => contextCompiler({ tools: {} } as never)).toThrow("contextCompiler has no option 'tools'")
  expect(() => compileStep({ tools: {} })).not.toThrow()
})

test('a call in an edge sandbox, where a warning would end it, has its losses in the report alone', async () => {
  const reports: ContextReport[] = []
  const middleware = contextCompiler({ budget: 4_000, onCompiled: (_, report) => reports.push(report) })
  const warningsOf = async () => {
    const params = await middleware.transformParams({ params: { prompt: history(121) }, model })
    const result = { content: [], warnings: [] as { message: string }[] }
    const { warnings } = await middleware.wrapGenerate({ doGenerate: async () => result, params })
    return warnings.map(({ message }) => message.slice(0, 11))
  }
  vi.stubGlobal('EdgeRuntime', 'edge-runtime')
  // Other tests switch the SDK's warnings off.
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', undefined)
  expect(await warningsOf()).toEqual([])
  expect(reports[0]?.diagnostics.map(({ code }) => code)).toEqual(['CX4003'])
  vi.unstubAllGlobals()
})

test('a call in an edge sandbox whose app logs warnings itself has them', async () => {
  const middleware = contextCompiler({ budget: 4_000 })
  vi.stubGlobal('EdgeRuntime', 'edge-runtime')
  vi.stubGlobal('AI_SDK_LOG_WARNINGS', () => {})
  const params = await middleware.transformParams({ params: { prompt: history(121) }, model })
  const result = { content: [], warnings: [] as { message: string }[] }
  const { warnings } = await middleware.wrapGenerate({ doGenerate: async () => result, params })
  expect(warnings.map(({ message }) => message.slice(0, 11))).toEqual(['ctxc CX4003'])
  vi.unstubAllGlobals()
})
