// Two processes over one SQLite file: one runs the session, the other sends messages, approves and cancels.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunStream } from '../../../run.ts'
import { sqliteStore } from '../../store/sqlite/index.ts'
import { key, runnerOf } from './processes/program.ts'

/** Resolves when a run reports a tool call. */
async function called(stream: RunStream, name: string): Promise<void> {
  for await (const each of stream)
    if (
      each.type === 'event' &&
      each.event.parts.some(part => part.kind === 'tool-call' && part.name === name)
    )
      return
}

test('a session that one process runs is steered from another one', { timeout: 20_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-processes-'))
  const file = join(folder, 'sessions.db')
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'processes/worker.ts'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(worker, 'close')
  const store = sqliteStore(file, { pollInterval: 20 })
  const runner = runnerOf(store)
  try {
    const [status] = await once(worker.stdout, 'data')
    expect(String(status)).toBe('waiting\n')
    await runner.send(key, 'Also say hello.')
    await runner.approve(key, '1.0', { by: 'Eve' })
    const paid = await runner.resume(key).outcome
    expect(paid).toMatchObject({ status: 'done', text: `Answered by ${worker.pid}.` })

    const slow = runner.run(key, { message: 'Wait.' })
    await called(slow, 'wait')
    const stopped = once(worker.stdout, 'data')
    await runner.cancel(key, { why: 'It takes too long.' })
    expect(await slow.outcome).toMatchObject({ status: 'cancelled', next: [{ kind: 'done' }] })
    expect(String((await stopped)[0])).toBe('stopped\n')

    const again = await runner.run(key, { message: 'Are you there?' }).outcome
    expect(again).toMatchObject({ status: 'done', text: `Answered by ${worker.pid}.` })
  } finally {
    worker.stdin.end()
    expect(await ended).toEqual([0, null])
    await runner.stop()
  }
  const record = await store.read(key)
  await store.close()
  rmSync(folder, { recursive: true })
  expect(record?.status).toBe('idle')
  const events = record?.events ?? []
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
  const said = events.flatMap(({ author, parts }) =>
    parts.map(part => {
      if (part.kind === 'tool-call') return `${author} calls ${part.name}`
      const [shown] = part.kind === 'tool-result' ? part.content : [part]
      return `${author}: ${shown?.kind === 'text' ? shown.text : shown?.kind}`
    }),
  )
  expect(said).toEqual([
    'user: Pay.',
    'clerk calls pay',
    'user: Also say hello.',
    `tool: paid by ${worker.pid}`,
    `clerk: Answered by ${worker.pid}.`,
    'user: Wait.',
    'clerk calls wait',
    'user: Are you there?',
    'tool: Error: the call was cancelled',
    `clerk: Answered by ${worker.pid}.`,
  ])
})

test('a process that awaits the outcome of another one stays until it has it', {
  timeout: 20_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-processes-'))
  const file = join(folder, 'sessions.db')
  const start = (name: string) =>
    spawn(process.execPath, [join(import.meta.dirname, 'processes', name), file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  const worker = start('worker.ts')
  const ended = once(worker, 'close')
  try {
    expect(String((await once(worker.stdout, 'data'))[0])).toBe('waiting\n')
    const approver = start('approver.ts')
    let said = ''
    approver.stdout.on('data', text => {
      said += text
    })
    expect(await once(approver, 'close')).toEqual([0, null])
    expect(said).toBe(`done: Answered by ${worker.pid}.\n`)
  } finally {
    worker.stdin.end()
    expect(await ended).toEqual([0, null])
    rmSync(folder, { recursive: true })
  }
})
