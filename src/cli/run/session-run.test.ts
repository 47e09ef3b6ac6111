import { expect, test } from 'vitest'
import { agent } from '../../core/agent/declare.ts'
import { inMemoryStore, type SessionLeases } from '../../run/store/index.ts'
import type { Io } from '../io.ts'
import type { Runnable } from './runnable.ts'
import { SessionRun } from './session-run.ts'

test('a due session is elsewhere as long as another process has its lease', async () => {
  const store = inMemoryStore()
  const leases = store.leases as SessionLeases
  const key = { owner: { app: 'ctxc' }, id: 's1' }
  const io = { now: () => 1_000, generateId: () => 'r1' } as Io
  const program = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
  const runnable = { program, modelsAfter: () => ({}), callbacks: [] } as never as Runnable
  const run = await SessionRun.open({ file: 'app.ts', given: {}, io, key, store, runnable })
  expect(await run.isElsewhere()).toBe(false)
  const events = [{ author: 'user', text: 'Hi', time: 0 }]
  await store.append(key, { expectedRevision: 0, events, status: 'due', time: 0 })
  expect(await run.isElsewhere()).toBe(false)
  const lease = await leases.take(key, { holder: 'other', length: 100, now: 1_000 })
  expect(await run.isElsewhere()).toBe(true)
  if (lease !== null) await leases.release(lease)
  expect(await run.isElsewhere()).toBe(false)
  await run.close()
})
