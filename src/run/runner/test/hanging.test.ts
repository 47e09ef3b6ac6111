// If a function of the app never answers, `cancel`, a run's `signal` and `stop` still end the run.
import { expect, test } from 'vitest'
import { createConversationCompiler } from '../../../compile.ts'
import { contextCompiler } from '../../../core/adapter/ai-sdk/index.ts'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { fromOpenAI } from '../../../core/vendor/openai/read/openai.ts'
import { compile, createSession } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }
const model = 'gpt-5.4'
const never = (): Promise<never> => new Promise(() => {})
const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const calls = { calls: [{ name: 'pay', arguments: {} }] }

/** Cases in which a function of the app hangs, and whether the agent's call is then open. */
const hangs: readonly [string, () => object][] = [
  ['needsApproval', () => ({ tools: [tool({ name: 'pay', needsApproval: never, execute: () => 'ok' })] })],
  ['execute', () => ({ tools: [tool({ name: 'pay', execute: never })] })],
  [
    'the validation of arguments',
    () => ({
      tools: [
        tool({
          name: 'pay',
          parameters: {
            '~standard': {
              version: 1,
              vendor: 'own',
              validate: never,
              jsonSchema: { input: () => ({ type: 'object' }) },
            },
          } as never,
          execute: () => 'ok',
        }),
      ],
    }),
  ],
  [
    'toModelOutput',
    () => ({
      tools: [
        { pay: { inputSchema: { type: 'object' }, execute: () => 'ok', toModelOutput: never } } as never,
      ],
    }),
  ],
  ['the instruction', () => ({ instruction: never })],
  ...(['beforeAgent', 'beforeModel', 'afterModel', 'beforeTool', 'afterTool'] as const).map(
    (name): [string, () => object] => [
      name,
      () => ({ tools: [tool({ name: 'pay', execute: () => 'ok' })], callbacks: { [name]: never } }),
    ],
  ),
]

const running = (declared: object) => {
  const store = inMemoryStore()
  const client = scriptedModel(() => calls)
  const program = agent({ name: 'clerk', model, ...declared } as never)
  return { store, runner: createRunner({ program, store, models: () => client, limits: { steps: 2 } }) }
}

test.each(hangs)(
  '%s that never answers ends with the signal of the run, and with stop',
  async (_, declare) => {
    const first = running(declare())
    const cancelled = await first.runner.run(key, { message: 'Pay.', signal: AbortSignal.timeout(20) })
      .outcome
    expect(cancelled.status).toBe('cancelled')
    await first.runner.stop()
    const { runner, store } = running(declare())
    const { outcome } = runner.run(key, { message: 'Pay.' })
    await sleep(20)
    await runner.stop()
    await expect(outcome).rejects.toThrow('the runner was stopped')
    // A stopped call has no result, so the next runner makes the call.
    const record = await store.read(key)
    expect(record?.status).toBe('due')
    expect(JSON.stringify(record?.events)).not.toContain('was stopped')
  },
)

test('onInterrupt that never answers ends with stop', async () => {
  const store = inMemoryStore()
  const pay = tool({ name: 'pay', onInterrupt: never, execute: never })
  const program = agent({ name: 'clerk', model, tools: [pay] })
  for (let time = 0; time < 2; time++) {
    const runner = createRunner({ program, store, models: () => scriptedModel(() => calls) })
    const { outcome } = time === 0 ? runner.run(key, { message: 'Pay.' }) : runner.resume(key)
    await sleep(20)
    await runner.stop()
    await expect(outcome).rejects.toThrow('the runner was stopped')
  }
  expect((await store.read(key))?.status).toBe('due')
})

test('an instruction function that has not written when the signal aborts has failed', async () => {
  const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })
  const slow = agent({ name: 'slow', instruction: never as never })
  const made = await compile(slow, session, { model, signal: AbortSignal.abort(new Error('too late')) })
  expect(made.ok).toBe(false)
  expect(made.diagnostics[0]?.message).toContain('too late')
  const quick = agent({ name: 'quick', instruction: () => 'Help.' })
  expect((await compile(quick, session, { model, signal: AbortSignal.abort() })).ok).toBe(true)
})

test.each(['get', 'set'] as const)(
  'a storage whose %s never answers is reported, and holds up no call',
  async name => {
    const kept = new Map<string, string>()
    const storage = {
      get: (id: string) => kept.get(id),
      set: (id: string, value: string) => kept.set(id, value),
      [name]: never,
    }
    const warnings: unknown[] = []
    const middleware = contextCompiler({
      ...{ storage: storage as never, conversation: 'c1', storageTimeout: 20 },
      onCompiled: result =>
        warnings.push(...result.diagnostics.map(({ code, message }) => `${code} ${message}`)),
    })
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
    const call = { prompt, abortSignal: undefined as AbortSignal | undefined }
    const to = { provider: 'openai.responses', modelId: 'gpt-5.4', specificationVersion: 'v4' }
    await middleware.transformParams({ params: call, model: to } as never)
    expect(warnings.join()).toMatch(/CX9206 .*no answer within 20 ms/)
    const patient = contextCompiler({ storage: storage as never, conversation: 'c1' })
    const began = performance.now()
    const abortSignal = AbortSignal.timeout(20)
    await patient.transformParams({ params: { ...call, abortSignal }, model: to } as never)
    expect(performance.now() - began).toBeLessThan(4_000)
    const own = createConversationCompiler({ model, storage: storage as never, storageTimeout: 20 })
    const { ok, diagnostics } = await own.compile(fromOpenAI([{ role: 'user', content: 'Hi' }]), { id: 'c1' })
    expect([ok, diagnostics.map(({ code }) => code)]).toEqual([true, ['CX9206']])
  },
)

test('a storage timeout that no timer holds waits for the storage', async () => {
  const slow = <Value>(value: Value): Promise<Value> => new Promise(resolve => setTimeout(resolve, 20, value))
  const storage = { get: () => slow(undefined), set: () => slow(null) }
  const own = createConversationCompiler({
    ...{ model, storage: storage as never, storageTimeout: 40 * 24 * 3_600_000 },
  })
  const { diagnostics } = await own.compile(fromOpenAI([{ role: 'user', content: 'Hi' }]), { id: 'c1' })
  expect(diagnostics).toEqual([])
})

test('a storage timeout that is no time is a TypeError', () => {
  expect(() => contextCompiler({ storage: new Map(), storageTimeout: 0 })).toThrow(
    'storageTimeout must be a number of milliseconds above 0, got 0',
  )
})
