import { ConflictError } from '../../store/conflict-error.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of forks. */
export const forking: Requirements = {
  async 'forks a session at a place, with events of its own'(store) {
    const long = 'z'.repeat(40_000)
    await store.append(key, write(0, [says('one'), says(long), says('three')], { state: { a: 1 } }))
    assertEqual(await store.fork(key, 's2', { at: 2, time: 5, events: [says('own')], status: 'waiting' }), 3)
    const copy = { owner: ada, id: 's2' }
    const record = await store.read(copy)
    assertEqual(
      [record?.parent, record?.status, record?.state],
      [{ id: 's1', revision: 2 }, 'waiting', { a: 1 }],
    )
    const texts = record?.events.map(({ parts }) => (parts[0] as { text: string }).text)
    assertEqual(texts, ['one', long, 'own'])
    await store.append(copy, write(3, [says('more')]))
    assertEqual((await store.read(key))?.revision, 3)
    const used = await assertRejects(() => store.fork(key, 's2', { time: 5 }))
    if (!(used instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(used)}`)
    assertEqual(await store.delete(key), true)
    assertEqual((await store.read(copy))?.events.length, 4)
  },
}
