/**
 * Milliseconds that a model client adds to a step: `node clients.ts [STEPS]`. The official client reads 23 chunks of a stream
 * from memory, in a runner and alone with the same requests; beside them, a runner whose client yields the same pieces
 * from memory. In turns, medians of five rounds.
 */
import OpenAI from 'openai'
import { agent, tool } from '../dist/index.js'
import { openaiChatModel } from '../dist/models/openai.js'
import { createRunner, type ModelClient } from '../dist/run.js'
import { inMemoryStore } from '../dist/store.js'

const steps = Number(process.argv[2] ?? 500)
const pieces = 20

/** Returns a client's `fetch` that answers with server-sent events. */
const answering = (events: () => readonly object[], last = '') => {
  const fetch = async () =>
    new Response(
      `${events()
        .map(event => `event: ${(event as { type?: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join('')}${last}`,
      {
        headers: { 'content-type': 'text/event-stream' },
      },
    )
  return { fetch: fetch as never, apiKey: 'none' }
}

let call = 0
const word = 'word '
const isLast = () => call > steps
const given = () => JSON.stringify({ index: call })
const text = word.repeat(pieces)

const whole: ModelClient = {
  target: 'openai-chat',
  async *stream() {
    call++
    const calls = [{ id: `c${call}`, type: 'function', function: { name: 'look', arguments: given() } }]
    for (let index = 0; index < pieces; index++) yield { type: 'text', text: word }
    const message = { role: 'assistant', content: text, ...(isLast() ? {} : { tool_calls: calls }) }
    yield {
      type: 'response',
      response: { choices: [{ message }], usage: { prompt_tokens: 9, completion_tokens: 9 } },
    }
  },
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason }],
})
const openai = new OpenAI(
  answering(() => {
    call++
    const calls = [
      { index: 0, id: `c${call}`, type: 'function', function: { name: 'look', arguments: given() } },
    ]
    return [
      chunk({ role: 'assistant', content: '' }),
      ...Array.from({ length: pieces }, () => chunk({ content: word })),
      ...(isLast() ? [] : [chunk({ tool_calls: calls })]),
      chunk({}, 'stop'),
    ]
  }, 'data: [DONE]\n\n'),
)
const chat = openaiChatModel(openai)

async function run(client: ModelClient, model: string): Promise<number> {
  call = 0
  const parameters = { type: 'object', properties: { index: { type: 'number' } } }
  const program = agent({
    name: 'bot',
    model,
    tools: [tool({ name: 'look', parameters, execute: () => 'sunny' })],
  })
  const runner = createRunner({
    program,
    store: inMemoryStore(),
    models: () => client,
    limits: { steps: 1e6 },
    compile: { budget: 16_000 },
  })
  const begin = performance.now()
  const { status, reason } = await runner.run({ owner: { app: 'bench' }, id: 's' }, { message: 'Go' }).outcome
  if (status !== 'done') throw new Error(String(reason))
  return (performance.now() - begin) / steps
}

/** Requests of one run. */
const requests: object[] = []
const noting = (client: ModelClient): ModelClient => ({
  target: client.target,
  stream: (request, about) => {
    requests.push(request as object)
    return client.stream(request, about)
  },
})

/** Returns what the official client alone takes for the same requests and streams. */
async function alone(begin: (body: object) => PromiseLike<unknown>): Promise<number> {
  call = 0
  const began = performance.now()
  for (const request of requests)
    for await (const event of (await begin({ ...request, stream: true })) as AsyncIterable<unknown>)
      void event
  return (performance.now() - began) / steps
}

await run(noting(chat), 'gpt-5.4')
const runs: Record<string, () => Promise<number>> = {
  'the runner alone': () => run(whole, 'gpt-5.4'),
  "the package 'openai' alone": () => alone(body => openai.chat.completions.create(body as never)),
  'both, with openaiChatModel': () => run(chat, 'gpt-5.4'),
}
const took: Record<string, number[]> = {}
for (let round = 0; round < 6; round++)
  for (const [name, work] of Object.entries(runs)) {
    const milliseconds = await work()
    if (round > 0) took[name] = [...(took[name] ?? []), milliseconds]
  }
const median = (name: string) => took[name]?.sort((left, right) => left - right)[2] ?? 0
for (const name of Object.keys(runs)) console.log(`${name}: ${median(name).toFixed(3)} ms a step`)
const [runner = '', client = '', both = ''] = Object.keys(runs)
console.log(
  `what the client of ctxc adds: ${(median(both) - median(runner) - median(client)).toFixed(3)} ms (aim: 0.2)`,
)
