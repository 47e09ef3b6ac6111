import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelClient, onceOnly, programOf } from '../../scripts/crowd/program.ts'
import { LogReading } from '../../src/run/runner/test/legal/read-log.ts'
import { idle } from '../../src/run/runner/test/pains/setting.ts'
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import type { SessionKey, Store } from '../../src/run/store/index.ts'
import { startFaultyProxy } from '../../src/run/store/postgres/test/faulty-proxy.ts'
import { createRunner, type Runner } from '../../src/run.ts'
import type { TestServer } from '../../test/postgres-server.ts'
import type { TrafficOptions } from './options.ts'
import { Workers } from './workers.ts'

/** Figures of a run of traffic. */
export interface Traffic {
  /** Messages that were answered. */
  readonly answers: number
  /** Answers a second, without the first and the last tenth of the time. */
  readonly perSecond: number
  /** Milliseconds from a message to its last answer. */
  readonly p50: number
  readonly p99: number
  /** Number of faults of each kind. */
  readonly faults: Readonly<Record<string, number>>
  readonly lostLeases: number
  /** Messages that were lost, doubled or never answered, and calls that began twice. */
  readonly problems: readonly string[]
}

/** Words of each session's messages, in turn: half of them lead to a call of a tool. */
const texts = ['Hello', 'please look', 'Hello', 'please pay']

/** Seconds that open messages have after the end, for sessions whose leases must end first. */
const afterwards = 60

/** Number of runs of traffic in this process. Each has a schema of its own. */
let schemas = 0

/** Lets sessions send messages, and workers answer them, while connections and processes have faults. */
export async function runTraffic(server: TestServer, options: TrafficOptions): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-traffic-'))
  const file = join(folder, 'tools')
  writeFileSync(file, '')
  const schema = `traffic_${schemas++}`
  const url = process.env.POSTGRES_URL ?? ''
  const proxied = options.cut > 0 || options.delay > 0
  const share = options.cut > 0 ? 1 / options.cut : 0
  const store = await storeAt(schema)
  await store.list({ app: 'traffic' }) // creates the tables
  const proxy = proxied ? await startFaultyProxy(new URL(url), { share, delay: options.delay }) : null
  const workers = new Workers([schema, file, String(options.model), String(options.calls)], proxy?.url ?? url)
  await Promise.all(Array.from({ length: options.workers }, () => workers.start()))
  const client = modelClient()
  const outside = createRunner({
    ...{ program: programOf(file), store, models: () => client },
    // Only workers run sessions. A driver with `unwoken` lets this process follow runs of others without taking them.
    ...{ driver: { ...idle, unwoken: async () => [] }, sharing: { holder: 'outside' } },
  })
  const from = Date.now()
  const end = from + options.seconds * 1_000
  const kills = { workers: 0, server: 0 }
  const every = async (seconds: number, kill: () => Promise<void>): Promise<void> => {
    for (let at = from + seconds * 1_000; seconds > 0 && at < end; at += seconds * 1_000) {
      await new Promise(resolve => setTimeout(resolve, at - Date.now()))
      await kill()
    }
  }
  const killing = Promise.all([
    every(options.killWorkers, async () => {
      kills.workers++
      workers.kill()
      await workers.start()
    }),
    every(options.killServer, async () => {
      kills.server++
      await server.killAndRestart()
    }),
  ])
  const keys = Array.from(
    { length: options.sessions },
    (_, at): SessionKey => ({
      owner: { app: 'traffic', user: `u${at % 50}` },
      id: `s${at}`,
    }),
  )
  const sent = await Promise.all(keys.map(key => converse(outside, key, end)))
  await killing
  await workers.stop()
  const began = readFileSync(file, 'utf8').split('\n')
  const twice = began.filter(
    (line, at) => onceOnly.includes(line.split(' ')[0] ?? '') && began.indexOf(line) < at,
  )
  const read = await Promise.all(keys.map((key, at) => readAnswers(store, key, sent[at] ?? 0)))
  await outside.stop()
  await store.close()
  await proxy?.stop()
  rmSync(folder, { recursive: true })
  const answers = read.flatMap(each => each.answers)
  const waits = answers.map(({ wait }) => wait).sort((left, right) => left - right)
  const [start, stop] = [0.1, 0.9].map(part => from + part * options.seconds * 1_000) as [number, number]
  const measured = answers.filter(({ at }) => at >= start && at < stop)
  return {
    answers: answers.length,
    perSecond: measured.length / (options.seconds * 0.8),
    p50: waits[Math.floor(waits.length * 0.5)] ?? Number.NaN,
    p99: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
    faults: { ...proxy?.counts, 'killed workers': kills.workers, 'killed servers': kills.server },
    lostLeases: workers.lostLeases,
    problems: [...twice.map(line => `${line} began twice`), ...read.flatMap(({ problems }) => problems)],
  }
}

/** Sends messages to a session, each after the answer to the one before, and returns their number. */
async function converse(outside: Runner, key: SessionKey, end: number): Promise<number> {
  let sent = 0
  while (Date.now() < end) {
    const messageId = `m${sent}`
    const message = texts[sent % texts.length] as string
    sent++
    // The same message is sent again if the store failed meanwhile, as a page would do it.
    for (let isAnswered = false; !isAnswered && Date.now() < end + afterwards * 1_000; )
      isAnswered = await outside.run(key, { message, messageId }).outcome.then(
        () => true,
        () => new Promise(resolve => setTimeout(() => resolve(false), 100)),
      )
  }
  return sent
}

async function readAnswers(store: Store, key: SessionKey, sent: number) {
  const log = new LogReading((await store.read(key))?.events ?? [])
  const problems: string[] = []
  const messages = log.events.filter(({ author }) => author === 'user')
  if (messages.length !== sent) problems.push(`${key.id} has ${messages.length} of ${sent} messages`)
  for (const { id, place } of log.calls) {
    const { length } = log.results.filter(result => result.id === id)
    if (length !== 1) problems.push(`${key.id} ${place} has ${length} results`)
  }
  for (const { run } of log.marks) if (run.failed) problems.push(`${key.id} failed: ${run.failed.why}`)
  const answers = messages.flatMap(({ seq, time: begun = 0 }, at) => {
    const until = messages[at + 1]?.seq ?? Number.POSITIVE_INFINITY
    const answer = log.events.findLast(
      event =>
        event.seq > seq &&
        event.seq < until &&
        event.author === 'clerk' &&
        event.parts.some(({ kind }) => kind === 'text'),
    )
    if (answer?.time !== undefined) return [{ at: answer.time, wait: answer.time - begun }]
    problems.push(`${key.id} has no answer to message ${at}`)
    return []
  })
  return { answers, problems }
}
