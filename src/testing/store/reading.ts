import { assertEqual } from '../assert.ts'
import { ada, key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of reads. */
export const reading: Requirements = {
  async 'returns null for a session that does not exist'(store) {
    assertEqual(await store.read(key), null)
    assertEqual(await store.delete(key), false)
    assertEqual(await store.fork(key, 's2', { time: 1 }), null)
    assertEqual((await store.list(ada)).items, [])
  },

  async 'returns only the events from a place on'(store) {
    await store.append(key, write(0, [says('one'), says('two'), says('three')]))
    const tail = await store.read(key, { from: 2 })
    assertEqual([tail?.from, tail?.revision, tail?.events.map(({ seq }) => seq)], [2, 3, [2]])
    assertEqual((await store.read(key, { from: 3 }))?.events, [])
    assertEqual((await store.read(key, { from: 99 }))?.events, [])
  },

  async 'does not change with objects of the caller'(store) {
    const part = { kind: 'text' as const, text: 'before' }
    await store.append(key, write(0, [{ author: 'user', parts: [part] }]))
    ;(part as { text: string }).text = 'after'
    const firstPart = async () => (await store.read(key))?.events[0]?.parts[0] as { text: string }
    const read = await firstPart()
    assertEqual(read.text, 'before')
    read.text = 'after'
    assertEqual((await firstPart()).text, 'before')
  },
}
