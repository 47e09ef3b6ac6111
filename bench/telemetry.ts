/**
 * Milliseconds that tracing adds to a step: `node bench/telemetry.ts [STEPS]`, in turns with and without it, medians of
 * five rounds. Spans are made and ended, and not exported.
 */

import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base'
import { agent, tool } from '../dist/index.js'
import { openTelemetry } from '../dist/otel.js'
import { createRunner } from '../dist/run.js'
import { inMemoryStore } from '../dist/store.js'

const steps = Number(process.argv[2] ?? 2_000)

async function millisecondsOf(observe: object[]): Promise<number> {
  let call = 0
  const client = {
    target: 'openai-chat' as const,
    async *stream() {
      const isLast = ++call > steps
      const calls = [
        {
          id: `c${call}`,
          type: 'function',
          function: { name: 'look', arguments: JSON.stringify({ index: call }) },
        },
      ]
      const message = isLast
        ? { role: 'assistant', content: 'Done.' }
        : { role: 'assistant', content: null, tool_calls: calls }
      const usage = { prompt_tokens: 1_000, completion_tokens: 20 }
      yield { type: 'response' as const, response: { choices: [{ message }], usage }, finish: 'stop' }
    },
  }
  const parameters = { type: 'object', properties: { index: { type: 'number' } } }
  const look = tool({ name: 'look', parameters, execute: () => 'sunny' })
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [look] })
  const runner = createRunner({
    ...{ program, store: inMemoryStore(), models: () => client, observe, compile: { budget: 16_000 } },
    limits: { steps: 1e6 },
  })
  const begin = performance.now()
  await runner.run({ owner: { app: 'bench' }, id: 's' }, { message: 'Go' }).outcome
  return (performance.now() - begin) / steps
}

const tracer = new BasicTracerProvider().getTracer('bench')
const rounds: Record<string, number[]> = { without: [], with: [] }
for (let round = 0; round < 6; round++)
  for (const [name, observe] of [
    ['without', []],
    ['with', [openTelemetry({ tracer })]],
  ] as const) {
    const took = await millisecondsOf([...observe])
    if (round > 0) rounds[name]?.push(took)
  }
const median = (values: number[] = []) => values.sort((left, right) => left - right)[values.length >> 1] ?? 0
const [without, traced] = [median(rounds.without), median(rounds.with)]
console.log(
  `${steps} steps: ${without.toFixed(3)} ms a step, ${traced.toFixed(3)} with tracing: ${(traced - without).toFixed(3)} more (aim: 0.1)`,
)
