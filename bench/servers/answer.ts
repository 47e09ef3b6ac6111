/**
 * A server with sessions that talk to it, each message after the answer to the one before: `node servers/answer.ts SCHEMA NAME
 * SESSIONS CALLS MODEL SECONDS`. It makes at most CALLS calls at the same time of a model that takes MODEL milliseconds. Every second
 * message leads to a call of a tool. It prints `ready`, begins when it gets a line, prints what it did, and ends at the next line.
 */
import { once } from 'node:events'
import pg from 'pg'
import { built } from '../library/built.ts'
import type { Answers } from './answers.ts'

const [schema = '', name = '', ...numbers] = process.argv.slice(2)
const [sessions = 1, calls = 20, delay = 200, seconds = 10] = numbers.map(Number)
const [{ agent, tool }, { createRunner }, { postgresStore }, { scriptedModel }] = await Promise.all(
  ['index', 'run', 'store/postgres', 'testing'].map(built),
)
const texts = ['Hello', 'Please look.']
const client = scriptedModel(({ messages }: { messages: readonly { role: string; content: unknown }[] }) => {
  const last = messages.at(-1)
  const isAsked = last?.role === 'user' && last.content === texts[1]
  return isAsked ? { calls: [{ name: 'look' }], delay } : { text: 'Well.', delay }
})
const look = tool({ name: 'look', execute: () => 'There is nothing.' })
const pool = new pg.Pool({ connectionString: process.env.POSTGRES_URL })
const runner = createRunner({
  program: agent({ name: 'clerk', model: 'gpt-5.4', instruction: 'Help.', tools: [look] }),
  store: postgresStore(pool, { schema }),
  models: () => client,
  calls,
})

/** Lets a session talk until a time, and returns the milliseconds that each answer took. */
async function converse(id: string, until: number): Promise<number[]> {
  const times: number[] = []
  while (Date.now() < until) {
    const begun = performance.now()
    const key = { owner: { app: 'bench', user: id }, id }
    const { status } = await runner.run(key, { message: texts[times.length % 2] }).outcome
    if (status !== 'done') throw new Error(`session ${id} is ${status}`)
    times.push(performance.now() - begun)
  }
  return times
}

const converseAll = async (time: number): Promise<number[]> =>
  (
    await Promise.all(
      Array.from({ length: sessions }, (_, at) => converse(`${name} ${at}`, Date.now() + time * 1_000)),
    )
  ).flat()

// Code and connections are warm before the first measured message.
await converseAll(2)
console.log('ready')
await once(process.stdin, 'data')
const before = process.cpuUsage()
const from = performance.now()
const times = (await converseAll(seconds)).sort((left, right) => left - right)
const total = performance.now() - from
const { user, system } = process.cpuUsage(before)
const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN
const answers: Answers = {
  perSecond: (times.length / total) * 1_000,
  ...{ p50: at(0.5), p99: at(0.99), client: (user + system) / 1_000 / times.length },
}
console.log(JSON.stringify(answers))
await once(process.stdin, 'data')
await runner.stop()
await pool.end()
