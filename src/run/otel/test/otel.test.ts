// Spans and metrics of runs, compared with the log and the published names.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type ContextManager, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import * as published from '@opentelemetry/semantic-conventions/incubating'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '../../../index.ts'
import { agent, agentTool, parallel, pipeline, tool } from '../../../index.ts'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { attributeJSON, messagesJSON } from '../content.ts'
import conventions from '../conventions.json' with { type: 'json' }
import { type OpenTelemetryOptions, openTelemetry } from '../index.ts'

/** Node's context manager, as the OpenTelemetry SDK for Node contains it. */
class Storage implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>()
  active = () => this.storage.getStore() ?? ROOT_CONTEXT
  with = <A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    inside: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> => this.storage.run(inside, () => work.call(self as never, ...args))
  bind = <T>(_: Context, target: T): T => target
  enable = () => this
  disable = () => this
}
beforeAll(() => void context.setGlobalContextManager(new Storage()))
afterAll(() => context.disable())

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const parameters = { type: 'object', properties: { city: { type: 'string' } } }

function watching(
  program: Member,
  script: Script,
  options: OpenTelemetryOptions = {},
  more: Partial<RunnerOptions> = {},
) {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 100_000,
  })
  const meters = new MeterProvider({ readers: [reader] })
  const store = more.store ?? inMemoryStore()
  let now = 1_000
  const tracer = provider.getTracer('test')
  const observe = openTelemetry({ tracer, meter: meters.getMeter('test'), ...options })
  const client = scriptedModel(script)
  const runner = createRunner({ program, store, models: () => client, now: () => now++, observe, ...more })
  const run = (message = 'Hi') => runner.run(key, { message }).outcome
  const events = async () => (await store.read(key))?.events ?? []
  const measured = async () => {
    await reader.forceFlush()
    return metricExporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
  }
  return { runner, run, store, events, tracer, spans: () => exporter.getFinishedSpans(), measured }
}

const named = (spans: readonly ReadableSpan[], begin: string) =>
  spans.filter(({ name }) => name.startsWith(begin))
const look = tool({ name: 'look', parameters, execute: () => 'sunny' })
const usage = { inputTokens: 100, outputTokens: 7 }
const call = (name: string, given: object = {}) => ({ calls: [{ name, arguments: given }], usage })

test('the names are those of the published conventions', () => {
  const values = new Set(Object.values(published))
  for (const name of [...Object.values(conventions.attributes), ...Object.values(conventions.operations)])
    expect(values, name).toContain(name)
  for (const { name } of Object.values(conventions.metrics)) expect(values, name).toContain(name)
})

test('a run is a tree of spans with what was called, and what it used', async () => {
  const bot = agent({ name: 'bot', model: 'gpt-5.4', tools: [look] })
  const { run, spans, measured } = watching(bot, [call('look'), { text: 'It is sunny.', usage }], {
    details: true,
  })
  await run()
  const all = spans()
  expect(all.map(({ name }) => name).sort()).toEqual([
    ...['chat gpt-5.4', 'chat gpt-5.4', 'execute_tool look', 'invoke_agent bot', 'invoke_workflow'],
  ])
  const [workflow] = named(all, 'invoke_workflow')
  const [inner] = named(all, 'invoke_agent')
  expect(inner?.parentSpanContext?.spanId).toBe(workflow?.spanContext().spanId)
  for (const span of [...named(all, 'chat'), ...named(all, 'execute')])
    expect(span.parentSpanContext?.spanId).toBe(inner?.spanContext().spanId)
  expect(named(all, 'chat')[0]?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.4',
    'gen_ai.conversation.id': 's1',
    'gen_ai.agent.name': 'bot',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.response.finish_reasons': ['tool_calls'],
    'ctxc.tokens.messages': expect.any(Number),
    'ctxc.tokens.reported_ratio': expect.any(Number),
    'ctxc.cache.forecast.read': expect.any(Number),
  })
  expect(named(all, 'execute')[0]?.attributes).toMatchObject({
    'gen_ai.tool.name': 'look',
    'ctxc.call': '1.0',
  })
  const metrics = await measured()
  expect(metrics.map(({ descriptor }) => descriptor.name).sort()).toEqual(
    Object.values(conventions.metrics)
      .map(({ name }) => name)
      .sort(),
  )
  const tokens = metrics.find(({ descriptor }) => descriptor.name === conventions.metrics.tokens.name)
  expect(tokens?.dataPoints.map(({ value }) => (value as { sum: number }).sum).sort()).toEqual([14, 200])
})

