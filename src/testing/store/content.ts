import type { NewEvent } from '../../store/store.ts'
import { assertEqual } from '../assert.ts'
import { key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Texts that a column, an encoding or a serialiser could change. */
const difficultTexts = [
  '',
  'a\u0000b',
  '\ud800 alone',
  'Zürich 東京 🎉 e\u0301',
  '{"$blob":"x"}',
  'long0:abc',
  `${'x'.repeat(70_000)}🎉`,
  `long1:${'y'.repeat(20_000)}`,
  "'; drop table ctxc_event; --",
]

/** Requirements of what events may hold. */
export const content: Requirements = {
  async 'keeps every character, field and order of keys'(store) {
    const events = difficultTexts.map(says)
    const later = { ...says('x'), later: { b: 1, a: [{}] }, extra: { format: 'x', fields: { z: 1, y: 2 } } }
    await store.append(key, write(0, [...events, later as NewEvent]))
    const stored = (await store.read(key))?.events ?? []
    assertEqual(
      stored.slice(0, -1).map(({ parts }) => JSON.stringify(parts)),
      events.map(({ parts }) => JSON.stringify(parts)),
    )
    const { seq: _, branch: _b, response: _r, ...last } = stored.at(-1) as object as Record<string, unknown>
    assertEqual(JSON.stringify(last.later), JSON.stringify(later.later))
    assertEqual(JSON.stringify(last.extra), JSON.stringify(later.extra))
  },

  async 'keeps deeply nested values'(store) {
    let value: unknown = 'deep'
    for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { a: value }
    const part = { kind: 'data', value } as never
    await store.append(key, write(0, [{ author: 'user', parts: [part] }]))
    let stored = (((await store.read(key))?.events[0]?.parts ?? []) as readonly { value: unknown }[])[0]
      ?.value
    while (typeof stored === 'object' && stored !== null) stored = Object.values(stored)[0]
    assertEqual(stored, 'deep')
  },
}
