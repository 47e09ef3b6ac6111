/**
 * Events of conversations in Postgres, by ctxc, by other libraries and by a bare client, and one server beside two:
 * `node servers.ts [ROUNDS]`; `node servers.ts --report` prints the last results again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startServer } from '../test/postgres-server.ts'
import { orderOf } from './measure/order.ts'
import { versions } from './report/machine.ts'
import { child } from './runner/measure.ts'
import { postgresPeers } from './runner/postgres.ts'
import type { Ran } from './runner/ran.ts'
import { type Answers, measureServers } from './servers/answers.ts'
import type { Appended } from './servers/appended.ts'
import { journals } from './servers/journals/index.ts'
import { report } from './servers/report.ts'
import type { Results } from './servers/results.ts'

/** Conversations at once, events of each, and the seconds after which a slow journal is stopped. */
const works = [
  [1, 10_000, 4],
  [20, 500, 3],
] as const
/** The seconds for ours and the bare client, so that they reach the last event. */
const longest = 30
/** Steps of an agent. */
const steps = 200
/** Number of databases made. Each run has one of its own. */
let databases = 0

const file = join(import.meta.dirname, 'results', 'servers.json')
const given = process.argv[2] ?? '3'
if (given !== '--report') await measureAll(Number(given))
console.log(report(JSON.parse(readFileSync(file, 'utf8')) as Results))

async function measureAll(rounds: number): Promise<void> {
  const server = await startServer('on')
  const results: Results = {
    measured: new Date().toISOString().slice(0, 10),
    ...versions(),
    units: Object.fromEntries(journals.map(({ name, unit }) => [name, unit])),
    runs: {},
    steps,
    agents: {},
    servers: {},
  }
  for (let round = 0; round < rounds; round++) {
    for (const { name } of orderOf(journals, round))
      for (const [sessions, events, seconds] of works) {
        const most = /^(raw|ctxc)/.test(name) ? longest : seconds
        results.runs[`${sessions} ${name}`] ??= []
        results.runs[`${sessions} ${name}`]?.push(
          await inDatabase(url =>
            child<Appended>('../servers/append.ts', [name, url, sessions, events, most]),
          ),
        )
      }
    for (const { name } of orderOf(postgresPeers, round)) {
      results.agents[name] ??= []
      results.agents[name]?.push(
        await inDatabase(url => child<Ran>('child.ts', [name, steps, '', url], 60_000)),
      )
    }
    for (const count of orderOf([1, 2], round)) {
      const before = load()
      const answers: Answers = await measureServers(count, `servers_${round}_${count}`)
      results.servers[count] ??= []
      results.servers[count]?.push({ ...answers, load: before })
    }
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  }
  await server.stop()
}

function load(): number {
  return loadavg()[0] ?? Number.NaN
}

/** Calls a function with an empty database. */
async function inDatabase<Result>(work: (url: string) => Promise<Result>) {
  const url = new URL(process.env.POSTGRES_URL ?? '')
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  url.pathname = `bench_${databases++}`
  await admin.query(`create database ${url.pathname.slice(1)}`)
  const before = load()
  const result = await work(url.href).catch((error: Error) => error.message)
  await admin.query(`drop database ${url.pathname.slice(1)} with (force)`)
  await admin.end()
  return typeof result === 'string' ? result : { ...result, load: before }
}
