// A store that fails before or after its n-th append, for every n. Acknowledged events are kept, and the run ends.
import { describe, expect, test } from 'vitest'
import type { Member } from '../../../index.ts'
import { createRunner, type RunEvent, StoreError } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import type { SessionKey, Store } from '../../store/index.ts'
import {
  address,
  answers,
  key as calmKey,
  compile,
  followToEnd,
  message,
  once,
  programs,
  tools,
} from './crash-programs.ts'
import { Crash, failing } from './crash-store.ts'
import { emptyStore } from './empty-store.ts'
import { difference } from './essence.ts'

/** Returns the parts of an event as a person without own values sees them. */
const hidden = (parts: unknown): unknown =>
  JSON.parse((JSON.stringify(parts) ?? 'null').replaceAll(address, '[secret:email:1]'))

async function run(program: Member, store: Store, key: SessionKey, isFirst: boolean) {
  const client = scriptedModel(answers)
  // The process has crashed, so it does not wait until the store works again.
  const storeDeadlines = { whole: 1 }
  const runner = createRunner({
    ...{ program, store, models: () => client, storeDeadlines },
    compile,
    now: () => 0,
    generateId: () => 'r1',
  })
  const seen: RunEvent[] = []
  const stream = isFirst ? runner.run(key, { message }) : runner.resume(key)
  try {
    const outcome = await followToEnd(runner, key, stream, event => seen.push(event))
    return { seen, outcome }
  } catch (error) {
    if (!(error instanceof StoreError && error.cause instanceof Crash)) throw error
    return { seen, outcome: null }
  } finally {
    await runner.stop()
  }
}

describe.each(Object.entries(programs))('%s', (_, make) => {
  test.each(['before', 'after'] as const)('ends the same after a crash %s any append', async when => {
    const store = emptyStore()
    const calm = await run(make(tools()), store, calmKey, true)
    expect(calm.outcome?.status).toBe('done')
    const expected = (await store.read(calmKey))?.events ?? []
    let crashes = 0
    for (let at = 1; ; at++) {
      // An owner has nothing of another one, and costs less than a store.
      const key = { owner: { app: `crash ${at}`, user: 'ada' }, id: 's1' }
      const own = tools()
      const dying = failing(store, { at, when })
      const first = await run(make(own), dying, key, true)
      const afterCrash = (await store.read(key))?.events ?? []
      // No reported event is lost.
      for (const event of first.seen)
        if (event.type === 'event')
          expect(hidden(afterCrash[event.event.seq]?.parts)).toEqual(hidden(event.event.parts))
      if (dying.appends < at) break
      crashes++
      const results = new Set(
        afterCrash.flatMap(({ parts }) => parts.map(part => (part.kind === 'tool-result' ? part.id : ''))),
      )
      const ran = new Map(own.runs)
      const second = await run(make(own), store, key, afterCrash.length === 0)
      expect(second.outcome?.status, `append ${at}`).toBe('done')
      const final = (await store.read(key))?.events ?? []
      expect(difference(expected, final, once), `append ${at}`).toBeNull()
      for (const [call, times] of own.runs) {
        const [seq = 0, part = 0] = (call.split('/').at(-1) ?? '').split('.').map(Number)
        const made = final[seq]?.parts[part]
        if (made?.kind !== 'tool-call') throw new Error(`no call at ${call}`)
        // A call with a result never runs again. A call with `report` begins at most once.
        if (results.has(made.id)) expect(times).toBe(ran.get(call) ?? 0)
        if (once.includes(made.name)) expect(times).toBe(1)
      }
    }
    expect(crashes).toBeGreaterThan(2)
  })
})
