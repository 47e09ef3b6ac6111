// Processes over one SQLite file, or one schema of Postgres: each runs the sessions that it leases, and steers and follows those of the others.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { programAt } from '../../../../test/programs.ts'
import { key, runnerOf } from './processes/program.ts'
import { storeAt } from './processes/store-at.ts'

const folders: string[] = []
/** Number of schemas that the tests have named. */
let schemas = 0
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const newFile = (): string => {
  if (process.env.POSTGRES_URL !== undefined) return `processes_${process.pid}_${schemas++}`
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-processes-'))
  folders.push(folder)
  return join(folder, 'sessions.db')
}

const start = (name: string, ...given: readonly string[]) =>
  spawn(process.execPath, [programAt(join(import.meta.dirname, 'processes', name)), ...given], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })

/** Starts a process that runs the session with a message, and resolves when the message's tool runs. */
async function startWorker(file: string, message: string, ...more: readonly string[]) {
  const worker = start('worker.ts', file, message, ...more)
  expect(String((await once(worker.stdout, 'data'))[0])).toBe('running\n')
  return worker
}

/** Ends a process in order. */
async function end(worker: ChildProcess): Promise<void> {
  const closed = once(worker, 'close')
  worker.stdin?.end()
  expect(await closed).toEqual([0, null])
}

/** Texts of a session, with the author of each. */
async function said(file: string): Promise<readonly string[]> {
  const store = await storeAt(file)
  const record = await store.read(key)
  await store.close()
  const events = record?.events ?? []
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
  return events.flatMap(({ author, parts }) =>
    parts.map(part => {
      if (part.kind === 'tool-call') return `${author} calls ${part.name}`
      const [shown] = part.kind === 'tool-result' ? part.content : [part]
      return `${author}: ${shown?.kind === 'text' ? shown.text : shown?.kind}`
    }),
  )
}

test('a session that one process runs is steered from another one', { timeout: 20_000 }, async () => {
  const file = newFile()
  const worker = await startWorker(file, 'Wait.')
  const store = await storeAt(file)
  const runner = runnerOf(store)
  const run = runner.resume(key)
  await runner.send(key, 'Also say hello.')
  const stopped = once(worker.stdout, 'data')
  await runner.cancel(key, { why: 'It takes too long.' })
  expect(await run.outcome).toMatchObject({ status: 'cancelled', next: [{ kind: 'done' }] })
  expect(String((await stopped)[0])).toBe('stopped\n')
  // Nobody runs the session now, so the first process that gets a message does.
  const { status, waiting } = await runner.run(key, { message: 'Pay.' }).outcome
  expect(status).toBe('waiting')
  await runner.approve(key, String(waiting[0]), { by: 'Eve' })
  expect(await runner.resume(key).outcome).toMatchObject({ text: `Answered by ${process.pid}.` })
  await end(worker)
  await runner.stop()
  await store.close()
  const lines = await said(file)
  // The worker closes the cancelled call before or after the next message.
  expect(lines).toContain('tool: Error: the call was cancelled')
  expect(lines.filter(line => line !== 'tool: Error: the call was cancelled')).toEqual([
    'user: Wait.',
    'clerk calls wait',
    'user: Also say hello.',
    'user: Pay.',
    'clerk calls pay',
    `tool: paid by ${process.pid}`,
    `clerk: Answered by ${process.pid}.`,
  ])
})

test('a process that follows a run of another one stays until it has the outcome', {
  timeout: 20_000,
}, async () => {
  const file = newFile()
  const worker = await startWorker(file, 'Nap.')
  const follower = start('follower.ts', file)
  let printed = ''
  follower.stdout.on('data', text => {
    printed += text
  })
  await once(follower.stdout, 'data')
  worker.stdin.write('Wake up.\n')
  expect(await once(follower, 'close')).toEqual([0, null])
  expect(printed).toBe(`following\ndone: Answered by ${worker.pid}.\n`)
  await end(worker)
})

test('another process takes over at once after a stop, and when its lease has ended after a crash', {
  timeout: 20_000,
}, async () => {
  for (const isCrash of [false, true]) {
    const file = newFile()
    // Without a crash, the lease is longer than the test.
    const worker = await startWorker(file, 'Nap.', ...(isCrash ? ['600'] : []))
    const store = await storeAt(file)
    const runner = runnerOf(store)
    await runner.recover()
    if (isCrash) worker.kill('SIGKILL')
    else await end(worker)
    expect(await runner.resume(key).outcome).toMatchObject({ text: `Answered by ${process.pid}.` })
    await runner.stop()
    await store.close()
    expect(await said(file)).toEqual([
      'user: Nap.',
      'clerk calls nap',
      `tool: slept in ${process.pid}`,
      `clerk: Answered by ${process.pid}.`,
    ])
  }
})