test('nothing that anybody said is exported, but by option', async () => {
  const secret = 'sesame-4711'
  const failing = tool({
    name: 'fail',
    parameters,
    execute: () => {
      throw new Error(secret)
    },
  })
  const echo = tool({ name: 'echo', parameters, execute: () => secret })
  const bot = agent({ name: 'bot', model: 'gpt-5.4', instruction: secret, tools: [failing, echo] })
  const script = [
    call('fail', { city: secret }),
    call('echo', { city: secret }),
    { text: secret, error: secret },
  ]
  const quiet = watching(bot, script, { details: true }, { retry: { attempts: 1 } })
  await quiet.run(secret)
  const told = (spans: readonly ReadableSpan[]) =>
    JSON.stringify(
      spans.map(({ name, attributes, events, status, links }) => ({
        name,
        attributes,
        events,
        status,
        links,
      })),
    )
  expect(told(quiet.spans())).not.toContain(secret)
  expect(JSON.stringify(await quiet.measured())).not.toContain(secret)
  expect(told(quiet.spans())).toContain('error.type')
  const open = watching(bot, script, { content: true }, { retry: { attempts: 1 } })
  await open.run(secret)
  for (const name of ['inputMessages', 'outputMessages', 'callArguments', 'callResult'] as const)
    expect(told(open.spans())).toContain(conventions.attributes[name])
  expect(told(open.spans()).split(secret).length).toBeGreaterThan(6)
})

test('a run that waits and continues in another process is one trace by option', async () => {
  const pay = tool({ name: 'pay', parameters, needsApproval: true, execute: () => 'paid' })
  const bot = agent({ name: 'bot', model: 'gpt-5.4', tools: [pay] })
  const first = watching(bot, [call('pay')], { trace: 'run' })
  await first.run()
  await first.runner.stop()
  const second = watching(bot, ['Paid.'], { trace: 'run' }, { store: first.store })
  await second.runner.approve(key, '1.0', { by: 'Ada' })
  await second.runner.resume(key).outcome
  const all = [...first.spans(), ...second.spans()]
  expect(new Set(all.map(span => span.spanContext().traceId)).size).toBe(1)
  const [waited, went] = named(all, 'invoke_workflow')
  expect(waited?.attributes['ctxc.status']).toBe('waiting')
  expect(waited?.events.map(({ name }) => name)).toEqual(['ctxc.approval.requested'])
  expect(went?.attributes['ctxc.status']).toBe('done')
  expect(went?.events.map(({ name }) => name)).toEqual(['ctxc.approval.decided'])
  expect(went?.attributes['ctxc.run']).toBe(waited?.attributes['ctxc.run'])
})

test('the sampler of the app decides on every run, unless a run is one trace', async () => {
  const bot = agent({ name: 'bot', model: 'gpt-5.4' })
  for (const [options, spans] of [
    [{}, 0],
    [{ trace: 'run' }, 3],
  ] as const) {
    const exporter = new InMemorySpanExporter()
    const sampler = new ParentBasedSampler({ root: new AlwaysOffSampler() })
    const provider = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] })
    const tracer = provider.getTracer('test')
    await watching(bot, ['Hello.'], { tracer, ...options }).run()
    expect(exporter.getFinishedSpans()).toHaveLength(spans)
  }
})

