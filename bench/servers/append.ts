/** Adds events to conversations in one journal, and prints times: `node servers/append.ts NAME URL SESSIONS EVENTS SECONDS`. */
import { resultOf } from '../runner/work.ts'
import type { Appended } from './appended.ts'
import { Database } from './database.ts'
import { eventOf } from './journals/ctxc.ts'
import { journals } from './journals/index.ts'

const [name, url = '', ...numbers] = process.argv.slice(2)
const [sessions = 1, events = 1_000, seconds = 5] = numbers.map(Number)
const kind = journals.find(each => each.name === name)
if (kind === undefined) throw new Error(`no journal has the name '${name}'`)
const journal = await kind.open(url)
/** Milliseconds that each event took, by conversation. */
const times = Array.from({ length: sessions }, (): number[] => [])
const conversations = await Promise.all(times.map((_, at) => journal.begin(`s${at}`)))
// Code and connections are warm before the first measured event.
for (const add of conversations) await add(resultOf(0))
await Promise.all(conversations.map(add => add(resultOf(0))))
const database = await Database.open(url)
const before = {
  bytes: await database.bytes(),
  server: await database.processor(),
  client: process.cpuUsage(),
}
const from = performance.now()
await Promise.all(
  conversations.map(async (add, at) => {
    for (let made = 0; made < events && performance.now() - from < seconds * 1_000; made++) {
      const begun = performance.now()
      await add(resultOf(made))
      times[at]?.push(performance.now() - begun)
    }
  }),
)
const total = performance.now() - from
const { user, system } = process.cpuUsage(before.client)
const server = (await database.processor()) - before.server
const bytes = (await database.bytes()) - before.bytes
const all = times.flat().sort((left, right) => left - right)
const meanOf = (given: readonly number[]): number => given.reduce((sum, ms) => sum + ms, 0) / given.length
const [first = []] = times
const part = Math.min(1_000, Math.ceil(first.length / 10))
const appended: Appended = {
  events: all.length,
  perSecond: (all.length / total) * 1_000,
  p50: all[Math.floor(all.length * 0.5)] ?? Number.NaN,
  p99: all[Math.floor(all.length * 0.99)] ?? Number.NaN,
  client: (user + system) / 1_000 / all.length,
  server: server / all.length,
  size: bytes / all.length / Buffer.byteLength(JSON.stringify(eventOf(resultOf(0)))),
  first: meanOf(first.slice(0, part)),
  last: meanOf(first.slice(-part)),
}
console.log(JSON.stringify(appended))
// Some journals do not end their timers.
process.exit(0)
