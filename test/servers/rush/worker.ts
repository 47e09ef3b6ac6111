/**
 * A process that runs sessions on request: `worker.ts TERMS`. A line of its standard input is a request: `run FROM TO` runs
 * these sessions with a message, and `recover` those that are due. It prints `done` and the statuses, and ends with its input.
 */
import { createInterface } from 'node:readline'
import OpenAI from 'openai'
import { agent, type Member } from '../../../src/index.ts'
import { storeAt } from '../../../src/run/runner/test/processes/store-at.ts'
import { openaiChatModel } from '../../../src/run/vendor/openai/index.ts'
import { createRunner } from '../../../src/run.ts'
import { keyOf, type WorkerTerms } from './terms.ts'

const { schema, url, calls, tokensPerMinute, holder, leaseLength, isWarm }: WorkerTerms = JSON.parse(
  process.argv[2] ?? '',
)
const store = await storeAt(schema)
const client = openaiChatModel(new OpenAI({ baseURL: url, apiKey: 'none', logLevel: 'off' }))
const runner = createRunner({
  program: agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' }) as Member,
  store,
  models: () => client,
  ...(calls !== undefined && { calls }),
  ...(tokensPerMinute !== undefined && { tokensPerMinute }),
  sharing: { leaseLength, ...(holder !== undefined && { holder }) },
})

async function runAll(from: number, to: number): Promise<string> {
  const runs = Array.from(
    { length: to - from },
    (_, at) => runner.run(keyOf(from + at), { message: 'Hi.' }).outcome,
  )
  const statuses = (await Promise.all(runs)).map(({ status }) => status)
  return `done ${statuses.filter(status => status === 'done').length} of ${statuses.length}`
}

if (isWarm) await runner.run({ owner: { app: 'warm' }, id: `${process.pid}` }, { message: 'Hi.' }).outcome
console.log('ready')
for await (const line of createInterface(process.stdin)) {
  const [what, from, to] = line.split(' ')
  if (what === 'run') void runAll(Number(from), Number(to)).then(found => console.log(found))
  // Twice as many sessions as calls: more would only wait.
  else await runner.recover(calls === undefined ? {} : { atOnce: 2 * calls })
}
await runner.stop()
await store.close()