test('runs without a model call, failed, cancelled and stopped ones have spans that end', async () => {
  const bot = agent({ name: 'bot', model: 'gpt-5.4' })
  const instead = watching(bot, [], {}, { callbacks: { beforeAgent: () => 'Closed today.' } })
  await instead.run()
  expect(instead.spans().map(({ name, attributes }) => [name, attributes['ctxc.status']])).toEqual([
    ['invoke_workflow', 'done'],
  ])
  const looking = agent({ name: 'bot', model: 'gpt-5.4', tools: [look] })
  const limited = watching(looking, [call('look')], {}, { limits: { steps: 1 } })
  await limited.run()
  expect(named(limited.spans(), 'invoke_workflow')[0]?.attributes['ctxc.status']).toBe('limited')
  expect(named(limited.spans(), 'invoke_workflow')[0]?.events.map(({ name }) => name)).toEqual(['ctxc.limit'])
  let tell: () => void = () => {}
  const begun = new Promise<void>(resolve => {
    tell = resolve
  })
  const slow = tool({
    name: 'look',
    parameters,
    execute: (_, { signal }) => {
      tell()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  const slowBot = agent({ name: 'bot', model: 'gpt-5.4', tools: [slow] })
  const stopped = watching(slowBot, [call('look')])
  const outcome = stopped.run().catch((error: unknown) => String(error))
  await begun
  await stopped.runner.stop()
  expect(await outcome).toContain('stopped')
  const names = stopped.spans().map(({ name }) => name)
  expect(names.sort()).toEqual(['chat gpt-5.4', 'execute_tool look', 'invoke_agent bot', 'invoke_workflow'])
  expect(named(stopped.spans(), 'invoke_workflow')[0]?.attributes['ctxc.status']).toBe('stopped')
})

test('the span of an agent ends with its last call', async () => {
  const bot = (name: string) => agent({ name, model: 'gpt-5.4', tools: [look] })
  const both = parallel(bot('first'), bot('second'))
  const { run, spans } = watching(both, [call('look'), 'Done.', call('look'), 'Done.'])
  await run()
  const agents = named(spans(), 'invoke_agent')
  expect(agents).toHaveLength(2)
  for (const span of agents) {
    const { spanId } = span.spanContext()
    const calls = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === spanId)
    expect(span.endTime).toEqual(calls.at(-1)?.endTime)
  }
})

test('an exported text is bounded', () => {
  const long = 'x'.repeat(200_000)
  const call = { kind: 'tool-call', id: 'c', name: 'n', arguments: { long } } as const
  const parts = Array.from({ length: 100 }, () => call)
  expect(messagesJSON([{ author: 'bot', parts: [call] }]).length).toBeLessThan(10_000)
  expect(messagesJSON([{ author: 'bot', parts }]).length).toBeLessThan(1_000)
  expect(JSON.parse(attributeJSON({ list: Array.from({ length: 100 }, () => long) }))).toMatch(/^omitted: /)
})

test("an app's span is the parent of its run, and a tool's own spans are inside the tool", async () => {
  const ours = watching(agent({ name: 'unused' }), [])
  const fetches = tool({
    name: 'look',
    parameters,
    execute: async () => {
      await new Promise(resolve => setTimeout(resolve, 2))
      ours.tracer.startSpan('GET /weather').end()
      return 'sunny'
    },
  })
  const { run, spans, tracer } = watching(agent({ name: 'bot', model: 'gpt-5.4', tools: [fetches] }), [
    call('look'),
    'Done.',
  ])
  const request = tracer.startSpan('POST /chat')
  await context.with(trace.setSpan(context.active(), request), () => run())
  request.end()
  const [workflow] = named(spans(), 'invoke_workflow')
  expect(workflow?.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
  const [tools] = named(spans(), 'execute_tool')
  expect(ours.spans()[0]?.parentSpanContext?.spanId).toBe(tools?.spanContext().spanId)
})

test('errors, retries and observers that throw do not disturb a run', async () => {
  const bot = agent({ name: 'bot', model: 'gpt-5.4', tools: [look] })
  let calls = 0
  const client = {
    target: 'openai-chat' as const,
    async *stream() {
      if (calls++ === 0) throw Object.assign(new Error('busy'), { status: 429 })
      const choices = [{ message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }]
      yield { type: 'response' as const, response: { choices } }
    },
  }
  const again = watching(bot, [], {}, { models: () => client, retry: { delay: 1 } })
  expect((await again.run()).status).toBe('done')
  expect(named(again.spans(), 'chat')[0]?.events.map(({ name }) => name)).toEqual(['ctxc.retry'])
  const thrower = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('observer')
      },
    },
  )
  const half = { modelCall: () => thrower, toolCall: () => ({ within: () => undefined as never }) }
  const rejects = async () => {
    throw new Error('observer')
  }
  const rejecting = { begin: rejects, event: rejects, rest: rejects, toolCall: rejects }
  const later = { ...rejecting, modelCall: () => ({ within: rejects, end: rejects }) }
  for (const observe of [
    thrower,
    half,
    [half, thrower],
    later,
    new Proxy({}, { get: () => rejects }),
  ] as never[])
    expect((await watching(bot, [call('look'), 'Hi.'], {}, { observe }).run()).status).toBe('done')
  for (const observe of [5, 'x', [null], null] as never[])
    expect(() => watching(bot, [], {}, { observe })).toThrow(/observe must be an observer/)
  expect(() => openTelemetry({ contents: true } as never)).toThrow(/contents/)
})

