/**
 * Lets processes work on many sessions in Postgres, while messages, decisions and cancels come from outside at random:
 * `npm run crowd -- [SECONDS] [SESSIONS] [WORKERS]`. Then no session may be stuck, and each log must be legal.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, restoreSession } from '../src/index.ts'
import { LogReading } from '../src/run/runner/test/legal/read-log.ts'
import { idle } from '../src/run/runner/test/pains/setting.ts'
import { storeAt } from '../src/run/runner/test/processes/store-at.ts'
import type { SessionKey, StoredEvent } from '../src/run/store/index.ts'
import { createRunner } from '../src/run.ts'
import { startServer } from '../test/postgres-server.ts'
import { modelClient, onceOnly, programOf, requests } from './crowd/program.ts'

const [seconds = 30, sessions = 200, workers = 8] = process.argv.slice(2).map(Number)
const root = mkdtempSync(join(tmpdir(), 'ctxc-crowd-'))
const file = join(root, 'tools')
writeFileSync(file, '')
process.env.NODE_COMPILE_CACHE ??= join(root, 'compiled')
const server = await startServer()
const schema = 'crowd'
const store = await storeAt(schema)
const program = programOf(file)
const client = modelClient()
const outside = createRunner({
  program,
  store,
  models: () => client,
  driver: idle,
  sharing: { holder: 'outside' },
})
const keys: readonly SessionKey[] = Array.from({ length: sessions }, (_, at) => ({
  owner: { app: 'crowd', user: `u${at % 50}` },
  id: `s${at}`,
}))
/** Milliseconds between two actions of one of the eight people outside. */
const betweenMs = 250
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
const eventsOf = async (key: SessionKey): Promise<readonly StoredEvent[]> =>
  (await store.read(key))?.events ?? []

const started: readonly ChildProcess[] = await (async () => {
  await store.read(keys[0] as SessionKey)
  const worker = join(import.meta.dirname, 'crowd/worker.ts')
  return Array.from({ length: workers }, () =>
    spawn(process.execPath, [worker, schema, file], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
})()
const printed = started.map(() => '')
for (const [at, worker] of started.entries())
  worker.stdout?.on('data', text => {
    printed[at] += text
  })
while (!printed.every(text => text.includes('ready'))) await pause(20)

const done = { messages: 0, decisions: 0, cancels: 0 }
/** Messages to sessions at rest, whose answers are timed. */
const timed: { readonly key: SessionKey; readonly at: number }[] = []

/** Approves or denies the calls of a session that wait. */
async function decide(key: SessionKey, isApproved: boolean): Promise<void> {
  const log = new LogReading(await eventsOf(key))
  // Another decision may have come first.
  for (const { place } of log.openCalls().filter(call => log.isWaiting(call.place)))
    await (isApproved
      ? outside.approve(key, place, { by: 'Eve' })
      : outside.deny(key, place, { by: 'Eve' })
    ).then(
      () => done.decisions++,
      () => {},
    )
}

/** Does something at random to a session. */
async function act(): Promise<void> {
  const key = pick(keys)
  const record = await store.read(key)
  const chance = Math.random()
  if (record?.status === 'waiting' && chance < 0.7) return decide(key, chance < 0.5)
  if (record !== null && chance > 0.93) {
    await outside.cancel(key, { why: 'no more' })
    done.cancels++
    return
  }
  const isAtRest = record === null || record.status === 'idle'
  await outside.send(key, Math.random() < 0.5 ? `please ${pick(requests)}` : 'hello')
  done.messages++
  if (isAtRest) timed.push({ key, at: record?.revision ?? 0 })
}

const end = Date.now() + seconds * 1_000
await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (Date.now() < end) {
      await act()
      await pause(betweenMs)
    }
  }),
)

const problems: string[] = []
/** Waits until all sessions are at rest or have reached a limit, and approves what waits. */
for (let open = [...keys], tries = 0; open.length > 0; tries++) {
  const left: SessionKey[] = []
  for (const key of open) {
    const status = (await store.read(key))?.status ?? 'idle'
    if (status === 'waiting') await decide(key, true)
    // Three messages in one run may ask for the same call, which is the limit of repeated calls.
    if (status !== 'idle' && status !== 'limited') left.push(key)
  }
  open = left
  if (tries > 300) {
    problems.push(...open.map(({ id }) => `${id} is stuck`))
    break
  }
  await pause(100)
}
for (const worker of started) worker.stdin?.end()
await Promise.all(started.map(worker => new Promise(resolve => worker.on('close', resolve))))

const begun = readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => line !== '')
const twice = begun.filter(
  (line, at) => onceOnly.includes(line.split(' ')[0] ?? '') && begun.indexOf(line) < at,
)
problems.push(...twice.map(line => `${line} began twice`))
let events = 0
const waits: number[] = []
for (const key of keys) {
  const log = new LogReading(await eventsOf(key))
  events += log.events.length
  if (log.events.some(({ seq }, at) => seq !== at)) problems.push(`${key.id} has a gap`)
  for (const { id, place, seq } of log.calls) {
    const { length } = log.results.filter(result => result.id === id)
    // The next run closes the calls of a cancelled one.
    const isCancelled = log.marks.some(mark => mark.run.cancelled && mark.seq > seq)
    if (length > 1 || (length === 0 && !isCancelled))
      problems.push(`${key.id} ${place} has ${length} results`)
  }
  for (const { run } of log.marks) if (run.failed) problems.push(`${key.id} failed: ${run.failed.why}`)
  if (log.events.length === 0) continue
  const session = restoreSession({ id: key.id, state: {}, events: log.events as never })
  const { ok } = await compile(program, session, { target: 'openai-chat', model: 'gpt-5.4', agent: 'clerk' })
  if (!ok) problems.push(`${key.id} has no legal request`)
  for (const { key: of, at } of timed) {
    if (of !== key) continue
    const asked = log.events.findIndex(({ seq, author }) => seq >= at && author === 'user')
    const from = log.events[asked]?.time
    const answer = log.events.find(({ seq, author }) => seq > asked && author === 'clerk')
    // Nobody answers a message whose run was cancelled.
    if (log.marks.some(({ seq, run }) => run.cancelled && seq >= at && seq < (answer?.seq ?? Infinity)))
      continue
    // A message waits for the decision on a call of another person's request.
    if (log.openCalls(asked + 1).some(({ place }) => log.isWaiting(place, asked + 1))) continue
    if (answer?.time !== undefined && from !== undefined) waits.push(answer.time - from)
  }
}
await outside.stop()
await store.close()
await server.stop()
rmSync(root, { recursive: true })
waits.sort((left, right) => left - right)
const [median = 0, tenth = 0, longest = 0] = [0.5, 0.9, 1].map(
  part => waits[Math.floor((waits.length - 1) * part)],
)
for (const problem of problems.slice(0, 20)) console.error(problem)
const lost = printed.reduce((sum, text) => sum + Number(text.split('\n')[1]), 0)
console.log(
  `crowd: ${seconds} s, ${workers} processes, ${sessions} sessions, ${done.messages} messages, ${done.decisions} decisions, ${done.cancels} cancels, ${events} events, ${begun.length} calls of tools; ${lost} leases lost; answers after ${median} ms (median), ${tenth} ms (slowest tenth), ${longest} ms (longest); ${problems.length} problems`,
)
if (problems.length > 0 || lost > 0 || tenth > 3 * median || events === 0) process.exitCode = 1