test('the spans of a run add up to its log', async () => {
  const inner = agent({ name: 'inner', model: 'gpt-5.4', description: 'Knows.', tools: [look] })
  const programs: Record<string, Member> = {
    one: agent({ name: 'a', model: 'gpt-5.4', tools: [look] }),
    row: pipeline(
      agent({ name: 'a', model: 'gpt-5.4', tools: [look] }),
      agent({ name: 'b', model: 'gpt-5.4' }),
    ),
    group: parallel(
      agent({ name: 'a', model: 'gpt-5.4', tools: [look] }),
      agent({ name: 'b', model: 'gpt-5.4', tools: [look] }),
    ),
    nested: agent({ name: 'a', model: 'gpt-5.4', tools: [look, agentTool(inner)] }),
  }
  const answer = fc.oneof(
    fc.record({
      text: fc.constant('Well.'),
      usage: fc.record({ inputTokens: fc.nat(999), outputTokens: fc.nat(99) }),
    }),
    fc.record({
      calls: fc.array(
        fc.constantFrom(
          { name: 'look', arguments: {} },
          { name: 'inner', arguments: { request: 'Go' } },
          { name: 'none', arguments: {} },
        ),
        { minLength: 1, maxLength: 3 },
      ),
      usage: fc.record({ inputTokens: fc.nat(999), outputTokens: fc.nat(99) }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(programs)),
      fc.array(answer, { maxLength: 8 }),
      async (name, answers) => {
        const left = [...answers]
        const { run, spans, events } = watching(
          programs[name] as Member,
          () => left.shift() ?? 'Done.',
          {},
          { limits: { repeats: 99 } },
        )
        await run()
        const log = await events()
        const all = spans()
        const answered = log.filter(({ actions }) => actions?.run?.answered)
        expect(named(all, 'chat')).toHaveLength(answered.length)
        const sum = (values: readonly (number | undefined)[]) =>
          values.reduce<number>((total, value) => total + (value ?? 0), 0)
        for (const [attribute, field] of [
          ['inputTokens', 'inputTokens'],
          ['outputTokens', 'outputTokens'],
        ] as const)
          expect(
            sum(named(all, 'chat').map(span => span.attributes[conventions.attributes[attribute]] as number)),
          ).toBe(sum(log.map(({ actions }) => actions?.usage?.[field])))
        const ran = log.flatMap(({ parts }) =>
          parts.filter(part => part.kind === 'tool-result' && part.name === 'look' && !part.isError),
        )
        expect(named(all, 'execute_tool')).toHaveLength(ran.length)
        const ids = new Set(all.map(span => span.spanContext().spanId))
        for (const span of all)
          if (span.name !== 'invoke_workflow') expect(ids).toContain(span.parentSpanContext?.spanId)
        expect(new Set(all.map(span => span.spanContext().traceId)).size).toBe(1)
      },
    ),
    { numRuns: 120, seed: 20_261_126 },
  )
})
